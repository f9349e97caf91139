import type { PaymentMethod } from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { providerUnavailable } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed, type PaymentState, type Providers } from '../payments/provider.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { completeOrder, type Claims } from './complete-order.ts';

export type Settled =
  | { status: 'paid'; order: OrderWithLines }
  /** Paid, but begun without a draft: only the browser knows what it was for. */
  | { status: 'paid-without-draft'; received: { amountCents: number; currency: string } }
  | { status: 'open' }
  | { status: 'failed'; reason: string };

/** Asks the provider about a payment and, when the money is there, makes its order. */
export async function settlePayment(
  deps: CheckoutDeps,
  payment: Payment,
  how: 'capture' | 'lookUp',
  claims?: Claims,
): Promise<Settled> {
  const state = await ask(deps, payment, how);
  switch (state.status) {
    case 'open':
      return state;
    case 'failed':
      if (payment.status === 'open') {
        await inTransaction(deps.db, () =>
          deps.paymentStore.markFailed(payment.id, state.reason, deps.now()),
        );
      }
      return state;
    case 'paid': {
      const received = { amountCents: state.amountCents, currency: state.currency };
      const draft = payment.draftId ? deps.draftStore.find(payment.draftId) : undefined;
      if (!draft) return { status: 'paid-without-draft', received };
      const order = await completeOrder(deps, {
        draft,
        method: methodOf(deps.providers, payment),
        payment,
        received,
        ...(claims && { claims }),
      });
      deps.onMailWritten();
      return { status: 'paid', order };
    }
  }
}

async function ask(deps: CheckoutDeps, payment: Payment, how: 'capture' | 'lookUp'): Promise<PaymentState> {
  if (!payment.providerPaymentId) return { status: 'open' };
  try {
    return await providerNamed(deps.providers, payment.provider)[how](payment.providerPaymentId);
  } catch (error) {
    deps.log.error({ err: error, provider: payment.provider }, 'the payment provider did not answer');
    throw providerUnavailable();
  }
}

export function methodOf(providers: Providers, payment: Payment): PaymentMethod {
  return providers.paypal.name === payment.provider ? 'paypal' : 'credit-card';
}
