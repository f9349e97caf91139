import { Stripe } from 'stripe';

export type StripeSettings = {
  secretKey: string;
  webhookSecret: string;
  /** Another address that speaks Stripe's API. */
  apiBase: string | undefined;
};

/** A buyer waits for the answer. */
const TIMEOUT_MS = 8_000;
const RETRIES = 2;

/** Retries carry the idempotency key of the first try, so none of them charges twice. */
export function createStripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  return new Stripe(secretKey, {
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    ...(apiBase && addressOf(apiBase)),
  });
}

function addressOf(apiBase: string): { protocol: 'http' | 'https'; host: string; port: string } {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return { protocol: isPlain ? 'http' : 'https', host: hostname, port: port || (isPlain ? '80' : '443') };
}
