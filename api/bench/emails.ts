/**
 * `node bench/emails.ts`, the third part of `pnpm bench`: takes a thousand orders while the mail server is
 * down, then brings it back. In the same run, a second shop with a working mail server is timed for
 * comparison.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { Load } from './load.ts';
import { median, printTable } from './figures.ts';
import { freePort } from '../test/shop/free-port.ts';
import { CLIENT_CORE, file, onCore, orderAtOnce, startServer, type Bench } from './server-process.ts';

type Taken = { emails: number; twice: number };

const ORDERS = 1_000;
/** One to the buyer and one to the business. */
const MAILS_PER_ORDER = 2;
const ROUNDS = 3;
const SECONDS = 3;

const ports = { up: await freePort(), away: await freePort() };
const mailServer = openMailServer(ports.up);
const up = await startShop(ports.up);
const away = await startShop(ports.away);
const timings = { up: [] as Load[], away: [] as Load[], catchingUp: [] as Load[] };
for (let round = 0; round < ROUNDS; round += 1) {
  timings.up.push(orderAtOnce(up, 1, SECONDS));
  timings.away.push(orderAtOnce(away, 1, SECONDS));
}
const sum = (loads: readonly Load[]) => loads.reduce((total, { placed }) => total + placed, 0);
while (sum(timings.away) < ORDERS) timings.away.push(orderAtOnce(away, 4, 1));
const expected = sum(timings.away) * MAILS_PER_ORDER;

const back = openMailServer(ports.away);
const backAt = performance.now();
timings.catchingUp.push(orderAtOnce(away, 1, SECONDS));
const duringCatchUp = sum(timings.catchingUp) * MAILS_PER_ORDER;
while (back.taken().emails < expected) await delay(50);
const seconds = (performance.now() - backAt) / 1_000;
while (back.taken().emails < expected + duringCatchUp) await delay(50);
const { emails, twice } = back.taken();
await Promise.all([up.stop(), away.stop()]);
for (const { process } of [mailServer, back]) process.kill();

const p50Of = (loads: readonly Load[]) => median(loads.map(({ p50 }) => p50));
const before = p50Of(timings.up);
printTable([
  ['Buying, 1 client', 'p50 ms', 'p95 ms', 'ratio of p50'],
  row('while email leaves', timings.up),
  row('while the mail server is away', timings.away.slice(0, ROUNDS)),
  row('while the email of the outage leaves', timings.catchingUp),
]);
printTable([
  ['Orders while it was away', 'emails of them', 'seconds until all had left', 'emails in all', 'twice'],
  [
    String(sum(timings.away)),
    String(expected),
    seconds.toFixed(1),
    `${emails} (of ${expected + duringCatchUp} with those bought meanwhile)`,
    String(twice),
  ],
]);

function row(name: string, loads: readonly Load[]): string[] {
  const p50 = p50Of(loads);
  const p95 = Math.max(...loads.map((load) => load.p95));
  return [name, p50.toFixed(1), p95.toFixed(1), (p50 / before).toFixed(2)];
}

function startShop(port: number): Promise<Bench> {
  return startServer(file('../dist/main.js'), '/api/health', { SMTP_URL: `smtp://127.0.0.1:${port}` });
}

function openMailServer(port: number): { process: ChildProcess; taken: () => Taken } {
  const [program, args] = onCore(CLIENT_CORE, [process.execPath, file('mail-server.ts'), String(port)]);
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let taken: Taken = { emails: 0, twice: 0 };
  child.stdout.on('data', (text: Buffer) => {
    const last = text.toString().trim().split('\n').at(-1);
    if (last) taken = JSON.parse(last);
  });
  return { process: child, taken: () => taken };
}
