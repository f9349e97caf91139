import { setTimeout as delay } from 'node:timers/promises';
import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Db } from '../src/db/client.ts';
import { countWhere } from '../src/db/prepared.ts';
import { outbox } from '../src/db/schema/messages.ts';
import { payments, webhookEvents } from '../src/db/schema/payments.ts';
import { agreements } from '../src/db/schema/recurring.ts';
import type { LiveShop } from './live-shop.ts';

const HOUR_MS = 60 * 60_000;
/** How many payment attempts one sweep checks. */
const SWEEP = 100;
const PATIENCE_MS = 10 * 60_000;

/**
 * Stops all faults, delivers the remaining events, and moves the records back by hours, so that the shop
 * finishes all its pending work. Because the shop sweeps at every start, it is restarted instead of waiting
 * for its timers.
 */
export async function settle(shop: LiveShop): Promise<{ starts: number }> {
  const { stripe, paypal } = shop;
  for (const fake of [stripe, paypal]) {
    fake.faults.calm();
    fake.state.beforeAnswer = undefined;
    fake.webhooks.release();
  }
  let starts = 0;
  for (let passes = 0; passes < 2; passes += 1) {
    await shop.isOpen();
    await Promise.all([stripe.webhooks.idle(), paypal.webhooks.idle()]);
    await shop.close('SIGTERM');
    shop.withRecords((db) => passTime(db, HOUR_MS));
    let toAskAbout = shop.withRecords(attemptsDue);
    do {
      const left = Math.max(0, toAskAbout - SWEEP);
      await shop.open();
      starts += 1;
      await untilWorkedOff(shop, left);
      // A clean shutdown waits for the running sweep.
      await shop.close('SIGTERM');
      toAskAbout = left;
    } while (toAskAbout > 0);
  }
  // A sweep that was still running while the shop closed may have completed an order.
  do {
    await shop.open();
    starts += 1;
    await untilWorkedOff(shop, 0);
    await shop.close('SIGTERM');
  } while (!isWorkedOff(shop.withRecords(openWork)));
  return { starts };
}

/**
 * Waits until all events are processed, all due emails are sent, no recurring payment is due for a check, and at
 * most `attemptsLeft` attempts remain. Twice in a row, because a recurring payment that has just been started
 * causes events.
 */
export async function untilWorkedOff(shop: LiveShop, attemptsLeft: number): Promise<void> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  let quiet = 0;
  for (;;) {
    await Promise.all([shop.stripe.webhooks.idle(), shop.paypal.webhooks.idle()]);
    const open = shop.withRecords(openWork);
    quiet = isWorkedOff({ ...open, attempts: open.attempts - attemptsLeft }) ? quiet + 1 : 0;
    if (quiet === 2) return;
    if (Date.now() > giveUpAt) throw new Error(`The shop does not come to rest: ${JSON.stringify(open)}`);
    await delay(50);
  }
}

/** What the shop would do now. */
const openWork = (db: Db) => ({
  attempts: attemptsDue(db),
  events: countWhere(db, webhookEvents, isNull(webhookEvents.processedAt)),
  messages: countWhere(db, outbox, and(eq(outbox.status, 'waiting'), lte(outbox.dueAt, new Date()))),
  agreements: countWhere(db, agreements, lte(agreements.nextCheckAt, new Date())),
});

const isWorkedOff = (open: ReturnType<typeof openWork>): boolean =>
  Object.values(open).every((count) => count <= 0);

/** Moves all times in the records back by `milliseconds`. Call it only while the shop is closed. */
export function passTime(db: Db, milliseconds: number): void {
  const earlier = (column: string) => sql.raw(`${column} = ${column} - ${milliseconds}`);
  const age = (table: string, ...columns: string[]) =>
    db.run(sql`UPDATE ${sql.raw(table)} SET ${sql.join(columns.map(earlier), sql`, `)}`);
  age('checkout_drafts', 'created_at', 'updated_at');
  age('payments', 'created_at', 'updated_at', 'look_at', 'approved_at');
  age('webhook_events', 'received_at', 'processed_at', 'next_attempt_at');
  age('orders', 'created_at');
  age('webhook_endpoints', 'created_at');
  age('agreements', 'next_check_at');
  age('outbox', 'created_at', 'due_at', 'next_attempt_at', 'sent_at');
  // Its key names the hour, which is another one now.
  db.run(
    sql`UPDATE outbox SET payload = json_set(payload, '$.from', payload ->> 'from' - ${milliseconds}), key = key || '-' || abs(random()) WHERE kind = 'unpaid-orders'`,
  );
}

/** The number of attempts that a sweep would check now. */
function attemptsDue(db: Db): number {
  const now = new Date();
  return countWhere(
    db,
    payments,
    and(
      eq(payments.status, 'open'),
      isNotNull(payments.providerPaymentId),
      lte(payments.createdAt, new Date(now.getTime() - 2 * 60_000)),
      or(isNull(payments.nextCheckAt), lte(payments.nextCheckAt, now)),
    ),
  );
}
