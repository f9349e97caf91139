import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cardDeclined } from '../settlement/card-declined.ts';
import { queueReviewRequest } from '../settlement/queue-order-emails.ts';
import { settleUnattended } from '../settlement/settle-unattended.ts';
import { inTransaction } from '../../db/transaction.ts';
import { inBackground } from '../payments/breaker.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import type { StoredEvent } from './event-store.ts';
import * as eventStore from './event-store.ts';
import * as agreementStore from '../recurring/agreement-store.ts';
import { STRAY } from '../payments/payment-reviews.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

const BATCH = 20;
const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 10 * 60_000;
/** The event can arrive before the answer to the create call, which contains the payment's ID. */
const STRAY_AFTER_MS = 10 * 60_000;

/** Processes stored events. An event is only a reason to ask the provider, so repeats change nothing. */
export const processEvents = (context: AppContext): Promise<{ mayBeMore: boolean }> =>
  inBackground(() => processWaiting(context));

async function processWaiting(context: AppContext): Promise<{ mayBeMore: boolean }> {
  const waiting = eventStore.waiting(context.db, context.now(), BATCH);
  for (const event of waiting) {
    await nextTurn();
    try {
      await processEvent(context, event);
      await inTransaction(context.db, () => eventStore.processed(context.db, event.id, context.now()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ eventId: event.eventId, type: event.type, reason }, 'webhook event deferred');
      const wait = Math.min(MAX_RETRY_MS, FIRST_RETRY_MS * 2 ** event.attempts);
      await inTransaction(context.db, () =>
        eventStore.failed(context.db, event.id, reason, new Date(context.now().getTime() + wait)),
      );
    }
  }
  return { mayBeMore: waiting.length === BATCH };
}

async function processEvent(context: AppContext, event: StoredEvent): Promise<void> {
  if (await isAboutRecurring(context, event)) return;
  if (!event.providerPaymentId && !event.attemptKey) return;
  const payment = await findPayment(context, event);
  if (!payment) return recordStray(context, event);
  if (event.meaning === 'declined' && !event.isCounted)
    await cardDeclined(context, payment, () => eventStore.counted(context.db, event.id));
  const { chargeId } = event;
  if (chargeId && !payment.chargeId && payment.status !== 'paid')
    await inTransaction(context.db, () => paymentStore.recordCharge(context.db, payment.id, chargeId));
  await context.locks.run(payment.draftId, async () => {
    const current = paymentStore.byId(context.db, payment.id) ?? payment;
    // Of a paid payment, only the provider can tell whether this charge is its own or a later period's.
    await settleUnattended(context, { ...current, chargeId: current.chargeId ?? chargeId });
  });
}

/** Makes the recurring payment that the event is about be checked. False when it is about none. */
async function isAboutRecurring(context: AppContext, event: StoredEvent): Promise<boolean> {
  const { db } = context;
  const { provider, agreementId, providerPaymentId } = event;
  const named = agreementId ? agreementStore.byProviderId(db, provider, agreementId) : [];
  const paid = providerPaymentId && agreementStore.byChargePayment(db, provider, providerPaymentId);
  const about = named.length > 0 ? named : paid ? [paid] : [];
  if (about.length === 0) return false;
  // A start causes events of its own, which must not repeat it. It is tried again after a while anyway.
  await checkSoon(
    context,
    about.filter(({ state }) => state !== 'pending'),
  );
  // The first PayPal payment is also a payment of the checkout.
  return !(providerPaymentId && paymentStore.byProviderId(db, provider, providerPaymentId));
}

async function checkSoon(context: AppContext, about: readonly { id: number }[]): Promise<void> {
  const { db, billingNow } = context;
  await inTransaction(db, () => about.forEach(({ id }) => agreementStore.checkSoon(db, id, billingNow())));
}

/** Finds it by the provider's ID, or by our own key if the answer with that ID has not arrived. */
async function findPayment(context: AppContext, event: StoredEvent): Promise<Payment | undefined> {
  const { db } = context;
  const { provider, providerPaymentId: id } = event;
  // A dispute names the charge.
  const known =
    id && (paymentStore.byProviderId(db, provider, id) ?? paymentStore.byChargeId(db, provider, id));
  if (known) return known;
  const begun = event.attemptKey ? paymentStore.byAttemptKey(db, event.attemptKey) : undefined;
  if (!begun || begun.provider !== event.provider) return undefined;
  const { providerPaymentId } = event;
  if (providerPaymentId && !begun.providerPaymentId) {
    await inTransaction(db, () => paymentStore.bind(db, begun.id, providerPaymentId));
  }
  return paymentStore.byId(db, begun.id);
}

/** What this shop starts payments with. Other systems have keys of their own, or none. */
const OWN_KEY = /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/;

/**
 * A paid payment that this shop does not know. With a key such as ours, an administrator must look at it. One of another
 * system in the same account is only counted. Anything else about it is ignored.
 */
async function recordStray(
  context: AppContext,
  { provider, providerPaymentId, attemptKey, receivedAt }: StoredEvent,
): Promise<void> {
  if (context.now().getTime() - receivedAt.getTime() < STRAY_AFTER_MS)
    throw new Error('No payment with this id yet.');
  if (!providerPaymentId) return;
  const state = await providerNamed(context.providers, provider).lookUp(providerPaymentId);
  if (state.status !== 'paid') return;
  // A dispute does not name its customer, and the charge may not be stored yet.
  const { agreementId } = state;
  const about = agreementId ? agreementStore.byProviderId(context.db, provider, agreementId) : [];
  if (about.length > 0) return checkSoon(context, about);
  const isOurs = OWN_KEY.test(attemptKey ?? state.attemptKey ?? '');
  await inTransaction(context.db, () => {
    const stray = paymentStore.insertPaid(
      context.db,
      {
        provider,
        mode: orderModeOf(context.settings.payments),
        providerPaymentId,
        attemptKey: `${STRAY}${provider}-${providerPaymentId}`,
        chargeId: state.chargeId,
        amountCents: state.amountCents,
        review: isOurs ? { code: 'unknown_payment' } : null,
      },
      state.currency,
      context.now(),
    );
    if (stray && isOurs) queueReviewRequest(context, { order: null, payment: stray, occasion: 'stray' });
  });
}
