import type { PaymentMethod } from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import { providerUnavailable } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed, type PaymentState, type Providers } from '../payments/provider.ts';
import { tellBuyer } from '../refunds/tell-buyer.ts';
import { askForLook } from './ask-for-look.ts';
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
      await recordFacts(deps, payment, state);
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
      await cancelOthers(deps, payment);
      return { status: 'paid', order };
    }
  }
}

/** What a refund needs later, and what happened at the provider without us. */
async function recordFacts(
  deps: CheckoutDeps,
  payment: Payment,
  { chargeId, refunds, isDisputed }: Extract<PaymentState, { status: 'paid' }>,
): Promise<void> {
  const { db, paymentStore, refundStore, orderStore, now } = deps;
  if (!chargeId && refunds.length === 0 && !isDisputed) return;
  await inTransaction(db, () => {
    if (chargeId && chargeId !== payment.chargeId) paymentStore.recordCharge(payment.id, chargeId);
    const order = orderStore.byPaymentId(payment.id);
    for (const refund of refunds) {
      const own = refundStore.recordFromProvider(payment, refund, order, now());
      if (own?.status === 'succeeded') tellBuyer(deps, payment, own);
    }
    if (isDisputed && payment.reviewReason !== DISPUTED) {
      paymentStore.flag(payment.id, DISPUTED, now());
      askForLook(deps, { order, payment, occasion: 'disputed' });
    }
  });
}

const DISPUTED = 'The buyer disputes this payment: answer at the provider.';

/** Whoever has paid must not be able to pay again in another tab. What cannot be ended is looked at by the sweeper. */
async function cancelOthers(deps: CheckoutDeps, payment: Payment): Promise<void> {
  if (!payment.draftId) return;
  const others = deps.paymentStore.openForDraft(payment.draftId).filter(({ id }) => id !== payment.id);
  for (const { id, provider, providerPaymentId } of others) {
    try {
      const isOver =
        !providerPaymentId || (await providerNamed(deps.providers, provider).cancel(providerPaymentId));
      if (!isOver) continue;
      await inTransaction(deps.db, () =>
        deps.paymentStore.markFailed(id, 'Paid by another payment.', deps.now()),
      );
    } catch (error) {
      deps.log.warn({ err: error, paymentId: id }, 'a payment that is not needed any more was not canceled');
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
