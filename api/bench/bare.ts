/** `node bare.ts`: prints the purchases per second that SQLite alone can store. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBaseline } from './baseline.ts';
import { aDraft } from '../test/fixtures/factories.ts';

const folder = mkdtempSync(join(tmpdir(), 'northlight-baseline-'));
const { begin, pay, complete } = openBaseline(join(folder, 'baseline.db'));
const until = performance.now() + 3_000;
let orders = 0;
while (performance.now() < until) {
  const details = aDraft();
  const paymentIntentId = begin(details);
  pay(paymentIntentId);
  complete({ ...details, paymentIntentId });
  orders += 1;
}
console.log(orders / 3);
rmSync(folder, { recursive: true });
