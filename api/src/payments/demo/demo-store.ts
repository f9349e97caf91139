import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { inTransaction } from '../../db/transaction.ts';
import { demoPayments, type DemoPaymentStatus } from '../../db/schema.ts';

export type DemoStore = ReturnType<typeof createDemoStore>;

/** What the demo's buyers have decided, by payment id. */
export function createDemoStore(db: Db) {
  const find = db
    .select({ status: demoPayments.status })
    .from(demoPayments)
    .where(eq(demoPayments.id, sql.placeholder('id')))
    .prepare();
  const put = db
    .insert(demoPayments)
    .values({
      id: sql.placeholder('id'),
      status: sql.placeholder('status'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .onConflictDoUpdate({
      target: demoPayments.id,
      set: { status: sql`excluded.status`, updatedAt: sql`excluded.updated_at` },
      // Money that has moved does not move back, and what the shop has ended is over.
      setWhere: sql`${demoPayments.status} NOT IN ('paid', 'voided')`,
    })
    .prepare();
  return {
    status: (id: string): DemoPaymentStatus | undefined => find.get({ id })?.status,
    record: (id: string, status: DemoPaymentStatus, updatedAt: Date): Promise<void> =>
      inTransaction(db, () => void put.run({ id, status, updatedAt })),
  };
}
