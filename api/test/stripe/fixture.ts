import { createStripeProvider } from '../../src/money/payments/stripe/provider.ts';
import type { StartPayment } from '../../src/money/payments/provider.ts';
import { startFakeStripe } from './fake-stripe.ts';

export const BUY: StartPayment = {
  attemptKey: 'attempt-1',
  createdAt: new Date('2026-11-21T15:00:00.437Z'),
  providerPaymentId: null,
  draftId: 'draft-1',
  amountCents: 10_594,
  email: 'ada@marlow-bicycles.example',
  recurring: null,
};

/** A fake Stripe and our provider. Pass `close` to `onTestFinished`. */
export async function openStripe(now = () => new Date()) {
  const fake = await startFakeStripe();
  const { base: apiBase, secretKey, webhookSecret } = fake;
  const provider = createStripeProvider({ secretKey, webhookSecret, apiBase }, now);
  const start = (changes: Partial<StartPayment> = {}) => provider.start({ ...BUY, ...changes });
  return {
    fake,
    provider,
    start,
    /** Makes a successful payment. */
    buy: async (changes: Partial<StartPayment> = {}): Promise<string> => {
      const { id } = await start({ attemptKey: crypto.randomUUID(), ...changes });
      fake.confirm(id, 'succeeds');
      return id;
    },
    calls: () => fake.requests.map(({ method, path }) => `${method} ${path}`),
  };
}
