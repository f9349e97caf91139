import { inTransaction } from '../db/transaction.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import type { CheckoutDeps } from './checkout-deps.ts';

/** So many at once that events wait no moment longer; every further refusal ends as many again. */
const MOST_ENDED = 50;

/**
 * A provider refused a card. After the fifth, the payment is ended; after the tenth within an hour from one network, so are all
 * card payments that it has open, since each could try more cards. Must not be called under a checkout's lock.
 */
export async function cardDeclined(deps: CheckoutDeps, payment: Payment): Promise<void> {
  const { db, cardTesting, paymentStore } = deps;
  if (!cardTesting.isOn) return;
  const { isPaymentOver, isNetworkOver } = await inTransaction(db, () =>
    cardTesting.countDecline(payment, paymentStore.addDecline(payment.id)),
  );
  if (isPaymentOver) await endPayment(deps, payment, 'Ended after five declined cards.');
  if (!isNetworkOver || !payment.clientNetwork) return;
  for (const open of paymentStore.openFrom(payment.provider, payment.clientNetwork, MOST_ENDED))
    await endPayment(deps, open, 'Ended after ten declined cards from one network.');
}

/** What cannot be ended has been paid, or is tried again with the next refused card. */
function endPayment(deps: CheckoutDeps, payment: Payment, reason: string): Promise<void> {
  const { db, locks, log, now, paymentStore, providers } = deps;
  const { id, draftId, provider, providerPaymentId } = payment;
  return locks.run(draftId, async () => {
    try {
      if (!providerPaymentId || paymentStore.byId(id)?.status !== 'open') return;
      const isOver = await providerNamed(providers, provider).cancel(providerPaymentId);
      if (isOver) await inTransaction(db, () => paymentStore.markFailed(id, reason, now()));
    } catch (error) {
      log.warn({ err: error, paymentId: id }, 'could not end a payment with too many declined cards');
    }
  });
}
