import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { Terms } from '@northlight/shared/catalog/catalog.ts';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { termsOf as catalogTerms } from '@northlight/shared/catalog/terms.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import { browserKeyOf, orderKeyOf } from './order-links.ts';
import type { OrderWithLines, Order } from './order-store.ts';

type About = {
  /** Signs the links to the forms. */
  secret: string;
  timeZone: string;
  /** Whether the caller knows the order's checkout ID. Who only knows a payment's ID learns nothing. */
  isBuyer: boolean;
  isProcessing: boolean;
};

/** What the customer may see of an order. */
export function presentConfirmation(
  order: OrderWithLines,
  { secret, timeZone, isBuyer, isProcessing }: About,
): OrderConfirmation {
  const hasPaid = order.initialPaymentCents > 0 && isPaid(order);
  // After links were ended, only a newer email opens the order again.
  const getsKeys = isBuyer && order.keyVersion === 0;
  return {
    orderNumber: order.orderNumber,
    initialPayment: centsToText(order.initialPaymentCents),
    recurringPayment: centsToText(order.recurringPaymentCents),
    isYearly: order.isYearly,
    email: isBuyer ? order.email : '',
    serviceTypes: order.serviceTypes,
    paymentStatus: order.paymentStatus,
    isPaid: isPaid(order),
    isProcessing,
    isHeld: order.review?.code === 'processing' && order.review.held !== undefined,
    isDemo: order.paymentMode !== 'live',
    createdAt: order.createdAt.toISOString(),
    timeZone,
    intakeKey: getsKeys ? browserKeyOf(secret, order) : '',
    // Anyone can place an order in another name without paying, so only the email opens its page.
    orderKey: getsKeys && (hasPaid || isProcessing) ? orderKeyOf(secret, order) : '',
    price: priceOf(order),
  };
}

/** The line of a part of a quote, such as "Quote Q-1001: Final payment". */
const PART = /^Quote (Q-\d+): ((?:First|Final) payment.*)$/;

/** Its customer bought nothing new: it pays a part of a quote. */
export const isPart = ({ lines }: Pick<OrderWithLines, 'lines'>): boolean =>
  lines.some(({ name }) => PART.test(name));

/** What was bought, by its names: "Extra banner, Photos, and 2 more", or "Final payment of quote Q-1001". */
export function boughtText({ lines }: Pick<OrderWithLines, 'lines'>): string {
  const names = lines.map(({ name }) => name.replace(PART, '$2 of quote $1'));
  const shown = names.length > 3 ? [...names.slice(0, 2), `${names.length - 2} more`] : names;
  return new Intl.ListFormat('en-US').format(shown);
}

/** The price that the order was made from. */
export function priceOf(order: OrderWithLines): Price {
  return {
    lines: order.lines,
    subtotalCents: order.basePriceCents,
    promoCode: order.promoCode,
    discountCents: order.discountCents,
    taxCents: order.taxCents,
    dueTodayCents: order.initialPaymentCents,
    recurringCents: order.recurringPaymentCents,
    recurringPeriod: order.recurringPeriod,
    terms: termsOf(order),
  };
}

/** What applied when it was bought. The code's values tell it of orders from before it was stored. */
export function termsOf(order: OrderWithLines): Terms {
  const { terms, serviceTypes, taxCents, recurringPaymentCents, isYearly } = order;
  if (terms) return terms;
  const { website } = DEFAULT_CATALOG.services;
  const untaxedCents = (isYearly ? website.yearlyCents : website.monthlyCents) ?? 0;
  const taxPercent = taxCents > 0 ? (DEFAULT_CATALOG.taxes[0]?.percent ?? 0) : 0;
  const taxesRecurring = taxCents > 0 && recurringPaymentCents > untaxedCents;
  return catalogTerms(DEFAULT_CATALOG, serviceTypes, { taxPercent, taxesRecurring });
}

/** The business of an order or a quote, or else its customer. Empty if it names neither. */
export const customerName = ({
  businessName,
  firstName,
  lastName,
}: Pick<OrderWithLines, 'businessName' | 'firstName' | 'lastName'>): string =>
  businessName || `${firstName} ${lastName}`.trim();

/** The person of an order. Without names, its business, or else its email. */
export const personName = ({
  businessName,
  firstName,
  lastName,
  email,
}: Pick<OrderWithLines, 'businessName' | 'firstName' | 'lastName' | 'email'>): string =>
  `${firstName} ${lastName}`.trim() || businessName || email;

/** "United States" for "US". Buyers may also type a name. */
function countryName(country: string): string {
  if (!/^[A-Za-z]{2}$/.test(country)) return country;
  const names = new Intl.DisplayNames('en-US', { type: 'region', fallback: 'none' });
  return names.of(country.toUpperCase()) ?? country;
}

/** By line, without empty lines. */
export function billingAddressOf(order: {
  [name in 'address' | 'city' | 'state' | 'postalCode' | 'country']?: string | null | undefined;
}): string[] {
  const { address, city, state, postalCode, country } = order;
  const place = [state, postalCode].filter(Boolean).join(' ');
  const lines = [address, [city, place].filter(Boolean).join(', '), country && countryName(country)];
  return lines.filter((line): line is string => Boolean(line));
}

/**
 * Whether the payment was received or none was due. A paid order can still be pending if the amount is wrong.
 */
export function isPaid(order: Pick<Order, 'initialPaymentCents' | 'receivedAmountCents'>): boolean {
  return order.initialPaymentCents === 0 || order.receivedAmountCents !== null;
}
