import { setImmediate as nextTurn } from 'node:timers/promises';
import { cardDeclined } from '../checkout/card-declined.ts';
import type { CheckoutDeps } from '../checkout/checkout-deps.ts';
import { askForLook } from '../checkout/ask-for-look.ts';
import { settleUnattended } from '../checkout/settle-unattended.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Payment } from '../payments/payment-store.ts';
import { providerNamed } from '../payments/provider.ts';
import type { EventStore, StoredEvent } from './event-store.ts';

type Deps = CheckoutDeps & { eventStore: EventStore };

const BATCH = 20;
const FIRST_RETRY_MS = 2_000;
const LONGEST_RETRY_MS = 10 * 60_000;
/** The create call's answer, which tells us the payment's id, may be slower than the event. */
const STRAY_AFTER_MS = 10 * 60_000;
const CARD_REFUSED = 'payment_intent.payment_failed';

/** Works off what came in. An event is only a reason to ask the provider: repeats and wrong order then change nothing. */
export async function processEvents(deps: Deps): Promise<{ mayBeMore: boolean }> {
  const waiting = deps.eventStore.waiting(deps.now(), BATCH);
  for (const event of waiting) {
    await nextTurn();
    try {
      await processEvent(deps, event);
      await inTransaction(deps.db, () => deps.eventStore.processed(event.id, deps.now()));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      deps.log.warn({ eventId: event.eventId, type: event.type, reason }, 'webhook event deferred');
      const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** event.attempts);
      await inTransaction(deps.db, () =>
        deps.eventStore.failed(event.id, reason, new Date(deps.now().getTime() + wait)),
      );
    }
  }
  return { mayBeMore: waiting.length === BATCH };
}

async function processEvent(deps: Deps, event: StoredEvent): Promise<void> {
  if (!event.providerPaymentId && !event.attemptKey) return;
  const payment = await findPayment(deps, event);
  if (!payment) return recordStray(deps, event);
  // Tried again, it is the same refusal.
  if (event.type === CARD_REFUSED && event.attempts === 0) await cardDeclined(deps, payment);
  await deps.locks.run(payment.draftId, async () => {
    const current = deps.paymentStore.byId(payment.id) ?? payment;
    await settleUnattended(deps, current);
  });
}

/** By the provider's id, or by our own key where the answer with that id has not come yet. */
async function findPayment(deps: Deps, event: StoredEvent): Promise<Payment | undefined> {
  const { paymentStore, db } = deps;
  const known = event.providerPaymentId && paymentStore.byProviderId(event.provider, event.providerPaymentId);
  if (known) return known;
  const begun = event.attemptKey ? paymentStore.byAttemptKey(event.attemptKey) : undefined;
  if (!begun || begun.provider !== event.provider) return undefined;
  const { providerPaymentId } = event;
  if (providerPaymentId && !begun.providerPaymentId) {
    await inTransaction(db, () => paymentStore.bind(begun.id, providerPaymentId));
  }
  return paymentStore.byId(begun.id);
}

/** Money that this shop knows nothing of is shown to the administrator; anything else of it is none of ours. */
async function recordStray(
  deps: Deps,
  { provider, providerPaymentId, receivedAt }: StoredEvent,
): Promise<void> {
  if (deps.now().getTime() - receivedAt.getTime() < STRAY_AFTER_MS)
    throw new Error('No payment with this id yet.');
  if (!providerPaymentId) return;
  const state = await providerNamed(deps.providers, provider).lookUp(providerPaymentId);
  if (state.status !== 'paid') return;
  await inTransaction(deps.db, () => {
    const stray = deps.paymentStore.insertStray(
      {
        provider,
        providerPaymentId,
        chargeId: state.chargeId,
        amountCents: state.amountCents,
        reviewReason: 'Paid, but this shop knows nothing of it.',
      },
      state.currency,
      deps.now(),
    );
    if (stray) askForLook(deps, { order: undefined, payment: stray, occasion: 'stray' });
  });
  deps.onMailWritten();
}
