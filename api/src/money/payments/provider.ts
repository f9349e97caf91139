import type { IncomingHttpHeaders } from 'node:http';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { PaymentMethod, RefundStatus, Dispute } from '@northlight/shared/contracts/payments.ts';
import type { ProviderName } from '../../db/schema/payments.ts';
import type { RecurringProvider } from './recurring.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

export type StartPayment = {
  /** Stored before the call. The same key is the same payment, however often it is sent. */
  attemptKey: string;
  /** When the attempt was stored, so that a repeated call sends the same dates. */
  createdAt: Date;
  /** The provider's ID, if known: the payment is then looked up, not created again. */
  providerPaymentId: string | null;
  /** Null for a call that only names an amount. */
  draftId: string | null;
  amountCents: Cents;
  /** Where the provider's own receipt goes. */
  email: string | null;
  /** What is charged later, for which the card or account is saved; null without a recurring payment. */
  recurring: { amountCents: Cents; period: Period } | null;
};

export type StartedPayment = {
  /** The provider's own id. */
  id: string;
  /** For the provider's script in the browser (cards). */
  clientSecret?: string;
  /** Where the customer approves (PayPal). */
  approvalUrl?: string;
};

/** A refund as the provider knows it, whoever requested it. */
export type ProviderRefund = {
  id: string;
  /** Ours, if it was requested here. */
  key: string | null;
  amountCents: Cents;
  status: RefundStatus;
};

/** The state of a payment at the provider. Every caller handles all of them. */
export type PaymentState =
  | {
      status: 'paid';
      amountCents: Cents;
      currency: string;
      /** The charge or capture to refund. */
      chargeId: string | null;
      refunds: ProviderRefund[];
      /** The provider only says that all of it was refunded, and does not list the refunds. */
      isFullyRefunded?: boolean;
      dispute: Dispute | null;
      /** For a charge of a recurring payment, whose ID this is. */
      agreementId?: string;
      /** The key that it was started with, by this shop or by another system. */
      attemptKey?: string;
    }
  /**
   * The customer has paid and the provider is waiting for the money, as with a bank debit. Nobody may pay
   * again meanwhile. `held`: the provider's reason why it holds the money, where it isn't the customer's bank.
   * `dispute`: it was paid before, and is held because of this.
   */
  | { status: 'processing'; held?: string | undefined; dispute?: Dispute | null }
  /** `isApproved`: the customer approved it, and it can be captured. */
  | { status: 'open'; isApproved?: boolean }
  /** Only from `capture`: the card or account was declined. The customer can choose another one there. */
  | { status: 'declined'; reason: string }
  /** It can never be completed. `refusal`: why the provider would refuse every such payment, whoever pays. */
  | { status: 'failed'; reason: string; refusal?: string }
  /**
   * The provider does not find it, which proves nothing once money may have moved. `isPaidByBrowser`: the
   * customer can pay it without a call from this shop.
   */
  | { status: 'missing'; reason: string; isPaidByBrowser: boolean };

/** What the shop knows of a payment that its provider may not show. */
export type KnownPayment = {
  /** From an earlier answer or event. */
  chargeId: string | null;
  isProcessing: boolean;
  /** Whether a capture was sent, which may have worked although its answer was lost. */
  wasCaptureSent: boolean;
};
export const NOTHING_KNOWN: KnownPayment = { chargeId: null, isProcessing: false, wasCaptureSent: false };

export type RefundRequest = {
  /** Stored before the call. The same key is the same refund. */
  key: string;
  providerPaymentId: string;
  chargeId: string | null;
  amountCents: Cents;
  currency: string;
  reason: string;
};

/** What a webhook reports, and for which payment. The provider is then asked for the payment's state. */
export type ProviderEvent = {
  id: string;
  /** The provider's own name for it, for logs. */
  type: string;
  /** `declined`: a card was declined. Anything else is only a reason to check the payment. */
  meaning: 'declined' | 'changed';
  providerPaymentId: string | null;
  attemptKey: string | null;
  /** The recurring payment it may be about, by the ID that `RecurringProvider.start` returns. */
  agreementId: string | null;
  /** The charge that was completed, where lists may not show it yet. */
  chargeId?: string | undefined;
};

