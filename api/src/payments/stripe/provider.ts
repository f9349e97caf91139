import type { Stripe } from 'stripe';
import { AttemptExpired, type PaymentProvider, type PaymentState, type StartPayment } from '../provider.ts';
import { meaningOf } from './answers.ts';
import { createStripeClient, type StripeSettings } from './client.ts';
import { parseStripeEvent } from './events.ts';
import { createStripeRecurring } from './recurring.ts';
import { createRefund, disputeAbout } from './refunds-disputes.ts';
import { stateOfIntent } from './states.ts';

const HOUR_MS = 60 * 60_000;
/** Stripe keeps idempotency keys for at least 24 hours. */
const KEY_LIFETIME_MS = 23 * HOUR_MS;
const WITH_REFUNDS = { expand: ['latest_charge.refunds'] };

/** Cards and the other methods turned on in Stripe's dashboard, through PaymentIntents. */
export function createStripeProvider(settings: StripeSettings, now: () => Date): PaymentProvider {
  const stripe = createStripeClient(settings);
  const lookUp = async (id: string): Promise<PaymentState> => {
    try {
      const intent = await stripe.paymentIntents.retrieve(id, WITH_REFUNDS);
      const state = stateOfIntent(intent);
      return state.status === 'paid' && isDisputed(intent)
        ? { ...state, dispute: await disputeAbout(stripe, id) }
        : state;
    } catch (error) {
      if (meaningOf('retrieve', error) !== 'gone') throw error;
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
        throw new AttemptExpired('The payment was canceled at Stripe.');
      return { id: intent.id, clientSecret: intent.client_secret };
    },
    // The browser confirms the payment, so there is nothing left to capture.
    capture: lookUp,
    lookUp,
    recurring: createStripeRecurring(createStripeClient(settings)),
    cancel: async (id) => {
      try {
        await stripe.paymentIntents.cancel(id);
        return true;
      } catch (error) {
        if (meaningOf('cancel', error) !== 'look') throw error;
        return (await lookUp(id)).status === 'failed';
      }
    },
    refund: ({ providerPaymentId: paymentId, ...refund }) => createRefund(stripe, { ...refund, paymentId }),
    parseEvent: async (rawBody, headers) =>
      parseStripeEvent(stripe, settings.webhookSecret, now, rawBody, headers),
  };
}

const isDisputed = ({ latest_charge: charge }: Stripe.PaymentIntent): boolean =>
  typeof charge === 'object' && charge !== null && charge.disputed;

async function createIntent(
  stripe: Stripe,
  { attemptKey, draftId, amountCents, email, recurring }: StartPayment,
): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.create(
      {
        amount: amountCents,
        currency: 'usd',
        automatic_payment_methods: { enabled: true },
        metadata: { attemptKey, ...(draftId && { draftId }) },
        ...(email && { receipt_email: email }),
        ...(recurring && { setup_future_usage: 'off_session' as const }),
      },
      { idempotencyKey: attemptKey },
    );
  } catch (error) {
    if (meaningOf('create', error) === 'over')
      throw new AttemptExpired('Stripe needs a new payment attempt.');
    throw error;
  }
}

async function readIntent(stripe: Stripe, id: string): Promise<Stripe.PaymentIntent> {
  try {
    return await stripe.paymentIntents.retrieve(id);
  } catch (error) {
    if (meaningOf('retrieve', error) === 'gone')
      throw new AttemptExpired('Stripe no longer knows this payment.');
    throw error;
  }
}
