import { inTransaction } from '../../db/transaction.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

/** Keeps one event short. The next declined card ends as many again. */
const MAX_ENDED = 50;

/**
 * Counts a declined card. The fifth ends the payment. The tenth within an hour from one network ends all card
 * payments open there, because each of them could try more cards. `noteCounted` runs in the transaction that counts. Do not
 * call it under a checkout's lock.
 */
export async function cardDeclined(
  context: AppContext,
  payment: Payment,
  noteCounted = () => {},
): Promise<void> {
  const { db, limits } = context;
  if (!limits.cardFailures.isOn) return;
  const { isPaymentOver, isNetworkOver } = await inTransaction(db, () => {
    noteCounted();
    return limits.cardFailures.countDecline(payment, paymentStore.addDecline(db, payment.id));
  });
  if (isPaymentOver) await endPayment(context, payment, 'declined_cards');
  if (!isNetworkOver || !payment.clientNetwork) return;
  for (const open of paymentStore.openFrom(db, payment.provider, payment.clientNetwork, MAX_ENDED))
    await endPayment(context, open, 'declined_network');
}

/** A payment that cannot be ended was paid, or the next declined card tries again. */
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
