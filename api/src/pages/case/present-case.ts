import { reviewText } from '@northlight/shared/contracts/review.ts';
import { cameFromWords } from '@northlight/shared/contracts/funnel.ts';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import type { CaseMessage } from '@northlight/shared/contracts/emails.ts';
import type { CaseOrder } from '@northlight/shared/contracts/cases.ts';
import { type CasePayment, type CaseRefund, holdsMoney } from '@northlight/shared/contracts/payments.ts';
import type { RecordContext } from '../../db/context.ts';
import { isPaidBack, type Order, type OrderWithLines } from '../../work/orders/order-store.ts';
import { exemptionOf, personByEmail } from '../../work/customers/customer-store.ts';
import { presentListedOrder } from '../../work/orders/present-listed-order.ts';
import { taxPercentOf } from '@northlight/shared/catalog/price.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import { receiptOf } from '../../work/orders/order-lookups.ts';
import { billingAddressOf } from '../../work/orders/present-order.ts';
import { messageName } from '../../messages/outbox/message-name.ts';
import type { OutboxMessage } from '../../messages/outbox/outbox-store.ts';
import { type ListedRefund, refundedCents } from '../../money/payments/refund-store.ts';
import type { Payment } from '../../money/payments/payment-store.ts';

export function presentCaseOrder(context: RecordContext, order: OrderWithLines): CaseOrder {
  const { consent } = order;
  return {
    ...presentListedOrder(context, order),
    customerId: personByEmail(context.db, order.email)?.customerId ?? null,
    businessDescription: order.businessDescription,
    billingAddress: billingAddressOf(order),
    address: {
      country: order.country,
      state: order.state ?? undefined,
      city: order.city ?? undefined,
      postalCode: order.postalCode ?? undefined,
      address: order.address ?? undefined,
    },
    soldRecurringPayment: centsToText(order.recurringPaymentCents),
    price: receiptOf(context.db, order),
    isPaidBack: isPaidBack(context.db, order.caseId),
    taxPercent: taxPercentOf(currentCatalog(context.db).taxes, {
      ...order,
      exempt: exemptionOf(context, order.email),
    }),
    paymentMethod: order.paymentMethod,
    imported: order.imported && { invoice: order.imported.invoice },
    cameFrom: order.cameFrom && cameFromWords(order.cameFrom),
    consent: consent && { text: consent.text, agreedAt: consent.agreedAt },
    acceptedTerms: order.acceptedTerms,
    claims: {
      initialPayment: claim(order.claimedInitialPaymentCents, order.initialPaymentCents),
      recurringPayment: claim(order.claimedRecurringPaymentCents, order.recurringPaymentCents),
      paymentStatus: order.claimedPaymentStatus === order.paymentStatus ? null : order.claimedPaymentStatus,
    },
  };
}

/** What the browser reported, only where it differs from what the server computed. */
function claim(claimed: number | null, computed: number): string | null {
  return claimed === null || claimed === computed ? null : centsToText(claimed);
}

/** Whether this attempt brought no payment and is not the order's own. */
export function isUnused(order: Pick<Order, 'paymentId'> | undefined, payment: Payment): boolean {
  const { id, status, receivedAmountCents } = payment;
  return (
    (status === 'open' || status === 'failed') && receivedAmountCents === null && order?.paymentId !== id
  );
}

export function presentPayment(
  order: Order | undefined,
  payment: Payment,
  refunds: ListedRefund[],
  timeZone: string,
  ifWhole: string,
): CasePayment {
  const { id, provider, providerPaymentId, status, review, receivedAmountCents } = payment;
  const currency = payment.receivedCurrency?.toUpperCase() ?? '';
  const dispute = (review?.code === 'disputed' && review.dispute) || null;
  return {
    id,
    provider,
    providerPaymentId,
    status,
    reviewReason: review && reviewText(review, timeZone),
    dispute,
    isUnused: isUnused(order, payment),
    amount: centsToText(payment.amountCents),
    refunds: refunds.map(presentRefund),
    refundable: centsToText(
      payment.status === 'paid' && !(dispute && holdsMoney(dispute))
        ? (receivedAmountCents ?? 0) - refundedCents(refunds)
        : 0,
    ),
    ifWhole,
    received: receivedAmountCents === null ? null : `${centsToText(receivedAmountCents)} ${currency}`,
    createdAt: payment.createdAt.toISOString(),
    updatedAt: payment.updatedAt.toISOString(),
  };
}

function presentRefund({
  id,
  amountCents,
  taxCents,
  reason,
  status,
  failure,
  way,
  by,
  createdAt,
}: ListedRefund): CaseRefund {
  return {
    id,
    reason,
    status,
    failure,
    way,
    by,
    amount: centsToText(amountCents),
    tax: centsToText(taxCents),
    createdAt: createdAt.toISOString(),
  };
}

export function presentEmail(message: OutboxMessage): CaseMessage {
  const { id, kind, recipient, status, attempts, lastError, createdAt, dueAt, nextAttemptAt, sentAt } =
    message;
  return {
    id,
    kind,
    name: messageName(message),
    recipient,
    status,
    attempts,
    lastError,
    createdAt: createdAt.toISOString(),
    dueAt: dueAt.toISOString(),
    nextAttemptAt: status === 'waiting' ? nextAttemptAt.toISOString() : null,
    sentAt: sentAt?.toISOString() ?? null,
  };
}
