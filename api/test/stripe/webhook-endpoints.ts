import { stripeId } from './records.ts';

export type FakeWebhookEndpoint = ReturnType<typeof webhookEndpoint>;

/** An endpoint as a list shows it: without its secret, which is only in the answer to its creation. */
export const webhookEndpoint = (
  url: string,
  enabled_events: readonly string[],
  status: 'enabled' | 'disabled' = 'enabled',
) => ({
  id: stripeId('we'),
  object: 'webhook_endpoint',
  api_version: null,
  application: null,
  created: 1_764_000_000,
  description: null,
  enabled_events,
  livemode: false,
  metadata: {},
  status,
  url,
});
