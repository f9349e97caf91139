import type { Stripe } from 'stripe';
import {
  AttemptExpired,
  StartRefused,
  type PaymentProvider,
  type PaymentState,
  type StartPayment,
} from '../provider.ts';
import { meaningOf } from './answers.ts';
import type { StripeSettings } from '../../../base/settings/payment-settings.ts';
import { isTestKey } from '../../../base/settings/payment-state.ts';
import { createStripeClient } from './client.ts';
import { parseStripeEvent } from './events.ts';
import { createStripeRecurring } from './recurring.ts';
import { createRefund, disputeAbout } from './refunds-disputes.ts';
import { stateOfIntent } from './states.ts';
import { HOUR_MS } from '../../../base/units.ts';

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
      if (meaningOf('retrieve', error) !== 'missing') throw error;
      return { status: 'missing', reason: UNSEEN, isPaidByBrowser: true };
    }
  };
  return {
    name: 'stripe',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: async (payment) => {
      const intent = await (payment.providerPaymentId
        ? readIntent(stripe, payment.providerPaymentId, payment.email)
        : createIntent(stripe, payment));
      if (intent.status === 'canceled' || !intent.client_secret)
        throw new AttemptExpired('The payment was canceled at Stripe.');
      return { id: intent.id, clientSecret: intent.client_secret };
    },
    // The browser confirms the payment, so there is nothing left to capture.
    capture: lookUp,
    lookUp,
    recurring: createStripeRecurring(stripe),
    ...(isTestKey(settings.secretKey) && {
      payAsTest: async (id: string) => {
        const returnUrl = 'https://example.com';
        await stripe.paymentIntents.confirm(id, { payment_method: 'pm_card_visa', return_url: returnUrl });
      },
    }),
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
    throw lasting(error);
  }
}

/** Stripe's receipt goes to the intent's address, which the customer may have corrected since. */
async function readIntent(stripe: Stripe, id: string, email: string | null): Promise<Stripe.PaymentIntent> {
  try {
    const intent = await stripe.paymentIntents.retrieve(id);
    if (!email || intent.receipt_email === email || intent.status === 'canceled') return intent;
    return await stripe.paymentIntents.update(id, { receipt_email: email });
  } catch (error) {
    throw meaningOf('retrieve', error) === 'missing' ? new AttemptExpired(UNSEEN) : lasting(error);
  }
}

/** `StartRefused` for a lasting refusal, otherwise the error itself. */
function lasting(error: unknown): unknown {
  if (meaningOf('create', error) !== 'refused' || !(error instanceof Error)) return error;
  return new StartRefused(error.message, 'code' in error && error.code === 'email_invalid');
}

const UNSEEN = 'Stripe no longer knows this payment.';
