import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { centsToText, dollarsToCents, formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import {
  firstChargeFrom,
  OFFER_NOTICE_DAYS,
  priceOfferText,
} from '@northlight/shared/catalog/price-offer.ts';
import type { ChangeRecurring, PriceOffer, RecurringAction } from '@northlight/shared/contracts/recurring.ts';
import { dateBefore, dayIn, startOfDay } from '../../base/business-hours.ts';
import { HOUR_MS } from '../../base/units.ts';
import { recurringRefused, badField } from '../../base/errors.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Db } from '../../db/client.ts';
import { priceOffers } from '../../db/schema/recurring.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../context.ts';
import * as agreementStore from './agreement-store.ts';
import { type OrderAgreement } from './agreement-store.ts';
import { isOver, recurringOf } from '../payments/recurring.ts';
import { queueRecurringEmail } from './notify-of-recurring.ts';
import { allBy } from '../../db/prepared.ts';

export type OfferRow = typeof priceOffers.$inferSelect;
type Offer = Extract<RecurringAction, { action: 'offer-amount' }>;

/** A later day would be forgotten. */
const LATEST_DAYS = 400;
const GONE = 'This offer is no longer open, so your price stays the same.';
const NOT_NOW = 'No charge is scheduled. Resume the recurring payment or undo the cancellation first.';

/** Oldest first. */
export const offersOf = allBy(priceOffers, 'agreementId', asc(priceOffers.id));

/** The offer that the customer can accept, or has accepted and that doesn't apply yet. */
export function currentOffer(db: Db, agreementId: number, now: Date): OfferRow | undefined {
  const newest = db
    .select()
    .from(priceOffers)
    .where(and(eq(priceOffers.agreementId, agreementId), isNull(priceOffers.appliedAt)))
    .orderBy(desc(priceOffers.id))
    .get();
  if (newest?.state === 'accepted') return newest;
  return newest?.state === 'open' && newest.startsAt > now ? newest : undefined;
}

const change = (db: Db, { id }: OfferRow, values: Partial<OfferRow>): void => {
  db.update(priceOffers).set(values).where(eq(priceOffers.id, id)).run();
};

/**
 * The first charge at the offered price, if it is accepted now. Null while none is planned. An hour is left for the
 * provider to answer.
 */
function chargeOf(context: AppContext, agreement: OrderAgreement, startsAt: Date): Date | null {
  const noticeMs = recurringOf(context, agreement).priceNoticeMs ?? 0;
  const soonest = context.billingNow().getTime() + noticeMs + HOUR_MS;
  const fixedUntil = agreement.priceFixedUntil?.getTime() ?? 0;
  return firstChargeFrom(agreement, new Date(Math.max(startsAt.getTime(), soonest, fixedUntil + 1)));
}

export function presentOffer(context: AppContext, agreement: OrderAgreement): PriceOffer | null {
  const offer = currentOffer(context.db, agreement.id, context.billingNow());
  if (!offer || isOver(agreement)) return null;
  const { id, amountCents, text, startsAt, state } = offer;
  const isAccepted = state === 'accepted';
  const chargeAt = isAccepted ? startsAt : chargeOf(context, agreement, startsAt);
  const until = startsAt.toISOString();
  return { id, amountCents, text, isAccepted, until, chargeAt: chargeAt?.toISOString() ?? null };
}

/** Offers the customer a new price by email. Call it under the agreement's lock, like the others. Returns what happened. */
export async function offerPrice(
  context: AppContext,
  agreement: OrderAgreement,
  { amount, from, text }: Offer,
): Promise<string> {
  const { db, settings, billingNow } = context;
  const { hours } = settings;
  const amountCents = dollarsToCents(amount);
  const startsAt = startOfDay(hours, from);
  const chargeAt = chargeOf(context, agreement, startsAt);
  if (!chargeAt) throw recurringRefused(NOT_NOW);
  if (amountCents === agreement.amountCents) throw badField('amount', 'This is the current price.');
  const days = OFFER_NOTICE_DAYS[agreement.period];
  const today = dayIn(hours, billingNow());
  if (from < dateBefore(today, -days))
    throw badField('from', `Please choose a day that is at least ${days} days ahead.`);
  if (from > dateBefore(today, -LATEST_DAYS))
    throw badField('from', `Please choose a day within ${LATEST_DAYS} days.`);
  await inTransaction(db, () => {
    const earlier = currentOffer(db, agreement.id, billingNow());
    if (earlier)
      throw recurringRefused(
        earlier.state === 'accepted'
          ? `The customer already accepted ${formatUsd(earlier.amountCents)}, which starts soon.`
          : 'The customer already has an offer. Withdraw it first.',
      );
    recordDetail({ to: centsToText(amountCents) });
    const createdAt = billingNow();
    const { id } = db
      .insert(priceOffers)
      .values({ agreementId: agreement.id, amountCents, startsAt, text, createdAt })
      .returning()
      .get();
    const news = { news: 'offer', at: chargeAt.toISOString(), offer: id } as const;
    queueRecurringEmail(context, agreement, `offer:${id}`, news);
  });
  return `Offered ${formatUsd(amountCents)} a ${agreement.period}, starting with the payment on ${dayText(chargeAt, hours.timeZone)}`;
}

export async function withdrawOffer(context: AppContext, agreement: OrderAgreement): Promise<string> {
  const { db, billingNow } = context;
  await inTransaction(db, () => {
    const offer = currentOffer(db, agreement.id, billingNow());
    if (offer?.state !== 'open') throw recurringRefused('There is no offer that could be withdrawn.');
    change(db, offer, { state: 'withdrawn' });
  });
  return 'Offer of a new price withdrawn';
}

/** After the amount was changed by hand, no offer may change it again. */
export const endOffers = async ({ db, billingNow }: AppContext, { id }: OrderAgreement): Promise<void> =>
  void (await inTransaction(db, () => withdrawCurrent(db, id, billingNow())));

/** Returns what it was. Call it inside a transaction. */
export function withdrawCurrent(db: Db, agreementId: number, now: Date): OfferRow | undefined {
  const offer = currentOffer(db, agreementId, now);
  if (offer) change(db, offer, { state: 'withdrawn' });
  return offer;
}

/**
 * What the customer answers. A yes is stored with the sentence that they saw, and the next check changes the amount at
 * the provider. The same answer again changes nothing.
 */
export async function answerOffer(
  context: AppContext,
  agreement: OrderAgreement,
  action: 'accept-offer' | 'decline-offer',
  answered: ChangeRecurring['offer'],
): Promise<string> {
  const { db, settings, billingNow } = context;
  const { timeZone } = settings.hours;
  const now = billingNow();
  const state = action === 'accept-offer' ? 'accepted' : 'declined';
  await inTransaction(db, () => {
    const offer = db
      .select()
      .from(priceOffers)
      .where(and(eq(priceOffers.id, answered?.id ?? 0), eq(priceOffers.agreementId, agreement.id)))
      .get();
    if (offer?.state === state) return;
    if (!offer || offer.state !== 'open' || offer.startsAt <= now) throw recurringRefused(GONE);
    if (state === 'declined') return change(db, offer, { state, answeredAt: now });
    const chargeAt = chargeOf(context, agreement, offer.startsAt);
    if (!chargeAt) throw recurringRefused('No payment is planned, so the price can’t change.');
    if (chargeAt.toISOString() !== answered?.chargeAt)
      throw recurringRefused(
        `The new price would now start on ${dayText(chargeAt, timeZone)}. Please check it, then accept again.`,
      );
    const { amountCents } = offer;
    const { period } = agreement;
    const text = priceOfferText(offer.amountCents, agreement, chargeAt, timeZone);
    const consent = { text, amountCents, period, agreedAt: now.toISOString() };
    change(db, offer, { state, answeredAt: now, startsAt: chargeAt, consent });
    agreementStore.checkSoon(db, agreement.id, now);
  });
  return state === 'accepted' ? 'Thank you. You accepted the new price.' : 'Your price stays the same.';
}
