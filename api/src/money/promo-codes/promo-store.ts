import { and, eq, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import type { Promo } from '@northlight/shared/catalog/price.ts';
import type { Db } from '../../db/client.ts';
import { oneBy, prepared } from '../../db/prepared.ts';
import { payments } from '../../db/schema/payments.ts';
import { promoCodes, promoUses } from '../../db/schema/sales.ts';
import { counts } from '../../db/tallies.ts';
import { mailboxOf } from '../../http/limits/unverified-recipients.ts';

// Promo codes are only in the database, so no shipped script reveals them.

export type PromoCode = typeof promoCodes.$inferSelect;
export type PromoUse = typeof promoUses.$inferInsert;

const byCode = oneBy(promoCodes, 'code');

/** Ignores case, and what a code can't contain: in an email it may stand in quotes, or before a period. */
export function find(db: Db, code: string): PromoCode | undefined {
  return byCode(db, upperCased(code).replaceAll(/[^\p{L}\d_-]/gu, ''));
}

/** Only a to z: by Unicode's rules the long s in "ſave50" would become an S too. */
const upperCased = (code: string): string => code.replace(/[a-z]+/g, (letters) => letters.toUpperCase());

/** What the price is computed with. */
export const reductionOf = ({ code, amountOffCents, percentOff, serviceIds }: PromoCode) =>
  ({
    code,
    amountOffCents,
    ...(percentOff !== null && { percentOff }),
    ...(serviceIds && { serviceIds }),
  }) satisfies Promo;

type Others = { checkoutId: string; email: string };

/**
 * The uses that count against the limits, besides those of one checkout: of paid orders, of checkouts whose payment
 * is being confirmed, and for an hour of those that somebody started to pay. A payment that failed gives its use back.
 */
export function usesBeside(db: Db, code: string, others: Others, now: Date) {
  const isUnderWay = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.draftId} = ${promoUses.checkoutId}
    AND (${payments.status} IN ('processing', 'paid')
      OR (${payments.status} = 'open' AND ${promoUses.heldUntil} > ${now.getTime()})))`;
  return countUses(db, code, others, or(isNull(promoUses.heldUntil), isUnderWay));
}

/** The uses of other orders that are paid. */
export const paidBeside = (db: Db, code: string, others: Others) =>
  countUses(db, code, others, isNull(promoUses.heldUntil));

function countUses(db: Db, code: string, { checkoutId, email }: Others, counts: SQL | undefined) {
  const counted = db
    .select({
      all: sql<number>`count(*)`,
      ofEmail: sql<number>`count(*) FILTER (WHERE ${promoUses.email} = ${mailboxOf(email)})`,
    })
    .from(promoUses)
    .where(and(eq(promoUses.code, code), ne(promoUses.checkoutId, checkoutId), counts))
    .get();
  return counted ?? { all: 0, ofEmail: 0 };
}

// Call the following inside a transaction.

/** Replaces the checkout's earlier use, perhaps of another code. */
export function putUse(db: Db, use: PromoUse): void {
  const row = { ...use, email: mailboxOf(use.email) };
  db.insert(promoUses).values(row).onConflictDoUpdate({ target: promoUses.checkoutId, set: row }).run();
}

const dropStatement = prepared((db, given) =>
  db.delete(promoUses).where(eq(promoUses.checkoutId, given('checkoutId'))),
);

export function dropUse(db: Db, checkoutId: string): void {
  dropStatement(db).run({ checkoutId });
}

/** Every code with how often it was used and what those orders brought in, the active ones first. */
export function list(db: Db) {
  const used = sql`${promoUses.heldUntil} IS NULL AND ${sql.raw(
    counts(`(SELECT payment_mode FROM orders
    WHERE checkout_id = promo_uses.checkout_id OR order_number = promo_uses.checkout_id)`),
  )}`;
  return db
    .select({
      promo: promoCodes,
      uses: sql<number>`count(${promoUses.checkoutId})`,
      discountCents: sql<number>`coalesce(sum(${promoUses.discountCents}), 0)`,
      receivedCents: sql<number>`coalesce(sum(${promoUses.receivedCents}), 0)`,
    })
    .from(promoCodes)
    .leftJoin(promoUses, and(eq(promoUses.code, promoCodes.code), used))
    .groupBy(promoCodes.code)
    .orderBy(sql`${promoCodes.isActive} DESC`, promoCodes.code)
    .all();
}

/** False when there is already a code of this name. */
export function insert(db: Db, promo: PromoCode): boolean {
  return db.insert(promoCodes).values(promo).onConflictDoNothing().run().changes > 0;
}

/** False when there is no such code. */
export function update(db: Db, { code, ...changes }: PromoCode): boolean {
  return db.update(promoCodes).set(changes).where(eq(promoCodes.code, code)).run().changes > 0;
}
