import { formatPrice, formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { priceOfferText } from '@northlight/shared/catalog/price-offer.ts';
import type { ChangeRecurring, CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';

export type Action = ChangeRecurring['action'];
type Recurring = CustomerRecurring;

export const isOver = ({ state }: Recurring): boolean => state === 'canceled' || state === 'ended';

export const priceText = ({ amountCents, period }: Recurring): string =>
  `${formatPrice(amountCents)} a ${period}`;

/** The state as a sentence. */
export function stateText(recurring: Recurring): string {
  const { state, cancelAt, nextChargeAt, amountCents, charges, canPay, timeZone } = recurring;
  if (state === 'canceled') return 'Canceled. You won’t be charged again.';
  if (state === 'ended') return 'Ended because a payment didn’t go through. You won’t be charged again.';
  if (cancelAt)
    return `Canceled. Your recurring payment ends on ${dayText(cancelAt, timeZone)}. You won’t be charged again. If you undo this, ${nextText(recurring)}`;
  if (state === 'past-due') {
    const open = openCharge(charges);
    const what = open
      ? `Your ${formatPrice(open.amountCents)} payment due ${dayText(open.dueAt, timeZone)},`
      : 'Your last payment';
    const remedy = canPay ? 'pay now or update your payment method' : 'update your payment method';
    return `${what} didn’t go through. Please ${remedy}.`;
  }
  if (state === 'paused')
    return `Paused. You won’t be charged while it’s paused. When it continues, ${nextText(recurring)}`;
  if (state === 'pending' && nextChargeAt)
    return `Not started yet. Your first payment of ${formatPrice(amountCents)} is scheduled for ${dayText(nextChargeAt, timeZone)}.`;
  return nextChargeAt
    ? `Active. We’ll charge ${formatPrice(amountCents)} on ${dayText(nextChargeAt, timeZone)}.`
    : 'Active.';
}

const openCharge = (charges: Recurring['charges']) => charges.findLast((charge) => charge.state === 'failed');

/** When the next payment comes if it continues. */
const nextText = ({ resumesAt, timeZone }: Recurring): string =>
  resumesAt
    ? `your next payment is on ${dayText(resumesAt, timeZone)}.`
    : 'PayPal sets the date of your next payment, which can be the same day.';

/** The page's facts by label. */
export function factsOf(recurring: Recurring): [label: string, text: string][] {
  const { nextChargeAt, cancelAt, card, offer, timeZone } = recurring;
  const next: [string, string] = cancelAt
    ? ['Ends on', dayText(cancelAt, timeZone)]
    : ['Next payment', nextChargeAt ? dayText(nextChargeAt, timeZone) : 'None'];
  return [
    ['Price', priceText(recurring)],
    ...(offer?.isAccepted && offer.chargeAt
      ? [
          [
            'New price',
            `${priceText({ ...recurring, amountCents: offer.amountCents })}, starting ${dayText(offer.chargeAt, timeZone)}`,
          ] satisfies [string, string],
        ]
      : []),
    ...(isOver(recurring) ? [] : [next]),
    ...(card ? [['Payment method', card] satisfies [string, string]] : []),
  ];
}

/** Changing the period has words of its own, and paying names the amount. */
type NamedAction = Exclude<Action, 'change-period'>;

const ACTION_LABELS: Record<Exclude<NamedAction, 'pay'>, string> = {
  'undo-cancel': 'Undo cancellation',
  'update-card': 'Update payment method',
  cancel: 'Cancel recurring payment',
  'accept-offer': 'Accept the new price',
  'decline-offer': 'Keep my current price',
};

export function actionLabel(action: NamedAction, { charges, amountCents }: Recurring): string {
  if (action !== 'pay') return ACTION_LABELS[action];
  return `Pay ${formatUsd(openCharge(charges)?.amountCents ?? amountCents)} now`;
}

/** What the customer can do now. */
export function actionsOf(recurring: Recurring): NamedAction[] {
  const { state, cancelAt, canPay } = recurring;
  if (isOver(recurring)) return [];
  return [
    ...(canPay ? ['pay' as const] : []),
    ...(cancelAt ? ['undo-cancel' as const] : []),
    ...(state === 'pending' ? [] : ['update-card' as const]),
    ...(cancelAt ? [] : ['cancel' as const]),
  ];
}

/** The new price that the customer can accept, as it is stored with their yes. Null without one. */
export function offerOf(recurring: Recurring) {
  const { offer, timeZone } = recurring;
  if (!offer?.chargeAt || offer.isAccepted) return null;
  const { id, text, amountCents, chargeAt, until } = offer;
  const sentence = priceOfferText(amountCents, recurring, chargeAt, timeZone);
  return { id, chargeAt, text, sentence, until: dayText(until, timeZone) };
}

/** The other period that the customer can change to, with its price as it is stored with their yes. Null without one. */
export function otherPeriodOf(recurring: Recurring) {
  const { otherPeriod, timeZone } = recurring;
  if (!otherPeriod) return null;
  const { period, amountCents, chargeAt } = otherPeriod;
  const savedCents = period === 'year' ? 12 * recurring.amountCents - amountCents : 0;
  const sentence = priceOfferText(amountCents, recurring, chargeAt, timeZone, period);
  return {
    text: savedCents > 0 ? `You save ${formatPrice(savedCents)} a year. ${sentence}` : sentence,
    change: `Change to ${period}ly payments`,
    confirm: `Pay ${formatUsd(amountCents)} on ${dayText(chargeAt, timeZone)}`,
  };
}

/** What canceling does. Empty if it isn't possible. */
export function cancelText(recurring: Recurring): string {
  const { state, nextChargeAt, timeZone } = recurring;
  if (!actionsOf(recurring).includes('cancel')) return '';
  const isAtOnce = state === 'pending' || state === 'past-due';
  const end = isAtOnce ? 'right away' : nextChargeAt ? `on ${dayText(nextChargeAt, timeZone)}` : '';
  return end
    ? `If you cancel, your recurring payment ends ${end}. You won’t be charged again.`
    : 'If you cancel, you won’t be charged again.';
}

const CHARGE_TEXTS: Record<Recurring['charges'][number]['state'], string> = {
  due: 'Due',
  paid: 'Paid',
  failed: 'Didn’t go through',
  refunded: 'Refunded',
};

/** "Paid on January 2, 2027" if that is another day than the one it was due. */
export function chargeText({ state, dueAt, paidAt }: Recurring['charges'][number], timeZone: string): string {
  const isLate =
    state === 'paid' && paidAt !== null && dayText(paidAt, timeZone) !== dayText(dueAt, timeZone);
  return isLate ? `Paid on ${dayText(paidAt, timeZone)}` : CHARGE_TEXTS[state];
}
