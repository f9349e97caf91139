import { randomUUID } from 'node:crypto';
import type { Cents } from '@northlight/shared/catalogue/money.ts';
import { consentText } from '@northlight/shared/catalogue/consent.ts';
import type { Quote } from '@northlight/shared/catalogue/quote.ts';
import {
  MINIMUM_AMOUNT_CENTS,
  MINIMUM_AMOUNT_MESSAGE,
  type CheckoutDraft,
  type PaymentMethod,
} from '@northlight/shared/contracts/checkout.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Consent } from '../db/schema.ts';
import { ApiError, badInput, providerUnavailable } from '../errors.ts';
import { clientNetwork } from '../limits/client-network.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { Payment } from '../payments/payment-store.ts';
import {
  AttemptOver,
  type PaymentProvider,
  type StartedPayment,
  type StartPayment,
} from '../payments/provider.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { endOtherAttempts, findOrderUnderWay } from './other-attempts.ts';
import { priceBundle } from './price-bundle.ts';

export type PaymentToStart = {
  method: PaymentMethod;
  /** Null for a call that names an amount alone. */
  details: CheckoutDraft | null;
  claimedCents: Cents;
  clientAddress: string;
};

export type PaymentStart =
  | { kind: 'started'; started: StartedPayment; amountCents: Cents }
  /** This checkout is paid already, or its money is under way: nothing was started. */
  | { kind: 'ordered'; order: OrderWithLines };

/** Stores the draft and the attempt before it calls the provider, so every payment has a draft. */
export async function startPayment(deps: CheckoutDeps, input: PaymentToStart): Promise<PaymentStart> {
  const provider = deps.providers[input.method];
  return deps.locks.run(input.details?.checkoutId, async () => {
    const order = input.details && (await findOrderUnderWay(deps, input.details.checkoutId));
    if (order) return { kind: 'ordered', order };

    const quote = input.details && priceBundle(input.details, deps.promoStore);
    const amountCents = quote ? quote.dueTodayCents : input.claimedCents;
    if (amountCents < MINIMUM_AMOUNT_CENTS) {
      throw badInput(MINIMUM_AMOUNT_MESSAGE, { amount: [MINIMUM_AMOUNT_MESSAGE] });
    }
    const orderOfOldPrice =
      input.details && (await endOldPrices(deps, input.details.checkoutId, amountCents));
    if (orderOfOldPrice) return { kind: 'ordered', order: orderOfOldPrice };
    const attempt = () =>
      inTransaction(deps.db, () => {
        if (input.details && quote) saveDraft(deps, input.details, quote, input.claimedCents);
        const network = clientNetwork(input.clientAddress);
        return attemptFor(deps, provider, input.details?.checkoutId ?? null, amountCents, network);
      });
    const buyer = {
      email: input.details?.email ?? null,
      isRecurring: (quote?.recurringCents ?? 0) > 0,
    };
    return { kind: 'started', started: await startAttempt(deps, provider, attempt, buyer), amountCents };
  });
}

type Buyer = Pick<StartPayment, 'email' | 'isRecurring'>;

/** An attempt that can no longer be made gives way to a new one, once. */
async function startAttempt(
  deps: CheckoutDeps,
  provider: PaymentProvider,
  attempt: () => Promise<Payment>,
  buyer: Buyer,
): Promise<StartedPayment> {
  const first = await attempt();
  const started = await startAtProvider(deps, provider, first, buyer);
  if (started) return started;
  const second = await attempt();
  const again = await startAtProvider(deps, provider, second, buyer);
  if (!again) throw providerUnavailable();
  return again;
}

/** A price that the buyer no longer sees must not stay payable in another tab. The order, when it was paid meanwhile. */
function endOldPrices(
  deps: CheckoutDeps,
  checkoutId: string,
  amountCents: Cents,
): Promise<OrderWithLines | null> {
  return endOtherAttempts(deps, checkoutId, (other) => other.amountCents !== amountCents, PRICE_CHANGED);
}

export const PRICE_CHANGED = 'The price changed after this payment was started.';

function saveDraft(deps: CheckoutDeps, details: CheckoutDraft, quote: Quote, claimedCents: Cents): void {
  const now = deps.now();
  deps.draftStore.put({ details, quote, consent: consentFor(quote, now) }, claimedCents, now);
}

export function consentFor(quote: Quote, agreedAt: Date): Consent | null {
  const text = consentText(quote);
  return text && quote.recurringPeriod
    ? {
        text,
        amountCents: quote.recurringCents,
        period: quote.recurringPeriod,
        agreedAt: agreedAt.toISOString(),
      }
    : null;
}

/** The same draft, provider and amount continue the attempt that is open; a resend never opens a second one. */
function attemptFor(
  deps: CheckoutDeps,
  provider: PaymentProvider,
  draftId: string | null,
  amountCents: Cents,
  network: string,
): Payment {
  const now = deps.now();
  const open = draftId
    ? deps.paymentStore
        .unsettledForDraft(draftId)
        .find((payment) => payment.provider === provider.name && payment.amountCents === amountCents)
    : undefined;
  if (open && !isForgotten(open, provider, now)) {
    // The attempt used last is the one the buyer means; the sweeper asks (see sweep.ts).
    deps.paymentStore.touch(open, network, now);
    return open;
  }
  if (open) deps.paymentStore.markFailed(open.id, 'The provider never answered.', now);
  return deps.paymentStore.insert({
    provider: provider.name,
    attemptKey: randomUUID(),
    draftId,
    amountCents,
    clientNetwork: network,
    now,
  });
}

/** Sent again after the key's time it would be a second payment. Nobody was ever given the first one to pay. */
function isForgotten(payment: Payment, { keyLifetimeMs }: PaymentProvider, now: Date): boolean {
  return !payment.providerPaymentId && now.getTime() - payment.createdAt.getTime() > keyLifetimeMs;
}

/** Null when this attempt is over. */
async function startAtProvider(
  deps: CheckoutDeps,
  provider: PaymentProvider,
  payment: Payment,
  buyer: Buyer,
): Promise<StartedPayment | null> {
  try {
    const started = await provider.start({
      attemptKey: payment.attemptKey,
      providerPaymentId: payment.providerPaymentId,
      draftId: payment.draftId,
      amountCents: payment.amountCents,
      ...buyer,
    });
    if (payment.providerPaymentId !== started.id) {
      await inTransaction(deps.db, () => deps.paymentStore.bind(payment.id, started.id));
    }
    return started;
  } catch (error) {
    if (error instanceof AttemptOver) {
      await inTransaction(deps.db, () => deps.paymentStore.markFailed(payment.id, error.message, deps.now()));
      return null;
    }
    if (error instanceof ApiError) throw error;
    deps.log.error({ err: error, provider: provider.name }, 'the payment provider did not start a payment');
    throw providerUnavailable();
  }
}
