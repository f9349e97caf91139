import { nextPeriod } from '@northlight/shared/catalog/periods.ts';
import type { AppContext } from '../context.ts';
import type { Order } from '../../work/orders/order-store.ts';
import { providerNamed } from '../payments/provider.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as agreementStore from './agreement-store.ts';

/**
 * Stripe counts a period from the second in which it is told. Started in the second of the order, the first
 * charge could be due at once.
 */
const START_AFTER_MS = 2_000;

/**
 * Stores that an order's recurring payment must be started, once. Call it in the transaction that completes
 * the order. False when the order has none, or no payment whose card could be charged.
 */
export function openAgreement(context: AppContext, order: Order): boolean {
  const { db, now, billingNow, providers } = context;
  const { recurringPeriod: period, recurringPaymentCents: amountCents, consent, createdAt } = order;
  // A pending order keeps its first day, and its customer may agree much later. Providers count whole seconds.
  const startedAt = consent ? new Date(consent.agreedAt) : new Date(createdAt);
  startedAt.setMilliseconds(0);
  const payment = order.paymentId === null ? undefined : paymentStore.byId(db, order.paymentId);
  const { paymentMethod } = order;
  if (!period || amountCents <= 0 || payment?.status !== 'paid' || !payment.providerPaymentId) return false;
  if (paymentMethod === 'by-hand') return false;
  const firstChargeAt = nextPeriod(startedAt, period, billingNow());
  agreementStore.insert(db, {
    id: order.id,
    provider: payment.provider,
    providerId:
      providerNamed(providers, payment.provider).recurring.startedBy?.(payment.providerPaymentId) ?? null,
    period,
    amountCents,
    startedAt,
    firstChargeAt,
    nextCheckAt: new Date(Math.max(billingNow().getTime(), startedAt.getTime() + START_AFTER_MS)),
    now: now(),
  });
  return true;
}
