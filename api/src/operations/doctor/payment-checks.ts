import { and, desc, eq, lt } from 'drizzle-orm';
import * as z from 'zod/mini';
import { payments, type ProviderName } from '../../db/schema/payments.ts';
import { lastReceived } from '../../money/provider-events/event-store.ts';
import { createPaypalClient, PaypalRefusal } from '../../money/payments/paypal/client.ts';
import { PAYPAL_EVENTS } from '../../money/payments/paypal/events.ts';
import { createStripeClient } from '../../money/payments/stripe/client.ts';
import { STRIPE_EVENTS } from '../../money/payments/stripe/events.ts';
import {
  failure,
  messageOf,
  missing,
  off,
  ok,
  timeText,
  warning,
  type DoctorContext,
  type Finding,
  named,
} from './check.ts';
import { HOUR_MS } from '../../base/units.ts';
import { isPublic } from '../../base/settings/env.ts';

const MANUAL = 'See docs/payments.md.';

/** What the provider has stored about the shop's webhook. */
type Webhook = { url: string; isEnabled: boolean; events: readonly string[] };

/** Reads charges, which every key of a shop may, so a restricted key needs no other permission for it. */
export async function checkStripe(context: DoctorContext): Promise<Finding[] | Finding> {
  const { payments: mode, publicUrl } = context.settings;
  if (mode.mode === 'demo')
    return named(
      'Payments',
      missing(context.settings)(
        'Payments are in demo mode, so no real money is taken.',
        'Connect Stripe or PayPal under Settings, Connections.',
      ),
    );
  if (!mode.stripe) return off('No keys are set.');
  const stripe = createStripeClient(mode.stripe);
  try {
    await stripe.charges.list({ limit: 1 });
  } catch (error) {
    return failure(messageOf(error), adviceFor(statusOf(error), 'STRIPE_SECRET_KEY'));
  }
  const accepted = ok('Stripe accepts the key.');
  try {
    const { data } = await stripe.webhookEndpoints.list({ limit: 100 });
    const webhooks = data.map(({ url, status, enabled_events: events }) => ({
      url,
      isEnabled: status === 'enabled',
      events,
    }));
    const ours = webhooks.filter(({ url }) => url === `${publicUrl}/api/webhooks/stripe`);
    const webhook = ours.find(({ isEnabled }) => isEnabled) ?? ours[0];
    return [accepted, named('Stripe events', webhookLine(context, 'stripe', webhook, STRIPE_EVENTS))];
  } catch (error) {
    const advice =
      statusOf(error) === 403
        ? 'Give the restricted key read access to Webhook Endpoints.'
        : adviceFor(statusOf(error), 'STRIPE_SECRET_KEY');
    return [accepted, named('Stripe events', warning(`Couldn’t be checked. ${messageOf(error)}`, advice))];
  }
}

const PaypalWebhook = z.object({ url: z.string(), event_types: z.array(z.object({ name: z.string() })) });

export async function checkPaypal(context: DoctorContext): Promise<Finding[] | Finding> {
  const { payments: mode } = context.settings;
  if (mode.mode === 'demo') return [];
  if (!mode.paypal) return off('No keys are set.');
  const client = createPaypalClient(mode.paypal);
  const accepted = ok('PayPal accepts the keys.');
  const path = `/v1/notifications/webhooks/${encodeURIComponent(mode.paypal.webhookId)}`;
  try {
    const { url, event_types } = PaypalWebhook.parse(await client.execute({ verb: 'GET', path }));
    const webhook = { url, isEnabled: true, events: event_types.map(({ name }) => name) };
    return [accepted, named('PayPal events', webhookLine(context, 'paypal', webhook, PAYPAL_EVENTS))];
  } catch (error) {
    if (statusOf(error) !== 404)
      return failure(
        messageOf(error),
        adviceFor(statusOf(error), 'PAYPAL_CLIENT_ID and PAYPAL_CLIENT_SECRET'),
      );
    return [
      accepted,
      named(
        'PayPal events',
        failure('PayPal has no webhook with the ID PAYPAL_WEBHOOK_ID.', `Copy it again. ${MANUAL}`),
      ),
    ];
  }
}

function webhookLine(
  context: DoctorContext,
  provider: Exclude<ProviderName, 'demo'>,
  webhook: Webhook | undefined,
  needed: readonly string[],
): Finding {
  const label = provider === 'stripe' ? 'Stripe' : 'PayPal';
  const url = `${context.settings.publicUrl}/api/webhooks/${provider}`;
  if (!webhook || webhook.url !== url) {
    if (!isPublic(context.settings))
      return off(`${label} can’t reach ${url}. Orders complete without events, but later.`);
    const found = webhook ? `The webhook points to ${webhook.url}.` : `${label} has no webhook for ${url}.`;
    return failure(found, `Set its address to ${url}. ${MANUAL}`);
  }
  if (!webhook.isEnabled) return failure('The webhook is disabled.', `Enable it in ${label}’s dashboard.`);
  const missing = needed.filter((event) => !webhook.events.includes(event));
  if (missing.length > 0 && !webhook.events.includes('*'))
    return failure(`The webhook is missing ${missing.join(', ')}.`, `Add these events to it. ${MANUAL}`);
  return arrivalLine(context, provider);
}

/** Compares the last event with the last payment, whose events must have arrived within an hour. */
function arrivalLine({ db, now }: DoctorContext, provider: ProviderName): Finding {
  const event = lastReceived(db, provider);
  const paid = db
    .select({ at: payments.createdAt })
    .from(payments)
    .where(
      and(
        eq(payments.provider, provider),
        eq(payments.status, 'paid'),
        lt(payments.createdAt, new Date(now().getTime() - HOUR_MS)),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1)
    .get();
  const last = event ? `The last event arrived ${timeText(event)}.` : 'No event has arrived yet.';
  if (!paid || (event && event >= paid.at)) return ok(`The webhook is set up. ${last}`);
  return warning(
    `${last} The last payment is from ${timeText(paid.at)}.`,
    `Compare ${provider === 'stripe' ? 'STRIPE_WEBHOOK_SECRET' : 'PAYPAL_WEBHOOK_ID'} with the provider’s dashboard, and look there for failed deliveries.`,
  );
}

export function statusOf(error: unknown): number | undefined {
  if (error instanceof PaypalRefusal) return error.status;
  return error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : undefined;
}

function adviceFor(status: number | undefined, keys: string): string {
  if (status === 401) return `Copy ${keys} again from the provider’s dashboard.`;
  if (status === 403) return `Give the keys the permissions in docs/payments.md.`;
  if (status === 429) return 'Try again in a minute.';
  return 'Check that this machine can reach the provider, then try again.';
}
