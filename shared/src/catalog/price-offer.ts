import { formatPrice } from './money.ts';
import { dayText, nextPeriod } from './periods.ts';

type Period = 'month' | 'year';
type Agreement = {
  state: string;
  provider: string;
  period: Period;
  startedAt: Date | string;
  nextChargeAt: Date | string | null;
  cancelAt: Date | string | null;
};

/** How many days before it starts a new price must be offered. */
export const OFFER_NOTICE_DAYS: Record<Period, number> = { month: 14, year: 30 };

/** The sentence that the customer reads and accepts. `chargeAt`: of the first charge at the new price. */
export const priceOfferText = (
  newCents: number,
  { amountCents, period }: { amountCents: number; period: Period },
  chargeAt: Date | string,
  timeZone: string,
  newPeriod: Period = period,
): string =>
  `Starting with your payment on ${dayText(chargeAt, timeZone)}, your website costs ${formatPrice(newCents)} a ${newPeriod} instead of ${formatPrice(amountCents)} a ${period}, until you cancel.`;

/**
 * The first charge at or after `from`, or null if none is planned. Stripe counts from the order's day, and PayPal from
 * its last charge.
 */
export function firstChargeFrom(agreement: Agreement, from: Date): Date | null {
  const { state, provider, period, startedAt, nextChargeAt, cancelAt } = agreement;
  if (!nextChargeAt || cancelAt || (state !== 'active' && state !== 'past-due')) return null;
  const next = new Date(nextChargeAt);
  if (next >= from) return next;
  const start = provider === 'paypal' ? next : new Date(startedAt);
  return nextPeriod(start, period, new Date(from.getTime() - 1));
}
