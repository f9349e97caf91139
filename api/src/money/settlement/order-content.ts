import type { Review } from '@northlight/shared/contracts/review.ts';
import type { Checkout } from '@northlight/shared/contracts/checkout.ts';
import type { OrderMethod } from '@northlight/shared/contracts/payments.ts';
import type { NewOrder, OrderWithLines } from '../../work/orders/order-store.ts';
import type { Draft } from './draft-store.ts';
import type { Facts, Received } from './moves.ts';

/** What the browser reports; stored beside what the server computes. */
export type Claims = Pick<
  Checkout,
  'initialPayment' | 'recurringPayment' | 'paymentStatus' | 'seoOptimization' | 'blogSetup' | 'extraRevisions'
>;

/** What is bought, and how it is paid for. */
export type Purchase = {
  /** The stored draft, or what the browser sent where there is none. */
  draft: Omit<Draft, 'details'> & {
    details: Omit<Draft['details'], 'checkoutId'> & { checkoutId?: string | undefined };
  };
  method: OrderMethod;
  claims?: Claims | undefined;
  /** Of the browser; absent for webhooks and the sweep. */
  clientAddress?: string | undefined;
};

/** The row of a new order, without its number. */
export function orderContent(
  { now, paymentMode, payment }: Facts,
  { draft, method, claims }: Purchase,
  review: Review | null,
  received: Received | null,
): NewOrder {
  const { details, price, consent } = draft;
  const { firstName, lastName, email, phone, businessName, businessDescription, country } = details;
  return {
    firstName,
    lastName,
    email,
    phone,
    businessName,
    businessDescription,
    country,
    serviceTypes: details.serviceTypes,
    caseId: details.caseId,
    neededForms: details.formsFor,
    missingForms: details.formsFor ?? details.serviceTypes,
    isYearly: details.isYearly,
    state: details.state ?? null,
    city: details.city ?? null,
    postalCode: details.postalCode ?? null,
    address: details.address ?? null,
    checkoutId: details.checkoutId ?? null,
    paymentId: payment?.id ?? null,
    basePriceCents: price.subtotalCents,
    promoCode: price.promoCode,
    cameFrom: details.cameFrom ?? null,
    discountCents: price.discountCents,
    taxCents: price.taxCents,
    initialPaymentCents: price.dueTodayCents,
    recurringPaymentCents: price.recurringCents,
    recurringPeriod: price.recurringPeriod,
    consent,
    terms: price.terms ?? null,
    acceptedTerms: details.acceptedTerms ?? null,
    paymentMethod: method,
    paymentMode,
    paymentStatus: review ? 'pending' : 'completed',
    receivedAmountCents: received?.amountCents ?? null,
    review,
    seoOptimization: claims?.seoOptimization ?? false,
    blogSetup: claims?.blogSetup ?? false,
    extraRevisions: claims?.extraRevisions ?? false,
    claimedInitialPaymentCents: claims?.initialPayment ?? null,
    claimedRecurringPaymentCents: claims?.recurringPayment ?? null,
    claimedPaymentStatus: claims?.paymentStatus ?? null,
    createdAt: now,
  };
}

/** New content for an existing order, which keeps its checkout, its time and what the browser reported. */
export function rewrittenContent(before: OrderWithLines, purchase: Purchase, content: NewOrder): NewOrder {
  return {
    ...content,
    caseId: before.caseId,
    ...(before.isExtra && { missingForms: [] }),
    checkoutId: before.checkoutId ?? content.checkoutId,
    createdAt: before.createdAt,
    consent: content.consent ?? before.consent,
    ...(!purchase.claims && {
      seoOptimization: before.seoOptimization,
      blogSetup: before.blogSetup,
      extraRevisions: before.extraRevisions,
      claimedInitialPaymentCents: before.claimedInitialPaymentCents,
      claimedRecurringPaymentCents: before.claimedRecurringPaymentCents,
      claimedPaymentStatus: before.claimedPaymentStatus,
    }),
  };
}
