import { Stripe } from 'stripe';
import type { StripeSettings } from '../../../base/settings/payment-settings.ts';
import { createProviderFetch } from '../provider-fetch.ts';

/**
 * Retries, timeout and breaker are ours: the SDK's timeout applies to each try, and it does not retry a 429.
 * Every POST has an idempotency key, so no retry charges twice.
 */
export function createStripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const provider = createProviderFetch({ name: 'Stripe', mayRetry });
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient((url, init) =>
      provider(async (fetch) => readable(await fetch(url, init))),
    ),
    maxNetworkRetries: 0,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  });
}

/** The SDK's error about a cut answer quotes it, and it can contain a secret. */
async function readable(answer: Response): Promise<Response> {
  const body = await answer.text();
  try {
    JSON.parse(body);
  } catch {
    throw new Error('Stripe did not respond with JSON');
  }
  return new Response(body, answer);
}

/** Follows Stripe's own header first, then the SDK's rules, and retries a 429 too. */
function mayRetry(answer: Response | null): boolean {
  if (!answer) return true;
  const advice = answer.headers.get('stripe-should-retry');
  if (advice !== null) return advice === 'true';
  return answer.status === 409 || answer.status === 429 || answer.status >= 500;
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') };
}
