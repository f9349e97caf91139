import type { Context } from 'koa';
import type { Mount } from '../../http/endpoints/mount.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ApiError, badInput, bodyTooLarge, providerUnavailable } from '../../base/errors.ts';
import { clientKey } from '../../http/limits/rate-limit.ts';
import { inBackground } from '../payments/breaker.ts';
import {
  InvalidSignature,
  type PaymentProvider,
  type ProviderEvent,
  providerNamed,
} from '../payments/provider.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import * as eventStore from './event-store.ts';
import type { AppContext } from '../context.ts';

const MAX_EVENT_BYTES = 256 * 1024;

/** Receives provider events: checks the signature, stores the event, and only then answers 200. */
export function webhookRoutes(mount: Mount, context: AppContext): void {
  const take = (call: 'POST /api/webhooks/stripe' | 'POST /api/webhooks/paypal', name: ProviderName) =>
    mount(call, async ({ ctx }) => {
      const provider = providerNamed(context.providers, name);
      const body = await rawBody(ctx);
      const event = await parse(context, provider, body, ctx);
      await inTransaction(context.db, () =>
        eventStore.insert(context.db, provider.name, event, body, context.now()),
      );
      return { received: true };
    });
  take('POST /api/webhooks/stripe', 'stripe');
  take('POST /api/webhooks/paypal', 'paypal');
}

async function parse(
  context: AppContext,
  provider: PaymentProvider,
  body: string,
  ctx: Context,
): Promise<ProviderEvent> {
  try {
    // It may ask the provider, and no customer is waiting.
    return await inBackground(() => provider.parseEvent(body, ctx.req.headers, clientKey(ctx.ip)));
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
