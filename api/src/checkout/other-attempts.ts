import { inTransaction } from '../db/transaction.ts';
import { paymentUnclear } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/is-paid.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { settlePayment } from './settle-payment.ts';

/**
 * The order of a checkout that is paid, or whose money is under way: nothing more may be paid for it. Asks the provider about
 * attempts left open, since the answer to a paid one may have been lost. Under the checkout's lock.
 */
export async function findOrderUnderWay(
  deps: CheckoutDeps,
  checkoutId: string,
  exceptPaymentId?: number,
): Promise<OrderWithLines | null> {
  const existing = deps.orderStore.byCheckoutId(checkoutId);
  if (existing && isPaid(existing)) return existing;
  for (const payment of deps.paymentStore.unsettledForDraft(checkoutId)) {
    if (payment.id === exceptPaymentId) continue;
    const order = orderOf(await settlePayment(deps, payment, 'lookUp'));
    if (order) return order;
  }
  return null;
}

/**
 * Makes sure that nobody can pay the chosen attempts of a checkout any more. One that was paid meanwhile is settled instead, and
 * its order returned. Throws when a provider does not answer, for then nobody knows. Under the checkout's lock.
 */
export async function endOtherAttempts(
  deps: CheckoutDeps,
  checkoutId: string,
  isChosen: (payment: Payment) => boolean,
  reason: string,
): Promise<OrderWithLines | null> {
  for (const payment of deps.paymentStore.unsettledForDraft(checkoutId).filter(isChosen)) {
    if (await cancel(deps, payment)) {
      await inTransaction(deps.db, () => deps.paymentStore.markFailed(payment.id, reason, deps.now()));
      continue;
    }
    // Neither canceled nor paid: it stays open, and the sweeper asks about it.
    const order = orderOf(await settlePayment(deps, payment, 'lookUp'));
    if (order) return order;
  }
  return null;
}

async function cancel(deps: CheckoutDeps, { provider, providerPaymentId }: Payment): Promise<boolean> {
  // Nobody was ever given this one to pay.
  if (!providerPaymentId) return true;
  try {
    return await providerNamed(deps.providers, provider).cancel(providerPaymentId);
  } catch (error) {
    deps.log.error({ err: error, provider }, 'could not cancel a payment attempt');
    throw paymentUnclear();
  }
}

const orderOf = (settled: Awaited<ReturnType<typeof settlePayment>>): OrderWithLines | null =>
  settled.status === 'paid' || settled.status === 'processing' ? settled.order : null;
