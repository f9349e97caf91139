import { createPaypalProvider } from '../../src/money/payments/paypal/provider.ts';
import type { StartPayment } from '../../src/money/payments/provider.ts';
import type { Purse } from './records.ts';
import { startFakePaypal } from './fake-paypal.ts';
import { BUY } from '../stripe/fixture.ts';

export const MONTHLY = { amountCents: 3_000, period: 'month' } as const;
export const SHOP = 'https://northlight.example';

/** A fake PayPal and our provider. Pass `close` to `onTestFinished`. */
export async function openPaypal(now = () => new Date()) {
  const fake = await startFakePaypal();
  const { base: apiBase, clientId, clientSecret, webhookId } = fake;
  const settings = { apiBase, clientId, clientSecret, webhookId, publicUrl: SHOP };
  const provider = createPaypalProvider(settings, now);
  const start = (changes: Partial<StartPayment> = {}) =>
    provider.start({ ...BUY, createdAt: now(), ...changes });
  return {
    fake,
    provider,
    settings,
    start,
    BUY,
    /** Our provider in another process. */
    another: () => createPaypalProvider(settings, now),
    /** Creates an order or subscription that the buyer approves and the shop captures. */
    buy: async (purse: Purse = 'pays', changes: Partial<StartPayment> = {}): Promise<string> => {
      const { id } = await start({ attemptKey: crypto.randomUUID(), ...changes });
      fake.approve(id, purse);
      await provider.capture(id);
      return id;
    },
    /** All calls except token requests. */
    calls: () =>
      fake.requests
        .filter(({ path }) => path !== '/v1/oauth2/token')
        .map(({ method, path }) => `${method} ${path}`),
  };
}
