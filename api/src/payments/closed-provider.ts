import type { ProviderName } from '../db/schema.ts';
import { badInput } from '../errors.ts';
import { BadSignature, RefundRefused, type PaymentProvider } from './provider.ts';

/** A way of paying that this shop has no keys for. */
export function createClosedProvider(name: ProviderName): PaymentProvider {
  const closed = async (): Promise<never> => {
    const message = 'This way of paying is not offered here. Please choose another one.';
    throw badInput(message, { paymentMethod: [message] });
  };
  return {
    name,
    keyLifetimeMs: 0,
    start: closed,
    capture: closed,
    lookUp: closed,
    cancel: closed,
    refund: async () => {
      throw new RefundRefused('This shop has no keys for this way of paying.');
    },
    parseEvent: async () => {
      throw new BadSignature('No events are expected here.');
    },
  };
}
