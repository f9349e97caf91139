import { isDeepStrictEqual } from 'node:util';
import { and, eq } from 'drizzle-orm';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { dayText, nextPeriod } from '@northlight/shared/catalog/periods.ts';
import { computePrice, percentOf } from '@northlight/shared/catalog/price.ts';
import { priceOfferText } from '@northlight/shared/catalog/price-offer.ts';
import type { OtherPeriod } from '@northlight/shared/contracts/recurring.ts';
import { recurringRefused } from '../../base/errors.ts';
import { HOUR_MS } from '../../base/units.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { Db } from '../../db/client.ts';
import { priceOffers } from '../../db/schema/recurring.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { termsOf } from '../../work/orders/present-order.ts';
import type { AppContext } from '../context.ts';
import type { AgreementChange, OrderAgreement } from './agreement-store.ts';
import { notifyBusiness } from './notify-of-recurring.ts';
import { currentOffer, offersOf, withdrawCurrent } from './price-offers.ts';
import { recurringOf } from '../payments/recurring.ts';

// A customer who pays by the month changes to the yearly price, and back until the first year is paid. What they agreed to is
// stored first, as asked for. It counts once the provider says that it charges by the other period, which can take the
// customer's approval there.

/**
 * The price of the other period, and the charge from which it would apply. Null if it can't be changed now, or if the monthly
 * price isn't that of the shop, which then has no yearly one.
 */
export function otherPeriodOf(
  context: AppContext,
  agreement: OrderAgreement,
  order = orderStore.byId(context.db, agreement.id),
): OtherPeriod | null {
  const { db, billingNow } = context;
  const { id, state, period, amountCents, nextChargeAt, cancelAt, imported, priceFixedUntil } = agreement;
  const noticeMs = recurringOf(context, agreement).priceNoticeMs ?? 0;
  const isPlanned = nextChargeAt && nextChargeAt.getTime() > billingNow().getTime() + noticeMs;
  // One that was taken over is for something other than the shop's website.
  if (imported || priceFixedUntil) return null;
  if (state !== 'active' || cancelAt || !isPlanned || currentOffer(db, id, billingNow())) return null;
  const chargeAt = nextChargeAt.toISOString();
  if (period === 'year') {
    const change = changeOf(db, agreement);
    const before = change && change.startsAt > billingNow() ? change.consent?.insteadOf : undefined;
    return before ? { ...before, chargeAt } : null;
  }
  const prices = order && recurringPrices(db, order);
  return prices?.month === amountCents && prices.year > 0
    ? { period: 'year', amountCents: prices.year, chargeAt }
    : null;
}

/** The next charge, if only its nearness keeps a monthly payment from being changed. */
export function yearlyAfter(context: AppContext, agreement: OrderAgreement): { yearlyAfter?: string } {
  const { nextChargeAt, period } = agreement;
  if (period !== 'month' || !nextChargeAt || otherPeriodOf(context, agreement)) return {};
  const next = { ...agreement, nextChargeAt: nextPeriod(nextChargeAt, period, nextChargeAt) };
  return otherPeriodOf(context, next) ? { yearlyAfter: nextChargeAt.toISOString() } : {};
}

/** How the customer came to the period that they pay by now. */
export const changeOf = (db: Db, { id, period }: Pick<OrderAgreement, 'id' | 'period'>) =>
  offersOf(db, id).findLast((row) => row.period === period && row.state === 'accepted');

/** What an order's recurring services cost in the shop today, with the tax that was agreed on. */
function recurringPrices(db: Db, order: OrderWithLines): Record<'month' | 'year', Cents> {
  const catalog = currentCatalog(db);
  const { taxPercent, taxesRecurring } = termsOf(order);
  const priceFor = (isYearly: boolean): Cents => {
    const addonIds = order.lines.flatMap(({ addonId }) => addonId ?? []);
    const { recurringCents } = computePrice(catalog, { serviceIds: order.serviceTypes, addonIds, isYearly });
    return recurringCents + (taxesRecurring ? percentOf(taxPercent, recurringCents) : 0);
  };
  return { month: priceFor(false), year: priceFor(true) };
}

/**
 * Stores what the customer agreed to, and returns it. Throws if they were shown another price or day. Call it under the
 * agreement's lock, before the provider is told.
 */
export async function askForPeriod(
  context: AppContext,
  agreement: OrderAgreement,
  shown: OtherPeriod | undefined,
): Promise<OtherPeriod> {
  const { db, settings, billingNow } = context;
  const other = otherPeriodOf(context, agreement);
  if (!other) throw recurringRefused('The period of your payments can’t be changed right now.');
  const { amountCents, period, chargeAt } = other;
  const text = priceOfferText(amountCents, agreement, chargeAt, settings.hours.timeZone, period);
  if (!isDeepStrictEqual(shown, other))
    throw recurringRefused(`This has changed. ${text} Please check it, then try again.`);
  const now = billingNow();
  const insteadOf = { amountCents: agreement.amountCents, period: agreement.period };
  const consent = { text, amountCents, period, agreedAt: now.toISOString(), insteadOf };
  const row = { amountCents, period, startsAt: new Date(chargeAt), createdAt: now, consent };
  await inTransaction(db, () => {
    db.delete(priceOffers).where(askedBy(agreement)).run();
    db.insert(priceOffers)
      .values({ ...row, agreementId: agreement.id, text: '', state: 'asked' })
      .run();
  });
  return other;
}

const askedBy = ({ id }: Pick<OrderAgreement, 'id'>) =>
  and(eq(priceOffers.agreementId, id), eq(priceOffers.state, 'asked'));

const askedOf = (db: Db, agreement: OrderAgreement) =>
  db.select().from(priceOffers).where(askedBy(agreement)).get();

/** The customer may just have approved it at the provider. */
export function isAwaited({ db, billingNow }: AppContext, agreement: OrderAgreement): boolean {
  const asked = askedOf(db, agreement);
  return asked !== undefined && billingNow().getTime() - asked.createdAt.getTime() < HOUR_MS;
}

/**
 * The provider charges this by another period now. If it is what the customer asked for, they have accepted it. An offer was
 * for the old period, so it ends. Call it in the transaction that stores the change.
 */
export function settlePeriod(
  context: AppContext,
  agreement: OrderAgreement,
  { amountCents, period, startedAt }: AgreementChange,
): void {
  const { db, billingNow } = context;
  const offer = withdrawCurrent(db, agreement.id, billingNow());
  if (offer?.state === 'accepted')
    notifyBusiness(context, agreement.orderNumber, `offer-${offer.id}:period`, {
      review: { code: 'other_period' },
    });
  const asked = askedOf(db, agreement);
  if (!asked || asked.amountCents !== amountCents || asked.period !== period) return;
  const { id, createdAt: answeredAt } = asked;
  db.update(priceOffers)
    .set({ state: 'accepted', startsAt: startedAt, answeredAt, appliedAt: billingNow() })
    .where(eq(priceOffers.id, id))
    .run();
}

export const changedText = ({ period, chargeAt }: OtherPeriod, timeZone: string): string =>
  period === 'year'
    ? `You now pay by the year. Your first yearly payment is on ${dayText(chargeAt, timeZone)}.`
    : `You pay by the month again. Your next payment is on ${dayText(chargeAt, timeZone)}.`;
