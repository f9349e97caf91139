import { bulkInsert } from '../src/db/bulk-insert.ts';
import type { Db } from '../src/db/client.ts';
import { orderLines, orders } from '../src/db/schema/orders.ts';
import { checkoutDrafts, payments, refunds } from '../src/db/schema/payments.ts';
import { agreements, charges, demoAgreements } from '../src/db/schema/recurring.ts';
import { promoUses } from '../src/db/schema/sales.ts';
import { mailboxOf } from '../src/http/limits/unverified-recipients.ts';
import * as invoiceStore from '../src/money/invoices/invoice-store.ts';
import type { Payment } from '../src/money/payments/payment-store.ts';
import { taxShare } from '../src/money/payments/refund-store.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { appendTo } from './append-to.ts';
import type { Sampler } from './sampler.ts';
import { type Sample, sampleDraft, samplePayment } from './seed-orders.ts';
import { sampleAgreement } from './seed-recurring.ts';
import { FULL_REFUND, PARTIAL_REFUND } from './seed-texts.ts';
import type { WorkTime } from './work-time.ts';

const FAILED_EVERY = 9;

type Studio = { team: readonly number[]; time: WorkTime; now: Date };

/** Writes orders with their payments, refunds, recurring payments, promo codes, and documents. */
export function createMoneyWriter(db: Db, { team, time, now }: Studio) {
  const write = {
    order: bulkInsert(db, orders),
    line: appendTo(db, orderLines),
    draft: bulkInsert(db, checkoutDrafts),
    payment: appendTo(db, payments),
    refund: appendTo(db, refunds),
    promoUse: bulkInsert(db, promoUses),
    agreement: bulkInsert(db, agreements),
    charge: appendTo(db, charges),
    atProvider: bulkInsert(db, demoAgreements),
  };
  const documents: { cause: invoiceStore.Cause; at: Date }[] = [];
  return {
    /** `isInvoiced`: with invoices and credit notes. Old orders get theirs when somebody asks. */
    order: (sampler: Sampler, { order, price }: Sample, isInvoiced: boolean): void => {
      const { id: orderId, checkoutId, receivedAmountCents, createdAt, paymentStatus } = order;
      const draftId = checkoutId ?? '';
      const document = (cause: Partial<invoiceStore.Cause>, at: Date): void => {
        if (isInvoiced) documents.push({ cause: { orderId, ...cause }, at });
      };
      write.draft(sampleDraft({ order, price }, draftId));
      if (paymentStatus === 'pending' || (order.initialPaymentCents > 0 && sampler.chance(0.1)))
        order.paymentId = write.payment(samplePayment(sampler, order, draftId, false));
      const payment = receivedAmountCents === null ? null : samplePayment(sampler, order, draftId, true);
      if (payment) order.paymentId = write.payment(payment);
      write.order(order);
      for (const line of price.lines) write.line({ addonId: null, note: null, ...line, orderId });
      usePromo(order, draftId);
      if (!payment) return;
      document({}, createdAt);
      const paidBackAt = refund(sampler, order, document);
      recur(sampler, order, payment, paidBackAt, document);
    },
    /** In the order of their numbers. Call it inside a transaction. */
    documents: (): void => {
      for (const { cause, at } of documents.toSorted((a, b) => a.at.getTime() - b.at.getTime()))
        invoiceStore.give(db, cause, at);
    },
  };

  function usePromo(
    { promoCode: code, email, discountCents, paymentStatus, ...order }: Order,
    checkoutId: string,
  ) {
    if (!code || paymentStatus === 'pending') return;
    const receivedCents = order.receivedAmountCents ?? 0;
    const use = { checkoutId, email: mailboxOf(email), heldUntil: null, discountCents };
    write.promoUse({ ...use, code, receivedCents });
  }

  /** Some delivered orders are paid back, in part or in full. Returns when, if in full. */
  function refund({ chance, between, pick }: Sampler, order: Order, document: Document): Date | null {
    const { receivedAmountCents: paidCents, paymentId, orderNumber, deliveredAt } = order;
    if (!deliveredAt || !paidCents || !paymentId || !chance(0.04)) return null;
    const at = time.after(deliveredAt, between(0.3, 5));
    if (at > now) return null;
    const isFull = chance(0.35);
    // The bank returned it days later.
    const isFailed = order.id % FAILED_EVERY === 0;
    const amountCents = isFull ? paidCents : Math.round(paidCents / 500) * 100;
    const refundId = write.refund({
      paymentId,
      key: `seed-${orderNumber}`,
      providerRefundId: `seed-${orderNumber}`,
      amountCents,
      taxCents: taxShare(order, amountCents, []),
      reason: isFull ? FULL_REFUND : PARTIAL_REFUND,
      status: isFailed ? 'failed' : 'succeeded',
      failure: isFailed ? 'The account is closed.' : null,
      way: null,
      nextCheckAt: null,
      adminId: team.length > 0 ? pick(team) : null,
      createdAt: at,
      updatedAt: at,
    });
    document({ refundId }, at);
    return isFull && !isFailed ? at : null;
  }

  function recur(
    sampler: Sampler,
    order: Order,
    { provider }: Pick<Payment, 'provider'>,
    paidBackAt: Date | null,
    document: Document,
  ): void {
    const recurring = sampleAgreement(sampler, order, provider, { now, paidBackAt });
    if (!recurring) return;
    write.agreement(recurring.agreement);
    for (const charge of recurring.charges) {
      const chargeId = write.charge(charge);
      const { refundedCents, state, dueAt } = charge;
      if (state !== 'failed') document({ chargeId }, dueAt);
      if (refundedCents > 0) document({ chargeId, refundedCents }, dueAt);
    }
    if (recurring.atProvider)
      write.atProvider({ id: `demo-${order.orderNumber}`, data: recurring.atProvider });
  }
}

type Document = (cause: Partial<invoiceStore.Cause>, at: Date) => void;
