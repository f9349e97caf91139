import { centsToText } from '@northlight/shared/catalogue/money.ts';
import type { Quote } from '@northlight/shared/catalogue/quote.ts';
import type { OrderConfirmation } from '@northlight/shared/contracts/checkout.ts';
import type { IntakeLinks } from './intake-links.ts';
import type { OrderWithLines } from './order-store.ts';

/** What the buyer may know of an order. */
export function presentConfirmation(order: OrderWithLines, intakeLinks: IntakeLinks): OrderConfirmation {
  return {
    orderNumber: order.orderNumber,
    initialPayment: centsToText(order.initialPaymentCents),
    recurringPayment: centsToText(order.recurringPaymentCents),
    isYearly: order.isYearly,
    email: order.email,
    serviceTypes: order.serviceTypes,
    paymentStatus: order.paymentStatus,
    isPaid: isPaid(order),
    isDemo: order.paymentMode === 'demo',
    createdAt: order.createdAt.toISOString(),
    intakeKey: intakeLinks.keyOf(order),
    quote: quoteOf(order),
  };
}

/** Money has arrived, or none was due; a paid order can still be pending when its amount is not the agreed one. */
export function isPaid(order: Pick<OrderWithLines, 'initialPaymentCents' | 'receivedAmountCents'>): boolean {
  return order.initialPaymentCents === 0 || order.receivedAmountCents !== null;
}

/** The quote that the order was made from. */
export function quoteOf(order: OrderWithLines): Quote {
  return {
    lines: order.lines,
    subtotalCents: order.basePriceCents,
    promoCode: order.promoCode,
    discountCents: order.discountCents,
    taxCents: order.taxCents,
    dueTodayCents: order.initialPaymentCents,
    recurringCents: order.recurringPaymentCents,
    recurringPeriod: order.recurringPeriod,
  };
}
