import type { Db } from '../../../db/client.ts';
import * as demoStore from './demo-store.ts';
import { InvalidSignature, type PaymentProvider, type PaymentState, type Providers } from '../provider.ts';
import { demoAmount, demoId } from './demo-store.ts';
import { createDemoRecurring } from './recurring.ts';

export const DEMO_SECRET_SUFFIX = '_secret';

/** The payment providers of demo mode: they behave like the real ones and charge nobody. */
export function createDemoProviders(
  db: Db,
  secret: string,
  now: () => Date,
  billingNow: () => Date,
): Providers {
  const lookUp = async (id: string): Promise<PaymentState> => {
    const amountCents = demoAmount(id, secret);
    if (amountCents === null) return { status: 'failed', reason: 'Unknown demo payment.' };
    const status = demoStore.status(db, id);
    switch (status) {
      case 'paid':
        return {
          status: 'paid',
          amountCents,
          currency: 'usd',
          chargeId: id,
          refunds: [],
          dispute: null,
        };
      case 'cancelled':
        return { status: 'failed', reason: 'The customer canceled.' };
      case 'voided':
        return { status: 'failed', reason: 'The payment was no longer needed.' };
      case 'approved':
        return { status: 'open', isApproved: true };
      // A declined card can be tried again on the same payment, as at Stripe.
      case 'declined':
      case 'requires_action':
      case undefined:
        return { status: 'open' };
    }
  };

  const both: Omit<PaymentProvider, 'name' | 'start' | 'capture'> = {
    recurring: createDemoRecurring(db, billingNow),
    // The ID contains the key.
    keyLifetimeMs: Infinity,
    cancel: async (id) => {
      await demoStore.record(db, id, 'voided', now());
      return demoStore.status(db, id) === 'voided';
    },
    refund: async ({ key, amountCents }) => ({ id: `demo-${key}`, key, amountCents, status: 'succeeded' }),
    parseEvent: async () => {
      throw new InvalidSignature('Demo mode has no webhook events.');
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
    payAsTest: async (id) => void (await demoStore.record(db, id, 'paid', now())),
  };

  const paypal: PaymentProvider = {
    ...both,
    name: 'demo-paypal',
    start: async ({ attemptKey, amountCents }) => {
      const id = demoId('DEMO', attemptKey, amountCents, secret);
      return { id, approvalUrl: `/demo-paypal?token=${encodeURIComponent(id)}` };
    },
    capture: async (id) => {
      if (demoAmount(id, secret) !== null && demoStore.status(db, id) === 'approved')
        await demoStore.record(db, id, 'paid', now());
      return lookUp(id);
    },
  };

  return { 'credit-card': card, paypal };
}
