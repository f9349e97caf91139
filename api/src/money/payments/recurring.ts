import type { Cents } from '@northlight/shared/catalog/money.ts';
import type { ChargeStatus } from '@northlight/shared/contracts/recurring.ts';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import { type SavedCard } from '../../db/schema/recurring.ts';
import { findProvider, type ProviderRefund } from './provider.ts';
import type { Period, AgreementStatus } from '@northlight/shared/contracts/lists.ts';
import type { AppContext } from '../context.ts';
import type { ProviderName } from '../../db/schema/payments.ts';

/** What the customer agreed to. */
export type RecurringTerms = {
  /** One recurring payment per order number, however often it is started. */
  orderNumber: string;
  name: string;
  email: string;
  amountCents: Cents;
  period: Period;
  /** How often the provider refused to start it. */
  refusals: number;
  /** Periods are counted from here, and nothing is charged before `firstChargeAt`. */
  startedAt: Date;
  firstChargeAt: Date;
  /** The provider's ID of the order's own payment, whose card or account is charged. */
  paymentId: string;
};

export type ProviderCharge = {
  id: string;
  dueAt: Date;
  amountCents: Cents;
  state: ChargeStatus;
  attempts: number;
  paidAt: Date | null;
  /** Null when the provider only says that a part was refunded. */
  refundedCents: Cents | null;
  /** What a refund needs; null until something was collected. */
  paymentId: string | null;
  /** The provider's page where the customer can pay a failed charge. */
  payUrl: string | null;
  dispute: Dispute | null;
  /** Why the provider holds what was charged, where it isn't the customer's bank. */
  held?: string | undefined;
};

/** The whole recurring payment as the provider has it. */
export type ProviderAgreement = {
  state: 'active' | 'past-due' | 'paused' | 'canceled' | 'ended';
  amountCents: Cents;
  /** Missing if the provider doesn't say. */
  period?: Period;
  /** Null when nothing more will be charged, and while it is paused. */
  nextChargeAt: Date | null;
  /** When it ends, if a cancellation is scheduled. */
  cancelAt: Date | null;
  /** When it was canceled or ended. */
  endedAt: Date | null;
  /** Since when it is suspended by the provider, or in its dashboard, and not by the shop. */
  suspendedAt: Date | null;
  /** Until when it takes no other price, if it can't be changed yet. */
  priceFixedUntil?: Date;
  card: SavedCard | null;
  /** At least the newest hundred. */
  charges: ProviderCharge[];
  /** The provider lists none, which for one that was started means that its list is out of date. */
  isMissing?: boolean;
};

/** A recurring payment that was started elsewhere, as the provider has it. */
export type AdoptedRecurring = {
  /** What the agreement stores as the provider's ID. */
  id: string;
  /** The provider's ID of its customer. */
  customerId: string;
  email: string | null;
  amountCents: Cents;
  period: Period;
  /** When it was started. */
  since: Date;
  /** Periods are counted from here. */
  countedFrom: Date;
  /** The first charge that is the shop's: the next one, or that of the current period if it isn't paid yet. */
  firstChargeAt: Date;
  periodEnd: Date;
  /** What the administrator should know before it is taken over. */
  notice: string | null;
  /** When it ends, if a cancellation is scheduled. */
  cancelAt: Date | null;
};

export type ChargeRefund = {
  /** Stored before the call. The same key is the same refund. */
  key: string;
  paymentId: string;
  amountCents: Cents;
  reason: string;
};

/**
 * Recurring payments at a provider, which charges, retries and gives up by itself. Makes network calls, so
 * never use it inside a transaction. Every call can be repeated.
 */
export type RecurringProvider = {
  /** The recurring payment that the order's own payment started, as PayPal's do, or null. Makes no call. */
  startedBy?(paymentId: string): string | null;
  /**
   * Starts the charges, once per order number, and returns the provider's ID. `remember` stores an ID that
   * a repeated call must know; `knownId` is what was stored. Throws `RecurringRefused` when the saved card
   * or account cannot be charged.
   */
  start(
    terms: RecurringTerms,
    knownId: string | null,
    remember: (id: string) => Promise<void>,
  ): Promise<string>;
  /**
   * Reads one that was started elsewhere, and changes nothing. Throws `RecurringRefused` if the shop can't manage it.
   * Missing where none can be adopted.
   */
  adopt?(id: string): Promise<AdoptedRecurring>;
  lookUp(id: string): Promise<ProviderAgreement>;
  pause(id: string): Promise<void>;
  resume(id: string): Promise<void>;
  cancelNow(id: string): Promise<void>;
  /** Ends it when the paid period ends. */
  cancelLater(id: string): Promise<void>;
  undoCancel(id: string): Promise<void>;
  /** How long before a charge its amount can be changed, if it isn't up to the charge. */
  priceNoticeMs?: number;
  /** From the next charge on. */
  changeAmount(id: string, amountCents: Cents): Promise<void>;
  /**
   * Another period, with its amount, from the next charge on. Returns the provider's page on which the customer approves
   * it; null when the change is already done.
   */
  changePeriod(
    id: string,
    terms: { amountCents: Cents; period: Period },
    returnUrl: string,
  ): Promise<string | null>;
  /** Throws `RefundRefused` when the provider refuses. */
  refundCharge(refund: ChargeRefund): Promise<ProviderRefund['status']>;
  /** The provider's page for another card or account; null when the change is already done. */
  cardPage(id: string, returnUrl: string): Promise<string | null>;
};

/** For a payment method that cannot charge again. Every call is refused with this message. */
export function refusedRecurring(message: string): RecurringProvider {
  const refuse = async (): Promise<never> => {
    throw new RecurringRefused(message);
  };
  return {
    start: refuse,
    lookUp: refuse,
    pause: refuse,
    resume: refuse,
    cancelNow: refuse,
    cancelLater: refuse,
    undoCancel: refuse,
    changeAmount: refuse,
    changePeriod: refuse,
    refundCharge: refuse,
    cardPage: refuse,
  };
}

/** The provider will not charge this card or account again. The message says why. */
export class RecurringRefused extends Error {
  override readonly name = 'RecurringRefused';
}

/** A recurring payment that was canceled or has ended never charges again. */
export const AGREEMENT_MOVES: Record<AgreementStatus, readonly AgreementStatus[]> = {
  pending: ['active', 'past-due', 'paused', 'canceled', 'ended'],
  active: ['past-due', 'paused', 'canceled', 'ended'],
  'past-due': ['active', 'paused', 'canceled', 'ended'],
  paused: ['active', 'past-due', 'canceled', 'ended'],
  canceled: [],
  ended: [],
};

/** Whether it was canceled or has ended. */
export const isOver = ({ state }: { state: AgreementStatus }): boolean => AGREEMENT_MOVES[state].length === 0;

/** A failed charge can still be paid. What was paid can only be refunded. */
export const CHARGE_MOVES: Record<ChargeStatus, readonly ChargeStatus[]> = {
  due: ['paid', 'failed', 'refunded'],
  failed: ['paid', 'refunded'],
  paid: ['refunded'],
  // The refund was returned by the customer's bank.
  refunded: ['paid'],
};

/** For what was placed in a demo that is over. */
export const DEMO_IS_OVER = refusedRecurring(
  'This order was placed in demo mode, so its recurring payment can’t be changed.',
);

export const recurringOf = (
  { providers }: AppContext,
  { provider: name }: { provider: ProviderName },
): RecurringProvider => findProvider(providers, name)?.recurring ?? DEMO_IS_OVER;