/** What each payment method implements. Makes network calls, so never use it inside a transaction. */
export type PaymentProvider = {
  name: ProviderName;
  /** How long the provider remembers an `attemptKey`. */
  keyLifetimeMs: number;
  /**
   * Throws `AttemptExpired` when this payment can no longer be completed, and `StartRefused` when the provider
   * refuses and would refuse again.
   */
  start(payment: StartPayment): Promise<StartedPayment>;
  /**
   * Captures an approved payment if needed, then answers like `lookUp`. Awaits `willSend` right before the call
   * that takes the money.
   */
  capture(id: string, known?: KnownPayment, willSend?: () => Promise<void>): Promise<PaymentState>;
  lookUp(id: string, known?: KnownPayment): Promise<PaymentState>;
  /** Cancels a payment. False when it is paid, processing or missing, or when the provider did not confirm. */
  cancel(id: string, known?: KnownPayment): Promise<boolean>;
  /** Throws `RefundRefused` when the provider refuses. After any other error the result is unknown. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** Pays as a test customer. Absent where only a person can, and with keys for real money. */
  payAsTest?(id: string): Promise<void>;
  /** Reads a refund by the provider's ID, where `lookUp` cannot list all of them. */
  lookUpRefund?(id: string): Promise<ProviderRefund>;
  /** Throws `InvalidSignature` for anything the provider did not sign. `from` is the sender's network. */
  parseEvent(rawBody: string, headers: IncomingHttpHeaders, from: string): Promise<ProviderEvent>;
  recurring: RecurringProvider;
};

/** What takes new payments by each method. `others`: what only looks after payments that were begun before. */
export type Providers = Record<PaymentMethod, PaymentProvider> & { others?: readonly PaymentProvider[] };

/** By which method a payment of this provider is made. */
export const methodOf = (name: ProviderName): PaymentMethod =>
  name === 'paypal' || name === 'demo-paypal' ? 'paypal' : 'credit-card';

const NAMES: Record<PaymentMethod, readonly ProviderName[]> = {
  'credit-card': ['stripe', 'demo-card'],
  paypal: ['paypal', 'demo-paypal'],
};
/** Those that a payment by this method can be of: the one that takes new payments first. */
export const namesOf = (providers: Providers, method: PaymentMethod): readonly ProviderName[] => [
  ...new Set([providers[method].name, ...NAMES[method]]),
];

/** A started payment can no longer be completed. The customer needs a new one. */
export class AttemptExpired extends Error {
  override readonly name = 'AttemptExpired';
}

/** The provider refuses to start any such payment, and would refuse again. The message is its reason. */
export class StartRefused extends Error {
  override readonly name = 'StartRefused';
  /** Whether it only refuses the customer's email address. */
  readonly isAboutEmail: boolean;

  constructor(reason: string, isAboutEmail = false) {
    super(reason);
    this.isAboutEmail = isAboutEmail;
  }
}

/** The provider refuses a refund. Nothing was refunded, and a retry would be refused too. */
export class RefundRefused extends Error {
  override readonly name = 'RefundRefused';
}

/** This shop has no keys for the provider. */
export class ProviderDisabled extends Error {
  override readonly name = 'ProviderDisabled';
}

/** An event that must be ignored. */
export class InvalidSignature extends Error {
  override readonly name = 'InvalidSignature';
}

export const findProvider = (providers: Providers, name: ProviderName): PaymentProvider | undefined =>
  [providers['credit-card'], providers.paypal, ...(providers.others ?? [])].find((one) => one.name === name);

export function providerNamed(providers: Providers, name: ProviderName): PaymentProvider {
  const found = findProvider(providers, name);
  if (!found) throw new Error(`Payment provider ${name} is not set up.`);
  return found;
}
