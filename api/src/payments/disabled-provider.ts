import type { ProviderName } from '../db/schema.ts';
import { badInput } from '../errors.ts';
import { InvalidSignature, ProviderDisabled, RefundRefused, type PaymentProvider } from './provider.ts';

/** A payment method that this shop has no keys for. */
export function createDisabledProvider(name: ProviderName): PaymentProvider {
  const closed = async (): Promise<never> => {
    const message = 'This payment method isn’t available. Please choose another one.';
    throw badInput(message, { paymentMethod: [message] });
  };
  const unknown = async (): Promise<never> => {
    throw new ProviderDisabled(name);
  };
  return {
    name,
    keyLifetimeMs: 0,
    start: closed,
    capture: unknown,
    lookUp: unknown,
    // Attempts from before the keys were removed block nothing.
    cancel: async () => false,
    refund: async () => {
      throw new RefundRefused('This shop has no keys for this payment method.');
    },
    parseEvent: async () => {
      throw new InvalidSignature('This payment provider is not set up.');
    },
  };
}
