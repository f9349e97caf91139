import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '@northlight/shared/catalogue/money.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/shop/checkout.ts';
import type { RefundStatus } from '@northlight/shared/contracts/admin/case-answers.ts';
import type { ProviderName } from '../db/schema.ts';

export type StartPayment = {
  /** Stored before the call; the same key means the same payment, however often it is sent. */
  attemptKey: string;
  /** The provider's own id, where it has told it: the payment is then read back and never sent again. */
  providerPaymentId: string | null;
  /** Null for a call that names an amount alone. */
  draftId: string | null;
  amountCents: Cents;
  /** Where the provider's own receipt goes. */
  email: string | null;
  /** There is a recurring payment, so the card is saved for later. */
  isRecurring: boolean;
};

export type StartedPayment = {
  /** The provider's own id. */
  id: string;
  /** For the provider's script in the browser (cards). */
  clientSecret?: string;
  /** Where the buyer says yes (PayPal). */
  approvalUrl?: string;
};

/** A refund as the provider knows it, whoever asked for it. */
export type ProviderRefund = {
  id: string;
  /** Ours, where it was asked for here. */
  key: string | null;
  amountCents: Cents;
  status: RefundStatus;
};

/** What the provider says of a payment. Every caller switches on all of it. */
export type PaymentState =
  | {
      status: 'paid';
      amountCents: Cents;
      currency: string;
      /** What is refunded. */
      chargeId: string | null;
      refunds: ProviderRefund[];
      isDisputed: boolean;
    }
  /** The buyer has paid and the provider waits for the money, as with a bank debit. Nobody may pay again meanwhile. */
  | { status: 'processing' }
  /** `isApproved`: the buyer has agreed, and the money waits to be captured. */
  | { status: 'open'; isApproved?: boolean }
  /** Only from `capture`: the buyer's own source was refused, and they may choose another one at the provider. */
  | { status: 'declined'; reason: string }
  /** This payment can never be made. */
  | { status: 'failed'; reason: string };

export type RefundRequest = {
  /** Stored before the call; the same key means the same refund. */
  key: string;
  providerPaymentId: string;
  chargeId: string | null;
  amountCents: Cents;
  currency: string;
  reason: string;
};

/** What a webhook says happened, and to which payment; the truth of it is then asked for. */
export type ProviderEvent = {
  id: string;
  type: string;
  providerPaymentId: string | null;
  attemptKey: string | null;
};

/** What each way of paying offers. Talks to the outside, so never inside a transaction. */
export type PaymentProvider = {
  name: ProviderName;
  /** How long the provider remembers an `attemptKey`. */
  keyLifetimeMs: number;
  /** Throws `AttemptExpired` when this payment can no longer be made. */
  start(payment: StartPayment): Promise<StartedPayment>;
  /** Takes the money if the buyer has agreed and it is not taken yet, then answers as `lookUp` does. */
  capture(id: string): Promise<PaymentState>;
  lookUp(id: string): Promise<PaymentState>;
  /** Ends a payment. False when it is paid or processing, or when the provider did not end it for certain. */
  cancel(id: string): Promise<boolean>;
  /** Throws `RefundRefused` when it is not made; after any other error nobody knows. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Throws `InvalidSignature` for whatever the provider did not sign. `from` is the sender's network. */
  parseEvent(rawBody: string, headers: IncomingHttpHeaders, from: string): Promise<ProviderEvent>;
};

export type Providers = Record<PaymentMethod, PaymentProvider>;

/** A payment that was begun and can no longer be made; the buyer needs another one. */
export class AttemptExpired extends Error {
  override readonly name = 'AttemptExpired';
}

/** A refund that the provider will not make: no money went back, and the same call would be refused again. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** This shop has no keys for the provider, so nobody can ask it. */
export class ProviderDisabled extends Error {
  override readonly name = 'ProviderDisabled';
}

/** An event that nobody may act on. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

export function providerNamed(providers: Providers, name: ProviderName): PaymentProvider {
  const found = Object.values(providers).find((provider) => provider.name === name);
  if (!found) throw new Error(`No payment provider is set up that is called ${name}.`);
  return found;
}
