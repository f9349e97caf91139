import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ServiceId } from '../../catalog/ids.ts';
import { SERVICES } from '../../catalog/services.ts';
import type { ListedOrder } from '../../contracts/orders.ts';

/** The services of an order. Old orders without services are for on-hold audio. */
export function servicesOf({ serviceTypes }: Pick<ListedOrder, 'serviceTypes'>) {
  const ids: ServiceId[] = serviceTypes.length > 0 ? serviceTypes : ['onhold'];
  return ids.map((id) => ({ id, label: SERVICES[id].name }));
}

/** "$30.00 per month", "$300.00 per year, ended", or "One-time payment". */
export function recurringWords({
  recurringPayment,
  isYearly,
  isRecurringOver,
}: Pick<ListedOrder, 'recurringPayment' | 'isYearly' | 'isRecurringOver'>): string {
  const cents = textToCents(recurringPayment);
  if (cents <= 0) return 'One-time payment';
  return `${formatUsd(cents)} per ${isYearly ? 'year' : 'month'}${isRecurringOver ? ', ended' : ''}`;
}

type PaidOrder = Pick<ListedOrder, 'paymentStatus' | 'refundedCents' | 'owedCents' | 'initialPayment'>;

/** Of the payment, not of the work. `isGood`: nobody owes anything. */
export function paymentWords({ paymentStatus, refundedCents, owedCents, initialPayment }: PaidOrder): {
  text: string;
  isGood: boolean;
} {
  const cents = textToCents(initialPayment);
  // Older responses do not say what was refunded or is owed.
  if (refundedCents > 0)
    return { text: refundedCents < cents ? 'Partly refunded' : 'Refunded', isGood: false };
  if (paymentStatus !== 'completed') return { text: 'Not paid', isGood: false };
  if (owedCents > 0) return { text: cents > 0 ? 'Paid in part' : 'Not paid', isGood: false };
  return { text: cents > 0 ? 'Paid' : 'Nothing due', isGood: true };
}

/** "$149.00", and "$198.00" after a refund or while something is owed, or else null. */
export function initialParts({
  initialPayment,
  refundedCents,
  owedCents,
}: Omit<PaidOrder, 'paymentStatus'>): [kept: string, whole: string | null] {
  const cents = textToCents(initialPayment);
  const [kept, whole] = [cents - (refundedCents || 0), cents + (owedCents || 0)];
  return [formatUsd(kept), kept === whole ? null : formatUsd(whole)];
}

/** "$198.00", or "$149.00 of $198.00". */
export const initialWords = (order: Omit<PaidOrder, 'paymentStatus'>): string =>
  initialParts(order)
    .filter((part) => part !== null)
    .join(' of ');

/** Who hosts an order's voice agent, and whether its price was agreed. Null without one. */
export function voiceWords({ serviceTypes, voiceQuote }: Pick<ListedOrder, 'serviceTypes' | 'voiceQuote'>) {
  if (!serviceTypes.includes('voice')) return null;
  // The price comes first, because a list may cut the rest. Older responses do not say whether it was agreed.
  const price = voiceQuote
    ? `Price agreed in ${voiceQuote}. `
    : voiceQuote === ''
      ? 'Price not agreed. '
      : '';
  return `${price}Hosted by GoHighLevel`;
}

/** "1 of 3 forms": how many services have their form. Null when all forms have arrived. */
export function formsWords({
  serviceTypes,
  missingForms,
}: Pick<ListedOrder, 'serviceTypes' | 'missingForms'>): string | null {
  if (missingForms.length === 0) return null;
  const bought = Math.max(serviceTypes.length, missingForms.length);
  return `${bought - missingForms.length} of ${bought} ${bought === 1 ? 'form' : 'forms'}`;
}

const EXTRAS = {
  seoOptimization: 'SEO optimization',
  blogSetup: 'Blog setup',
  extraRevisions: 'Extra revisions',
} as const;

/** The extras of an order, such as "SEO optimization, Blog setup". Empty if there are none. */
export function extrasWords(order: Pick<ListedOrder, keyof typeof EXTRAS>): string {
  const names = Object.keys(EXTRAS) as (keyof typeof EXTRAS)[];
  return names
    .filter((name) => order[name])
    .map((name) => EXTRAS[name])
    .join(', ');
}

const listed = new Intl.ListFormat('en-US');

/** "Missing the Website and On-Hold Audio forms". Null when all have arrived, before the payment, and after its refund. */
export function missingWords({
  missingForms,
  ...order
}: Pick<ListedOrder, 'missingForms'> & PaidOrder): string | null {
  if (missingForms.length === 0 || order.paymentStatus !== 'completed') return null;
  if (paymentWords(order).text === 'Refunded') return null;
  const names = listed.format(missingForms.map((id) => SERVICES[id].name));
  return `Missing the ${names} ${missingForms.length === 1 ? 'form' : 'forms'}`;
}
