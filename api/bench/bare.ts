/** `node bare.ts`: prints the orders per second that SQLite alone can store. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openFloor } from './baseline.ts';

const folder = mkdtempSync(join(tmpdir(), 'northlight-floor-'));
const placeOrder = openFloor(join(folder, 'floor.db'));
const until = performance.now() + 3_000;
let orders = 0;
while (performance.now() < until) {
  placeOrder({ checkoutId: randomUUID(), firstName: 'Ada', email: 'ada@marlow-bicycles.example' });
  orders += 1;
}
console.log(orders / 3);
rmSync(folder, { recursive: true });
