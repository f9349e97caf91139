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
import { badInput, providerUnavailable } from '../errors.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { isPaid } from '../orders/present-order.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { PaymentProvider, StartedPayment } from '../payments/provider.ts';
import type { CheckoutDeps } from './checkout-deps.ts';
import { priceBundle } from './price-bundle.ts';
import { settlePayment } from './settle-payment.ts';

export type PaymentToStart = {
  method: PaymentMethod;
  /** Null for the specification's bare call, which names nothing but an amount. */
  details: CheckoutDraft | null;
  claimedCents: Cents;
};

export type PaymentStart =
  | { kind: 'started'; started: StartedPayment; amountCents: Cents }
  /** This checkout is paid already: nothing was started. */
  | { kind: 'paid'; order: OrderWithLines };

/** Stores the draft and the attempt, then asks the provider; so money can never move without a draft (D6). */
export async function startPayment(deps: CheckoutDeps, input: PaymentToStart): Promise<PaymentStart> {
  const provider = deps.providers[input.method];
  const paidOrder = input.details && (await findPaidOrder(deps, input.details.checkoutId));
  if (paidOrder) return { kind: 'paid', order: paidOrder };

  const quote = input.details && priceBundle(input.details, deps.promoStore);
  const amountCents = quote ? quote.dueTodayCents : input.claimedCents;
  if (amountCents < MINIMUM_AMOUNT_CENTS) {
    throw badInput(MINIMUM_AMOUNT_MESSAGE, { amount: [MINIMUM_AMOUNT_MESSAGE] });
  }
  const payment = await inTransaction(deps.db, () => {
    if (input.details && quote) saveDraft(deps, input.details, quote, input.claimedCents);
    return attemptFor(deps, provider, input.details?.checkoutId ?? null, amountCents);
  });
  const started = await startAtProvider(deps, provider, payment);
  if (payment.providerPaymentId !== started.id) {
    await inTransaction(deps.db, () => deps.paymentStore.bind(payment.id, started.id));
  }
  return { kind: 'started', started, amountCents };
}

/** Also asks the provider about attempts left open: the answer to a paid one may have been lost on its way. */
async function findPaidOrder(deps: CheckoutDeps, checkoutId: string): Promise<OrderWithLines | null> {
  const existing = deps.orderStore.byCheckoutId(checkoutId);
  if (existing && isPaid(existing)) return existing;
  for (const payment of deps.paymentStore.openForDraft(checkoutId)) {
    const settled = await settlePayment(deps, payment, 'lookUp');
    if (settled.status === 'paid') return settled.order;
  }
  return null;
}

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
): Payment {
  const open = draftId
    ? deps.paymentStore
        .openForDraft(draftId)
        .find((payment) => payment.provider === provider.name && payment.amountCents === amountCents)
    : undefined;
  // The attempt used last is the one the buyer means; the sweeper asks (see sweep.ts).
  if (open) deps.paymentStore.touch(open.id, deps.now());
  return (
    open ??
    deps.paymentStore.insert({
      provider: provider.name,
      attemptKey: randomUUID(),
      draftId,
      amountCents,
      now: deps.now(),
    })
  );
}

async function startAtProvider(
  deps: CheckoutDeps,
  provider: PaymentProvider,
  payment: Payment,
): Promise<StartedPayment> {
  try {
    return await provider.start({ attemptKey: payment.attemptKey, amountCents: payment.amountCents });
  } catch (error) {
    deps.log.error({ err: error, provider: provider.name }, 'the payment provider did not start a payment');
    throw providerUnavailable();
  }
}
