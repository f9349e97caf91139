import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Cents } from '@northlight/shared/catalog/money.ts';
import { consentText } from '@northlight/shared/catalog/consent.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import { MINIMUM_AMOUNT_CENTS } from '@northlight/shared/catalog/price.ts';
import { MINIMUM_AMOUNT_MESSAGE } from '@northlight/shared/contracts/customer-information.ts';
import type { PaymentMethod } from '@northlight/shared/contracts/payments.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Consent } from '../../db/schema/payments.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { ApiError, methodUnavailable, providerUnavailable, badField } from '../../base/errors.ts';
import { clientNetwork } from '../../http/limits/rate-limit.ts';
import type { Payment } from '../payments/payment-store.ts';
import {
  AttemptExpired,
  StartRefused,
  type PaymentProvider,
  type StartedPayment,
  type StartPayment,
} from '../payments/provider.ts';
import { notifyOfRefusal } from '../recurring/notify-of-recurring.ts';
import { priceBundle } from './price-bundle.ts';
import { acceptTerms } from './accept-terms.ts';
import { askBuyerForState } from './ask-for-state.ts';
import { holdPromo } from '../promo-codes/promo-uses.ts';
import * as draftStore from '../settlement/draft-store.ts';
import * as unfinishedStore from '../unfinished-checkouts/unfinished-store.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import type { AppContext } from '../context.ts';

export type PaymentToStart = {
  method: PaymentMethod;
  /** Null for a call that only names an amount. */
  details: DraftDetails | null;
  claimedCents: Cents;
  clientAddress: string;
};

/** What a checkout is to pay now. */
export type Asked = PaymentToStart & Terms & { price: Price | null };
type Terms = Pick<Payment, 'amountCents' | 'recurring'>;

/** Throws if the bundle can't be bought, its terms are not accepted, or the amount is too small for a provider. */
export function askFor(context: AppContext, sent: PaymentToStart): Asked {
  const price = sent.details && priceBundle(context, sent.details);
  const details = sent.details && acceptTerms(context, sent.details);
  if (details && price) askBuyerForState(context, details, price);
  const amountCents = price ? price.dueTodayCents : sent.claimedCents;
  if (amountCents < MINIMUM_AMOUNT_CENTS) throw badField('amount', MINIMUM_AMOUNT_MESSAGE);
  return { ...sent, details, price, amountCents, recurring: price && recurringTermsOf(price) };
}

/**
 * Stores the draft and the attempt before it calls the provider, so every payment has a draft. Call it under the
 * checkout's lock, when no order is under way and no attempt with other terms is open.
 */
export async function startPayment(context: AppContext, asked: Asked): Promise<StartedPayment> {
  const { details, price, claimedCents, amountCents, recurring } = asked;
  const provider = context.providers[asked.method];
  const attempt = () =>
    inTransaction(context.db, () => {
      if (details && price) saveDraft(context, details, price, claimedCents);
      const draftId = details?.checkoutId ?? null;
      const network = clientNetwork(asked.clientAddress);
      return attemptFor(context, provider, { draftId, amountCents, recurring, clientNetwork: network });
    });
  return startAttempt(context, provider, attempt, { email: details?.email ?? null, recurring });
}

const WRONG_EMAIL = 'The payment service doesn’t accept this email address. Please check it.';

type Buyer = Pick<StartPayment, 'email' | 'recurring'>;

/** If the attempt has expired at the provider, starts a new one, once. */
async function startAttempt(
  context: AppContext,
  provider: PaymentProvider,
  attempt: () => Promise<Payment>,
  buyer: Buyer,
): Promise<StartedPayment> {
  const first = await attempt();
  const started = await startAtProvider(context, provider, first, buyer);
  if (started) return started;
  const second = await attempt();
  const again = await startAtProvider(context, provider, second, buyer);
  if (!again) throw providerUnavailable();
  return again;
}

/** Bundles with other terms can cost the same today, but an attempt recurs as it was started. */
export const hasTerms = ({ amountCents, currency, recurring }: Payment, asked: Terms): boolean =>
  amountCents === asked.amountCents && currency === 'usd' && isDeepStrictEqual(recurring, asked.recurring);

