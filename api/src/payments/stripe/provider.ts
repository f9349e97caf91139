import { Stripe } from 'stripe';
import { AttemptOver, type PaymentProvider, type PaymentState, type StartPayment } from '../provider.ts';
import { createStripeClient, type StripeSettings } from './client.ts';
import { parseStripeEvent } from './events.ts';
import { refundOf, stateOfIntent } from './states.ts';

const HOUR_MS = 60 * 60_000;
/** Stripe keeps them for at least 24 hours. */
const KEY_LIFETIME_MS = 23 * HOUR_MS;
const WITH_REFUNDS = { expand: ['latest_charge.refunds'] };

/** Cards and what else is switched on in Stripe's dashboard, by PaymentIntents. */
export function createStripeProvider(settings: StripeSettings, now: () => Date): PaymentProvider {
  const stripe = createStripeClient(settings);
  const lookUp = async (id: string): Promise<PaymentState> => {
    try {
      return stateOfIntent(await stripe.paymentIntents.retrieve(id, WITH_REFUNDS));
    } catch (error) {
      if (!isGone(error)) throw error;
      return { status: 'failed', reason: 'Stripe no longer knows this payment.' };
    }
  };
  return {
    name: 'stripe',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: async (payment) => {
      const intent = payment.providerPaymentId
        ? await readIntent(stripe, payment.providerPaymentId)
        : await createIntent(stripe, payment);
      if (intent.status === 'canceled' || !intent.client_secret)
        throw new AttemptOver('The intent was canceled.');
      return { id: intent.id, clientSecret: intent.client_secret };
    },
    // The buyer's browser confirms; nothing is left to take.
    capture: lookUp,
    lookUp,
    cancel: async (id) => {
      try {
        await stripe.paymentIntents.cancel(id);
        return true;
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        // It has succeeded, is processing, was canceled before, or is gone.
        return (await lookUp(id)).status === 'failed';
      }
    },
    refund: async ({ key, providerPaymentId, amountCents, reason }) =>
      refundOf(
        await stripe.refunds.create(
          {
            payment_intent: providerPaymentId,
            amount: amountCents,
            reason: 'requested_by_customer',
            metadata: { refundKey: key, reason: reason.slice(0, 500) },
          },
          { idempotencyKey: `refund-${key}` },
        ),
      ),
    parseEvent: async (rawBody, headers) =>
      parseStripeEvent(stripe, settings.webhookSecret, now, rawBody, headers),
  };
}

async function createIntent(
  stripe: Stripe,
  { attemptKey, draftId, amountCents, email, isRecurring }: StartPayment,
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: { attemptKey, ...(draftId && { draftId }) },
        ...(email && { receipt_email: email }),
        ...(isRecurring && { setup_future_usage: 'off_session' as const }),
      },
      { idempotencyKey: attemptKey },
    );
  } catch (error) {
    if (needsAnotherKey(error)) throw new AttemptOver(error.message);
    throw error;
  }
}

/**
 * Stripe repeats a 500 for a day, and it refuses a key whose first request was another one: the buyer corrected their email
 * after the answer was lost. An intent made by that first request was never shown to anybody, so nobody can pay it.
 */
function needsAnotherKey(error: unknown): error is Error {
  const isReplayed = error instanceof Stripe.errors.StripeAPIError && (error.statusCode ?? 0) >= 500;
  return isReplayed || error instanceof Stripe.errors.StripeIdempotencyError;
}

async function readIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.retrieve(id);
  } catch (error) {
    if (isGone(error)) throw new AttemptOver('Stripe no longer knows this payment.');
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing';
