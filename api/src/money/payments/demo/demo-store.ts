import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { eachGiven, oneBy, prepared } from '../../../db/prepared.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { demoPayments, type DemoPaymentStatus } from '../../../db/schema/payments.ts';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { isSameSignature, signed } from '../../../base/signed.ts';
import { demoClock } from '../../../db/schema/recurring.ts';

// What demo customers decided, by payment ID.

const find = oneBy(demoPayments, 'id');

const put = prepared((db) =>
  db
    .insert(demoPayments)
    .values(eachGiven('id', 'status', 'failsLater', 'updatedAt'))
    .onConflictDoUpdate({
      target: demoPayments.id,
      set: {
        status: sql`excluded.status`,
        failsLater: sql`excluded.fails_later`,
        updatedAt: sql`excluded.updated_at`,
      },
      // A paid payment stays paid, and a canceled one stays canceled.
      setWhere: sql`${demoPayments.status} NOT IN ('paid', 'voided')`,
    }),
);

export function status(db: Db, id: string): DemoPaymentStatus | undefined {
  return find(db, id)?.status;
}

/** Whether the card works today, but not for recurring payments. */
export function failsLater(db: Db, id: string): boolean {
  return find(db, id)?.failsLater ?? false;
}

export function record(
  db: Db,
  id: string,
  status: DemoPaymentStatus,
  updatedAt: Date,
  cardFailsLater = false,
): Promise<void> {
  return inTransaction(
    db,
    () => void put(db).run({ id, status, updatedAt, failsLater: Number(cardFailsLater) }),
  );
}

/**
 * A demo payment's ID contains its amount and a signature, so the demo provider stores nothing until the
 * customer acts: `PREFIX_KEY_CENTS_SIGNATURE`.
 */
export function demoId(prefix: string, attemptKey: string, amountCents: Cents, secret: string): string {
  const body = `${prefix}_${attemptKey}_${amountCents}`;
  return `${body}_${signature(body, secret)}`;
}

/** The amount in a demo ID; null when this server did not make the ID. */
export function demoAmount(id: string, secret: string): Cents | null {
  const [, body, cents, given] = /^(.{1,120}_(\d{1,9}))_([\w-]{22})$/.exec(id) ?? [];
  if (!body || !given) return null;
  return isSameSignature(given, signature(body, secret)) ? Number(cents) : null;
}

/** The attempt key in a demo ID; empty for any other text. */
export function demoAttempt(id: string): string {
  return /([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})_\d/.exec(id)?.[1] ?? '';
}

function signature(text: string, secret: string): string {
  return signed(secret, text).toString('base64url').slice(0, 22);
}

const findClock = prepared((db) => db.select({ aheadMs: demoClock.aheadMs }).from(demoClock));

/** How far the clock of recurring payments is ahead of the real one, in milliseconds. */
export function aheadMs(db: Db): number {
  return findClock(db).get()?.aheadMs ?? 0;
}

/** Moves the clock of recurring payments forward. Call it inside a transaction. */
export function advance(db: Db, byMs: number): void {
  db.insert(demoClock)
    .values({ id: 1, aheadMs: byMs })
    .onConflictDoUpdate({ target: demoClock.id, set: { aheadMs: sql`${demoClock.aheadMs} + ${byMs}` } })
    .run();
}
