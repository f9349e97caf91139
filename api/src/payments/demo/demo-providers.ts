import type { PaymentProvider, PaymentState, Providers } from '../provider.ts';
import { demoAmount, demoId } from './demo-ids.ts';
import type { DemoStore } from './demo-store.ts';

type Deps = { store: DemoStore; secret: string; now: () => Date };

export const DEMO_SECRET_SUFFIX = '_secret';

/** The two ways of paying when no money moves (D9). */
export function createDemoProviders({ store, secret, now }: Deps): Providers {
  const lookUp = async (id: string): Promise<PaymentState> => {
    const amountCents = demoAmount(id, secret);
    if (amountCents === null)
      return { status: 'failed', reason: 'The demo provider does not know this payment.' };
    const status = store.status(id);
    switch (status) {
      case 'paid':
        return { status: 'paid', amountCents, currency: 'usd' };
      case 'cancelled':
        return { status: 'failed', reason: 'The buyer cancelled.' };
      // A declined card can be tried again on the same payment, as at Stripe.
      case 'declined':
      case 'requires_action':
      case 'approved':
      case undefined:
        return { status: 'open' };
    }
  };

  const card: PaymentProvider = {
    name: 'demo-card',
    start: async ({ attemptKey, amountCents }) => {
      const id = demoId('pi_dev', attemptKey, amountCents, secret);
      return { id, clientSecret: `${id}${DEMO_SECRET_SUFFIX}` };
    },
    capture: lookUp,
    lookUp,
  };

  const paypal: PaymentProvider = {
    name: 'demo-paypal',
    start: async ({ attemptKey, amountCents }) => {
      const id = demoId('DEMO', attemptKey, amountCents, secret);
      return { id, approvalUrl: `/demo-paypal?token=${encodeURIComponent(id)}` };
    },
    capture: async (id) => {
      if (demoAmount(id, secret) !== null && store.status(id) === 'approved')
        await store.record(id, 'paid', now());
      return lookUp(id);
    },
    lookUp,
  };

  return { 'credit-card': card, paypal };
}
