import { BadSignature, type PaymentProvider, type PaymentState, type Providers } from '../provider.ts';
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
        return {
          status: 'paid',
          amountCents,
          currency: 'usd',
          chargeId: id,
          refunds: [],
          isDisputed: false,
        };
      case 'cancelled':
        return { status: 'failed', reason: 'The buyer cancelled.' };
      case 'voided':
        return { status: 'failed', reason: 'The payment was not needed any more.' };
      case 'approved':
        return { status: 'open', isApproved: true };
      // A declined card can be tried again on the same payment, as at Stripe.
      case 'declined':
      case 'requires_action':
      case undefined:
        return { status: 'open' };
    }
  };

  const both: Pick<PaymentProvider, 'keyLifetimeMs' | 'cancel' | 'refund' | 'parseEvent' | 'lookUp'> = {
    // The id is made of the key.
    keyLifetimeMs: Infinity,
    cancel: async (id) => {
      await store.record(id, 'voided', now());
      return store.status(id) === 'voided';
    },
    refund: async ({ key, amountCents }) => ({ id: `demo-${key}`, key, amountCents, status: 'succeeded' }),
    parseEvent: async () => {
      throw new BadSignature('Demo mode has no webhook events.');
    },
    lookUp,
  };

  const card: PaymentProvider = {
    ...both,
    name: 'demo-card',
    start: async ({ attemptKey, amountCents }) => {
      const id = demoId('pi_dev', attemptKey, amountCents, secret);
      return { id, clientSecret: `${id}${DEMO_SECRET_SUFFIX}` };
    },
    capture: lookUp,
  };

  const paypal: PaymentProvider = {
    ...both,
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
  };

  return { 'credit-card': card, paypal };
}
