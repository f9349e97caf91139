import type { Router } from '@koa/router';
import type { Context } from 'koa';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, badInput, bodyTooLarge, providerUnavailable } from '../../errors.ts';
import { clientKey } from '../../limits/rate-limit.ts';
import { InvalidSignature, type PaymentProvider, type ProviderEvent } from '../../payments/provider.ts';
import * as eventStore from './event-store.ts';
import type { AppContext } from '../../context.ts';

export const STRIPE_WEBHOOK_PATH = '/api/webhooks/stripe';
export const PAYPAL_WEBHOOK_PATH = '/api/webhooks/paypal';

const MAX_EVENT_BYTES = 256 * 1024;
/** Per network. Far more than providers send. */
const EVENTS = { perMinute: 600 };

/** Receives provider events: checks the signature, stores the event, and only then answers 200. */
export function webhookRoutes(router: Router, context: AppContext): void {
  const take = (path: string, provider: PaymentProvider) =>
    router.post(path, context.limits.calls(`webhooks-${provider.name}`, EVENTS), async (ctx) => {
      const body = await rawBody(ctx);
      const event = await parse(context, provider, body, ctx);
      await inTransaction(context.db, () =>
        eventStore.insert(context.db, provider.name, event, body, context.now()),
      );
      ctx.body = { received: true };
      context.wakeEvents();
    });
  take(STRIPE_WEBHOOK_PATH, context.providers['credit-card']);
  take(PAYPAL_WEBHOOK_PATH, context.providers.paypal);
}

async function parse(
  context: AppContext,
  provider: PaymentProvider,
  body: string,
  ctx: Context,
): Promise<ProviderEvent> {
  try {
    return await provider.parseEvent(body, ctx.req.headers, clientKey(ctx.ip));
  } catch (error) {
    if (error instanceof InvalidSignature) throw badInput(error.message);
    if (error instanceof ApiError) throw error;
    // An event that could not be checked is not refused: after a 5xx the provider sends it again.
    context.log.error({ err: error, provider: provider.name }, 'could not verify a webhook event');
    throw providerUnavailable();
  }
}

/** The signature covers the raw bytes, so no body parser may run before. */
async function rawBody(ctx: Context): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size > MAX_EVENT_BYTES) throw bodyTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
