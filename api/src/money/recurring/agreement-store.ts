import { and, asc, eq, getTableColumns, gt, lt, lte, or, sql } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { Db } from '../../db/client.ts';
import { allBy, eachGiven, oneBy, prepared } from '../../db/prepared.ts';
import { orders } from '../../db/schema/orders.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import { agreements, charges } from '../../db/schema/recurring.ts';
import type { KnownCharge } from './decide-agreement.ts';
import { AGREEMENT_MOVES } from '../payments/recurring.ts';

export type AgreementRow = typeof agreements.$inferSelect;
/** With the number of its order, and whether it was adopted. */
export type OrderAgreement = AgreementRow & Pick<typeof orders.$inferSelect, 'orderNumber' | 'imported'>;
export type ChargeRow = typeof charges.$inferSelect;
export type AgreementChange = Partial<Omit<AgreementRow, 'id' | 'provider'>>;

// Call the functions that write inside a transaction.

const selectAgreements = (db: Db) =>
  db
    .select({ ...getTableColumns(agreements), orderNumber: orders.orderNumber, imported: orders.imported })
    .from(agreements)
    .innerJoin(orders, eq(orders.id, agreements.id));

const byOrderStatement = prepared((db, given) =>
  selectAgreements(db).where(eq(agreements.id, given('orderId'))),
);

const insertStatement = prepared((db, given) =>
  db
    .insert(agreements)
    .values({
      ...eachGiven('id', 'provider', 'providerId', 'period', 'amountCents', 'startedAt', 'firstChargeAt'),
      nextChargeAt: given('firstChargeAt'),
      nextCheckAt: given('nextCheckAt'),
      updatedAt: given('now'),
    })
    .onConflictDoNothing(),
);

export function byOrder(db: Db, orderId: number): OrderAgreement | undefined {
  return byOrderStatement(db).get({ orderId });
}

/** Adopted ones, of which a customer can have several, are also found by its ID, after which theirs has a space. */
export function byProviderId(db: Db, provider: ProviderName, id: string): OrderAgreement[] {
  const { providerId } = agreements;
  return selectAgreements(db)
    .where(
      and(
        eq(agreements.provider, provider),
        or(eq(providerId, id), and(gt(providerId, `${id} `), lt(providerId, `${id}!`))),
      ),
    )
    .all();
}

/** The recurring payment that collected this payment. */
export function byChargePayment(
  db: Db,
  provider: ProviderName,
  paymentId: string,
): OrderAgreement | undefined {
  return selectAgreements(db)
    .innerJoin(charges, eq(charges.agreementId, agreements.id))
    .where(and(eq(charges.paymentId, paymentId), eq(agreements.provider, provider)))
    .get();
}

const dueStatement = prepared((db, given) =>
  selectAgreements(db)
    .where(lte(agreements.nextCheckAt, given('now')))
    .orderBy(asc(agreements.nextCheckAt))
    .limit(given('limit')),
);

/** Those whose provider must be asked now, the longest overdue first. */
export function dueForCheck(db: Db, now: Date, limit: number): OrderAgreement[] {
  return dueStatement(db).all({ now: now.getTime(), limit });
}

type NewAgreement = Pick<
  AgreementRow,
  'id' | 'provider' | 'providerId' | 'period' | 'amountCents' | 'startedAt' | 'firstChargeAt'
> & { nextCheckAt: Date; now: Date };

/** A second one for the same order changes nothing. */
export function insert(db: Db, agreement: NewAgreement): void {
  insertStatement(db).run(agreement);
}

export function update(db: Db, before: AgreementRow, change: AgreementChange, now: Date): void {
  const { state } = change;
  if (state && state !== before.state && !AGREEMENT_MOVES[before.state].includes(state))
    throw new Error(`A recurring payment cannot go from ${before.state} to ${state}.`);
  db.update(agreements)
    .set({ ...change, updatedAt: now })
    .where(eq(agreements.id, before.id))
    .run();
}

/** Makes the provider be asked soon. */
export function checkSoon(db: Db, id: number, now: Date): void {
  db.update(agreements)
    .set({ nextCheckAt: sql`min(coalesce(${agreements.nextCheckAt}, ${now.getTime()}), ${now.getTime()})` })
    .where(eq(agreements.id, id))
    .run();
}

/** Oldest first. */
export const chargesOf = allBy(charges, 'agreementId', asc(charges.dueAt), asc(charges.id));

export const chargeById = oneBy(charges, 'id');

/** For providers that do not say how much was refunded. Returns the charge after it. */
export function addRefund(db: Db, charge: ChargeRow, amountCents: Cents): ChargeRow {
  const refundedCents = charge.refundedCents + amountCents;
  db.update(charges).set({ refundedCents }).where(eq(charges.id, charge.id)).run();
  return { ...charge, refundedCents };
}

/** Stores a charge as the provider reports it, and returns its row. */
export function putCharge(
  db: Db,
  agreementId: number,
  { id: providerId, ...charge }: KnownCharge,
  now: Date,
): ChargeRow {
  const values = { ...charge, agreementId, providerId, updatedAt: now };
  return db
    .insert(charges)
    .values(values)
    .onConflictDoUpdate({ target: [charges.agreementId, charges.providerId], set: values })
    .returning()
    .get();
}

export function dropCharge(db: Db, id: number): void {
  db.delete(charges).where(eq(charges.id, id)).run();
}
