import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/checkout.ts';
import type { ProviderName } from '../db/schema.ts';

export type StartPayment = {
  /** Stored before the call; the same key means the same payment, however often it is sent. */
  attemptKey: string;
  amountCents: Cents;
};

export type StartedPayment = {
  /** The provider's own id. */
  id: string;
  /** For the provider's script in the browser (cards). */
  clientSecret?: string;
  /** Where the buyer says yes (PayPal). */
  approvalUrl?: string;
};

/** What the provider says of a payment. Every caller switches on all of it. */
export type PaymentState =
  | { status: 'paid'; amountCents: Cents; currency: string }
  | { status: 'open' }
  | { status: 'failed'; reason: string };

/** What each way of paying offers. Talks to the outside, so never inside a transaction. */
export type PaymentProvider = {
  name: ProviderName;
  start(payment: StartPayment): Promise<StartedPayment>;
  /** Takes the money if the buyer has agreed and it is not taken yet, then answers as `lookUp` does. */
  capture(id: string): Promise<PaymentState>;
  lookUp(id: string): Promise<PaymentState>;
};

export type Providers = Record<PaymentMethod, PaymentProvider>;

export function providerNamed(providers: Providers, name: ProviderName): PaymentProvider {
  const found = Object.values(providers).find((provider) => provider.name === name);
  if (!found) throw new Error(`No payment provider is set up that is called ${name}.`);
  return found;
}
