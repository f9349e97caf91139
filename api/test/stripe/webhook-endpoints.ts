import type { Stripe } from 'stripe';
import type { Wire } from './billing-records.ts';
import type { WireCall } from '../provider/fake-provider.ts';
import { invalid, listIn, listOf, missing, onlyKnown, type StripeForm } from './http.ts';
import { stripeId } from './records.ts';

export type FakeWebhookEndpoint = Wire<Stripe.WebhookEndpoint>;

/** An endpoint as a list shows it: without its secret, which is only in the answer to its creation. */
export const webhookEndpoint = (
  url: string,
  events: readonly string[],
  status: 'enabled' | 'disabled' = 'enabled',
): FakeWebhookEndpoint => ({
  id: stripeId('we'),
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: 1_764_000_000,
  description: null,
  enabled_events: [...events],
  livemode: false,
  metadata: {},
  status,
  url,
});

/** Of each mode. */
const MOST_ENDPOINTS = 16;
const PATH = /^\/v1\/webhook_endpoints(?:\/(?<id>\w+))?$/;
const PARAMS = ['url', 'enabled_events', 'description', 'metadata', 'expand'];

/** Null for a call about something else. Two endpoints may have the same address. */
export function answerEndpoints(
  state: { webhookEndpoints: FakeWebhookEndpoint[]; endpointSecrets: Map<string, string> },
  { method, path }: Pick<WireCall, 'method' | 'path'>,
  form: StripeForm,
): object | null {
  const found = PATH.exec(path);
  if (!found) return null;
  const { id } = found.groups ?? {};
  if (id === undefined && method === 'GET') {
    onlyKnown(form, ['limit', 'starting_after', 'ending_before', 'expand']);
    return listOf(path, form, state.webhookEndpoints);
  }
  if (id === undefined) {
    onlyKnown(form, [...PARAMS, 'api_version', 'connect']);
    requirePublic(form.get('url') ?? '');
    const made = webhookEndpoint(form.get('url') ?? '', eventsIn(form));
    if (state.webhookEndpoints.length >= MOST_ENDPOINTS)
      throw invalid(`You have reached the maximum of ${MOST_ENDPOINTS} test webhook endpoints.`);
    state.webhookEndpoints.push(made);
    state.endpointSecrets.set(made.id, stripeId('whsec'));
    return { ...made, secret: state.endpointSecrets.get(made.id) };
  }
  const index = state.webhookEndpoints.findIndex((endpoint) => endpoint.id === id);
  const endpoint = state.webhookEndpoints[index];
  if (!endpoint) throw missing('webhook endpoint', id);
  if (method === 'DELETE') {
    state.webhookEndpoints.splice(index, 1);
    return { id, object: 'webhook_endpoint', deleted: true };
  }
  if (method === 'POST') {
    onlyKnown(form, [...PARAMS, 'disabled']);
    const url = form.get('url');
    if (url !== undefined) requirePublic(url);
    Object.assign(endpoint, {
      ...(url !== undefined && { url }),
      ...([...form.keys()].some((name) => name.startsWith('enabled_events')) && {
        enabled_events: eventsIn(form),
      }),
      ...(form.has('disabled') && { status: form.get('disabled') === 'true' ? 'disabled' : 'enabled' }),
    });
  }
  return endpoint;
}

function eventsIn(form: StripeForm): string[] {
  const events = listIn(form, 'enabled_events');
  if (events.length === 0)
    throw invalid('Missing required param: enabled_events.', { param: 'enabled_events' });
  return events;
}

function requirePublic(url: string): void {
  if (!URL.canParse(url) || /^(?:localhost|127\.|10\.|192\.168\.)/.test(new URL(url).hostname))
    throw invalid(
      'Invalid URL: URL must be publicly accessible. Consider using a tool like the Stripe CLI to test webhooks locally: https://github.com/stripe/stripe-cli.',
      { code: 'url_invalid', param: 'url' },
    );
}
