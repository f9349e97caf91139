import { inTransaction } from '../db/transaction.ts';
import { paymentUnclear } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/is-paid.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import { settlePayment } from './settle-payment.ts';
import * as orderStore from '../orders/order-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

/**
 * The order of a checkout that is paid, or whose money is under way: nothing more may be paid for it. Asks the provider about
 * attempts left open, since the answer to a paid one may have been lost. Under the checkout's lock.
 */
export async function findOrderUnderWay(
  context: AppContext,
  checkoutId: string,
  exceptPaymentId?: number,
): Promise<OrderWithLines | null> {
  const existing = orderStore.byCheckoutId(context.db, checkoutId);
  if (existing && isPaid(existing)) return existing;
  for (const payment of paymentStore.unsettledForDraft(context.db, checkoutId)) {
    if (payment.id === exceptPaymentId) continue;
    const order = orderOf(await settlePayment(context, payment, 'lookUp'));
    if (order) return order;
  }
  return null;
}

/**
 * Makes sure that nobody can pay the chosen attempts of a checkout any more. One that was paid meanwhile is settled instead, and
 * its order returned. Throws when a provider does not answer, for then nobody knows. Under the checkout's lock.
 */
export async function endOtherAttempts(
  context: AppContext,
  checkoutId: string,
  isChosen: (payment: Payment) => boolean,
  reason: string,
): Promise<OrderWithLines | null> {
  for (const payment of paymentStore.unsettledForDraft(context.db, checkoutId).filter(isChosen)) {
    if (await cancel(context, payment)) {
      await inTransaction(context.db, () =>
        paymentStore.markFailed(context.db, payment.id, reason, context.now()),
      );
      continue;
    }
    // Neither canceled nor paid: it stays open, and the sweeper asks about it.
    const order = orderOf(await settlePayment(context, payment, 'lookUp'));
    if (order) return order;
  }
  return null;
}

async function cancel(context: AppContext, { provider, providerPaymentId }: Payment): Promise<boolean> {
  // Nobody was ever given this one to pay.
  if (!providerPaymentId) return true;
  try {
    return await providerNamed(context.providers, provider).cancel(providerPaymentId);
  } catch (error) {
    context.log.error({ err: error, provider }, 'could not cancel a payment attempt');
    throw paymentUnclear();
  }
}

const orderOf = (settled: Awaited<ReturnType<typeof settlePayment>>): OrderWithLines | null =>
  settled.status === 'paid' || settled.status === 'processing' ? settled.order : null;
