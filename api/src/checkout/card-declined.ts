import { inTransaction } from '../db/transaction.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

/** So many at once that events wait no moment longer; every further refusal ends as many again. */
const MAX_ENDED = 50;

/**
 * A provider refused a card. After the fifth, the payment is ended; after the tenth within an hour from one network, so are all
 * card payments that it has open, since each could try more cards. Must not be called under a checkout's lock.
 */
export async function cardDeclined(context: AppContext, payment: Payment): Promise<void> {
  const { db, limits } = context;
  if (!limits.cardFailures.isOn) return;
  const { isPaymentOver, isNetworkOver } = await inTransaction(db, () =>
    limits.cardFailures.countDecline(payment, paymentStore.addDecline(db, payment.id)),
  );
  if (isPaymentOver) await endPayment(context, payment, 'declined_cards');
  if (!isNetworkOver || !payment.clientNetwork) return;
  for (const open of paymentStore.openFrom(db, payment.provider, payment.clientNetwork, MAX_ENDED))
    await endPayment(context, open, 'declined_network');
}

/** What cannot be ended has been paid, or is tried again with the next refused card. */
function endPayment(
  context: AppContext,
  payment: Payment,
  code: 'declined_cards' | 'declined_network',
): Promise<void> {
  const { db, locks, log, now, providers } = context;
  const { id, draftId, provider, providerPaymentId } = payment;
  return locks.run(draftId, async () => {
    try {
      if (!providerPaymentId || paymentStore.byId(db, id)?.status !== 'open') return;
      const isOver = await providerNamed(providers, provider).cancel(providerPaymentId);
      if (isOver) await inTransaction(db, () => paymentStore.markFailed(db, id, { code }, now()));
    } catch (error) {
      log.warn({ err: error, paymentId: id }, 'could not end a payment with too many declined cards');
    }
  });
}
