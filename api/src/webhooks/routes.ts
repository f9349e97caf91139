import type { Router } from '@koa/router';
import type { Context } from 'koa';
import type { CheckoutDeps } from '../checkout/checkout-deps.ts';
import { inTransaction } from '../db/transaction.ts';
import { ApiError, badInput, bodyTooLarge, providerUnavailable } from '../errors.ts';
import { clientKey, type LimitFactory } from '../middleware/rate-limit.ts';
import { BadSignature, type PaymentProvider, type ProviderEvent } from '../payments/provider.ts';
import type { EventStore } from './event-store.ts';

export const STRIPE_WEBHOOK_PATH = '/api/webhooks/stripe';
export const PAYPAL_WEBHOOK_PATH = '/api/webhooks/paypal';

const LARGEST_EVENT = 256 * 1024;
/** From one network: far more than providers send. */
const EVENTS = { perMinute: 600 };

type Deps = CheckoutDeps & { eventStore: EventStore; onEvent: () => void };

/** The providers' events: signature first, then the inbox; answered with 200 only when the event stands there. */
export function webhookRoutes(router: Router, deps: Deps, limit: LimitFactory): void {
  const take = (path: string, provider: PaymentProvider) =>
    router.post(path, limit(`webhooks-${provider.name}`, EVENTS), async (ctx) => {
      const body = await rawBody(ctx);
      const event = await parse(deps, provider, body, ctx);
      await inTransaction(deps.db, () => deps.eventStore.insert(provider.name, event, body, deps.now()));
      ctx.body = { received: true };
      deps.onEvent();
    });
  take(STRIPE_WEBHOOK_PATH, deps.providers['credit-card']);
  take(PAYPAL_WEBHOOK_PATH, deps.providers.paypal);
}

async function parse(
  deps: Deps,
  provider: PaymentProvider,
  body: string,
  ctx: Context,
): Promise<ProviderEvent> {
  try {
    return await provider.parseEvent(body, ctx.req.headers, clientKey(ctx.ip));
  } catch (error) {
    if (error instanceof BadSignature) throw badInput(error.message);
    if (error instanceof ApiError) throw error;
    // Not checked is not refused: with a 5xx the provider sends it again.
    deps.log.error({ err: error, provider: provider.name }, 'could not verify a webhook event');
    throw providerUnavailable();
  }
}

/** The signature is over the bytes as they came, so nobody may read them before. */
async function rawBody(ctx: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size > LARGEST_EVENT) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
