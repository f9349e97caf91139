import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { prepared } from '../../../db/prepared.ts';
import { inTransaction } from '../../../db/transaction.ts';
import { demoPayments, type DemoPaymentStatus } from '../../../db/schema/payments.ts';

// What demo customers decided, by payment ID.

const find = prepared((db, given) =>
  db
    .select({ status: demoPayments.status, failsLater: demoPayments.failsLater })
    .from(demoPayments)
    .where(eq(demoPayments.id, given('id'))),
);

const put = prepared((db, given) =>
  db
    .insert(demoPayments)
    .values({
      id: given('id'),
      status: given('status'),
      failsLater: given('failsLater'),
      updatedAt: given('updatedAt'),
    })
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
  return find(db).get({ id })?.status;
}

/** Whether the card works today, but not for recurring payments. */
export function failsLater(db: Db, id: string): boolean {
  return find(db).get({ id })?.failsLater ?? false;
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
