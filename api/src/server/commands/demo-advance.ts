/**
 * `pnpm demo:advance 35d`: moves the clock of recurring payments forward, in demo mode only. The running
 * server notices within seconds.
 */
import { inTransaction } from '../../db/transaction.ts';
import { advance, aheadMs } from '../../money/payments/demo/demo-store.ts';
import { openShop, runCommand } from './open-shop.ts';
import { DAY_MS } from '../../base/units.ts';

const MAX_DAYS = 3_660;

await runCommand(async () => {
  const days = Number(/^([1-9]\d{0,3})d$/.exec(process.argv[2] ?? '')?.[1]);
  if (!(days <= MAX_DAYS))
    throw new Error(`Enter the number of days, from 1d to ${MAX_DAYS}d. Example: pnpm demo:advance 35d`);
  const { env, db } = openShop();
  if (env.payments.mode !== 'demo')
    throw new Error('This shop takes real payments. Its clock cannot be moved.');
  await inTransaction(db, () => advance(db, days * DAY_MS));
  const billing = new Date(Date.now() + aheadMs(db)).toISOString().slice(0, '2026-11-21'.length);
  db.$client.close();
  console.log(`For recurring payments, today is now ${billing}.`);
});
