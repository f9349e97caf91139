import type { IncomingHttpHeaders } from 'node:http';
import type Stripe from 'stripe';
import { InvalidSignature, type ProviderEvent } from '../provider.ts';
import { idOf } from './states.ts';

const TOLERANCE_S = 300;

/** What the webhook must send. docs/payments.md says why `invoice.created` must not be added. */
export const STRIPE_EVENTS: readonly Stripe.Event.Type[] = [
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.processing',
  'payment_intent.canceled',
  'charge.refunded',
  'refund.failed',
  'charge.dispute.created',
  'charge.dispute.updated',
  'charge.dispute.closed',
  'invoice.paid',
  'invoice.payment_failed',
  'customer.updated',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'setup_intent.succeeded',
];

/** The SDK verifies the raw body. Unlike the SDK, we refuse events from the future. */
export function parseStripeEvent(
  stripe: Stripe,
  secret: string,
  now: () => Date,
  rawBody: string,
  headers: IncomingHttpHeaders,
): ProviderEvent {
  const signature = String(headers['stripe-signature'] ?? '');
  const [, signedAt] = /(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature) ?? [];
  const nowS = now().getTime() / 1_000;
  if (!signedAt || Number(signedAt) > nowS + TOLERANCE_S)
    throw new InvalidSignature('The Stripe signature’s timestamp is too old.');
  try {
    // Without the time, the SDK would read the system clock.
    const event = stripe.webhooks.constructEvent(
      rawBody,
      signature,
      secret,
      TOLERANCE_S,
      undefined,
      now().getTime(),
    );
    return describe(event);
  } catch {
    throw new InvalidSignature('Invalid Stripe signature.');
  }
}

/** An intent's own ID; charges, refunds and disputes name their intent. */
function describe({ id, type, data }: Stripe.Event): ProviderEvent {
  const { object } = data;
  const isIntent = object.object === 'payment_intent';
  const intent = 'payment_intent' in object ? object.payment_intent : null;
  return {
    id,
    type,
    meaning: type === 'payment_intent.payment_failed' ? 'declined' : 'changed',
    providerPaymentId: isIntent ? object.id : idOf(intent),
    // A customer is its own agreement.
    agreementId:
      object.object === 'customer' ? object.id : idOf('customer' in object ? object.customer : null),
    attemptKey: (isIntent && object.metadata['attemptKey']) || null,
  };
}
