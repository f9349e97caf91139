import { formatPrice } from '@northlight/shared/catalogue/money.ts';
import { dayText } from '@northlight/shared/catalogue/periods.ts';
import type { ChangeRecurring, CustomerRecurring } from '@northlight/shared/contracts/shop/recurring.ts';

export type Action = ChangeRecurring['action'];
type Recurring = CustomerRecurring;

export const isOver = ({ state }: Recurring): boolean => state === 'canceled' || state === 'ended';

export const priceText = ({ amountCents, period }: Recurring): string =>
  `${formatPrice(amountCents)} a ${period}`;

/** The state as a sentence. */
export function stateText(recurring: Recurring): string {
  const { state, cancelAt, nextChargeAt, amountCents, charges } = recurring;
  if (state === 'canceled') return 'Canceled. You won’t be charged again.';
  if (state === 'ended') return 'Ended, because a payment didn’t go through. You won’t be charged again.';
  if (cancelAt) return `Canceled. It ends on ${dayText(cancelAt)}, and you won’t be charged again.`;
  if (state === 'past-due') {
    const open = charges.findLast((charge) => charge.state === 'failed');
    const what = open
      ? `Your payment of ${formatPrice(open.amountCents)} from ${dayText(open.dueAt)}`
      : 'Your last payment';
    return `${what} didn’t go through. Please pay now or update your payment method.`;
  }
  if (state === 'paused') return 'Paused. You won’t be charged while it’s paused.';
  return nextChargeAt
    ? `Active. We’ll charge ${formatPrice(amountCents)} on ${dayText(nextChargeAt)}.`
    : 'Active.';
}

/** The page's facts by label. */
export function factsOf(recurring: Recurring): [label: string, text: string][] {
  const { nextChargeAt, cancelAt, card } = recurring;
  const next: [string, string] = cancelAt
    ? ['Ends on', dayText(cancelAt)]
    : ['Next payment', nextChargeAt ? dayText(nextChargeAt) : 'None'];
  return [
    ['Your website costs', priceText(recurring)],
    ...(isOver(recurring) ? [] : [next]),
    ...(card ? [['Paid with', card] satisfies [string, string]] : []),
  ];
}

/** What the customer can do now. */
export function actionsOf(recurring: Recurring): Action[] {
  const { state, cancelAt, canPay } = recurring;
  if (isOver(recurring)) return [];
  return [
    ...(canPay ? ['pay' as const] : []),
    ...(cancelAt ? ['undo-cancel' as const] : []),
    ...(state === 'pending' ? [] : ['update-card' as const]),
    ...(cancelAt ? [] : ['cancel' as const]),
  ];
}

/** The label of the button for another card or account. */
export const updateText = ({ card }: Recurring): string =>
  card?.startsWith('PayPal') ? 'Update PayPal account' : 'Update card';

/** What canceling does. Empty if it isn't possible. */
export function cancelText(recurring: Recurring): string {
  const { state, nextChargeAt, period } = recurring;
  if (!actionsOf(recurring).includes('cancel')) return '';
  const isAtOnce = state === 'pending' || state === 'past-due';
  const end = nextChargeAt ? `on ${dayText(nextChargeAt)}` : `with the current ${period}`;
  const when = isAtOnce ? 'ends at once' : `ends ${end}`;
  return `If you cancel, it ${when}, and nothing more is charged.`;
}

const CHARGE_TEXTS: Record<Recurring['charges'][number]['state'], string> = {
  due: 'Due',
  paid: 'Paid',
  failed: 'Didn’t go through',
  refunded: 'Refunded',
};

/** "Paid on January 2, 2027" if that is another day than the one it was due. */
export function chargeText({ state, dueAt, paidAt }: Recurring['charges'][number]): string {
  const isLate = state === 'paid' && paidAt !== null && dayText(paidAt) !== dayText(dueAt);
  return isLate ? `Paid on ${dayText(paidAt)}` : CHARGE_TEXTS[state];
}

/** Whether the page may go there: to the payment provider, or back to this shop. */
export function isSafeUrl(url: string, origin: string): boolean {
  const parsed = URL.parse(url, origin);
  return parsed !== null && (parsed.protocol === 'https:' || parsed.origin === origin);
}