/** What an attempt for a bundle saves the card or account for. */
export const recurringTermsOf = ({ recurringPeriod, recurringCents }: Price): Payment['recurring'] =>
  recurringPeriod && { amountCents: recurringCents, period: recurringPeriod };

/** Call it inside a transaction. */
export function saveDraft(
  context: AppContext,
  { exemptionKey: _opensAllOrders, ...details }: DraftDetails,
  price: Price,
  claimedCents: Cents,
): void {
  const now = context.now();
  // What the studio asks for keeps its price.
  if (!details.isRequested) holdPromo(context, details, price);
  const { checkoutId, serviceTypes, addons, isYearly, promoCode = '' } = details;
  const addonIds = addons.map(({ addonId }) => addonId);
  const bundle = { serviceIds: serviceTypes, addonIds, isYearly, promoCode };
  const reached = { step: 'payment' as const, bundle, dueCents: price.dueTodayCents };
  unfinishedStore.reach(context.db, checkoutId, reached, now);
  draftStore.put(context.db, { details, price, consent: consentFor(price, now) }, claimedCents, now);
}

export function consentFor(price: Price, agreedAt: Date): Consent | null {
  const text = consentText(price);
  return text && price.recurringPeriod
    ? {
        text,
        amountCents: price.recurringCents,
        period: price.recurringPeriod,
        agreedAt: agreedAt.toISOString(),
      }
    : null;
}

/** Continues the open attempt for the same draft, provider and terms, so a resend never opens a second one. */
function attemptFor(
  context: AppContext,
  provider: PaymentProvider,
  wanted: Terms & Pick<Payment, 'draftId'> & { clientNetwork: string },
): Payment {
  const { draftId, clientNetwork: network } = wanted;
  const now = context.now();
  const mode = orderModeOf(context.settings.payments);
  const open = draftId
    ? paymentStore
        .unsettledForDraft(context.db, draftId)
        .find(
          (payment) =>
            payment.provider === provider.name && payment.mode === mode && hasTerms(payment, wanted),
        )
    : undefined;
  if (open && !isForgotten(open, provider, now)) {
    // The customer may choose another card now. The sweep treats the attempt used last as the one they mean.
    const captureRefusal = open.captureRefusal && ('reopened' as const);
    const used = { clientNetwork: network, updatedAt: now, nextCheckAt: null, captureRefusal };
    paymentStore.change(context.db, open.id, used);
    return open;
  }
  if (open) paymentStore.markFailed(context.db, open.id, { code: 'no_answer' }, now);
  return paymentStore.insert(context.db, {
    provider: provider.name,
    mode,
    attemptKey: randomUUID(),
    ...wanted,
    now,
  });
}

/** After the idempotency key expired, this would be a second payment. The first never reached a browser. */
function isForgotten(payment: Payment, { keyLifetimeMs }: PaymentProvider, now: Date): boolean {
  return !payment.providerPaymentId && now.getTime() - payment.createdAt.getTime() > keyLifetimeMs;
}

/** Null when this attempt has expired. */
async function startAtProvider(
  context: AppContext,
  provider: PaymentProvider,
  payment: Payment,
  buyer: Buyer,
): Promise<StartedPayment | null> {
  try {
    const started = await provider.start({
      attemptKey: payment.attemptKey,
      createdAt: payment.createdAt,
      providerPaymentId: payment.providerPaymentId,
      draftId: payment.draftId,
      amountCents: payment.amountCents,
      ...buyer,
    });
    if (payment.providerPaymentId !== started.id) {
      await inTransaction(context.db, () => paymentStore.bind(context.db, payment.id, started.id));
    }
    return started;
  } catch (error) {
    if (error instanceof AttemptExpired) {
      await inTransaction(context.db, () =>
        paymentStore.markFailed(
          context.db,
          payment.id,
          { code: 'ended_by_provider', reason: error.message },
          context.now(),
        ),
      );
      return null;
    }
    if (error instanceof ApiError) throw error;
    if (error instanceof StartRefused && error.isAboutEmail) throw badField('email', WRONG_EMAIL);
    if (error instanceof StartRefused) {
      await inTransaction(context.db, () => notifyOfRefusal(context, provider.name, error.message));
      throw methodUnavailable();
    }
    context.log.error(
      { err: error, provider: provider.name },
      'the payment provider did not start a payment',
    );
    throw providerUnavailable();
  }
}
