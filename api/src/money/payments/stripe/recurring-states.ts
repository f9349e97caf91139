import type { Stripe } from 'stripe';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import type { SavedCard } from '../../../db/schema/recurring.ts';
import { type ProviderAgreement, type ProviderCharge, isOver } from '../recurring.ts';
import { CANCELLATION_REASONS, INVOICE_STATUSES, SUBSCRIPTION_STATUSES } from './answers.ts';
import { idOf } from './states.ts';
import { PERIODS } from '@northlight/shared/contracts/lists.ts';

type StripeAgreement = {
  /** With the default payment method expanded. */
  customer: Stripe.Customer;
  subscription: Stripe.Subscription;
  /** All of the customer, newest first, with their payments expanded. */
  invoices: readonly Stripe.Invoice[];
  charges: readonly Stripe.Charge[];
  /** By PaymentIntent. */
  disputes: ReadonlyMap<string, Dispute | null>;
};

/** Without a subscription, or for a deleted customer, nothing is ever charged. */
export const NO_AGREEMENT: ProviderAgreement = {
  state: 'canceled',
  amountCents: 0,
  nextChargeAt: null,
  cancelAt: null,
  endedAt: null,
  suspendedAt: null,
  card: null,
  charges: [],
};

/** Those of a subscription. */
export const invoicesOf = ({ id }: Stripe.Subscription, invoices: readonly Stripe.Invoice[]) =>
  invoices.filter(({ parent }) => idOf(parent?.subscription_details?.subscription) === id);

/** When the period begins that it is for, in milliseconds. */
export function dueTimeOf({ lines, created }: Stripe.Invoice): number {
  const billed = lines.data.find(({ parent }) => parent?.type === 'subscription_item_details');
  return (billed?.period.start ?? created) * 1_000;
}

/** The draft of a canceled subscription stays one. */
export const isStopped = ({ status, auto_advance }: Stripe.Invoice): boolean =>
  status === 'draft' && auto_advance === false;

/** Maps every status of a subscription and its invoices explicitly; see docs/payment-states.md. */
export function agreementOf(known: StripeAgreement): ProviderAgreement {
  const { customer, subscription, invoices } = known;
  const ours = invoicesOf(subscription, invoices);
  const state = stateOf(
    subscription,
    ours.some((invoice) => hasFailed(known, invoice)),
  );
  const isEnded = isOver({ state });
  const [item] = subscription.items.data;
  const periodEnd = timeOf(item?.current_period_end);
  const cancelAt = timeOf(subscription.cancel_at) ?? (subscription.cancel_at_period_end ? periodEnd : null);
  const period = PERIODS.find((one) => one === item?.price.recurring?.interval);
  const endsFirst = cancelAt !== null && periodEnd !== null && cancelAt <= periodEnd;
  return {
    state,
    amountCents: (item?.price.unit_amount ?? 0) * (item?.quantity ?? 1),
    ...(period && { period }),
    nextChargeAt: isEnded || state === 'paused' || endsFirst ? null : periodEnd,
    cancelAt: isEnded ? null : cancelAt,
    endedAt: timeOf(subscription.ended_at),
    suspendedAt: null,
    // In Stripe's order. Only an adopted one has a card of its own, or one that was saved the old way.
    card:
      cardOf(subscription.default_payment_method) ??
      sourceOf(subscription.default_source) ??
      cardOf(customer.invoice_settings.default_payment_method) ??
      sourceOf(customer.default_source),
    charges: ours.flatMap((invoice) => chargeOf(known, invoice)).toReversed(),
  };
}

function stateOf(
  { status, cancellation_details, pause_collection }: Stripe.Subscription,
  isUnpaid: boolean,
): ProviderAgreement['state'] {
  const state = SUBSCRIPTION_STATUSES[status] ?? 'past-due';
  if (state === 'canceled') return CANCELLATION_REASONS[cancellation_details?.reason ?? ''] ?? state;
  if (state === 'ended') return state;
  if (pause_collection) return 'paused';
  return state === 'active' && isUnpaid ? 'past-due' : state;
}

/** An open invoice that Stripe could not collect. A debit on its way and a charge just made are tried, too. */
const hasFailed = (
  { charges }: StripeAgreement,
  { status, attempt_count, payments }: Stripe.Invoice,
): boolean => {
  const intents = payments?.data.map(({ payment }) => idOf(payment.payment_intent)) ?? [];
  const isUnderWay = charges.some(
    (charge) => charge.status !== 'failed' && intents.includes(idOf(charge.payment_intent)),
  );
  return status === 'open' && attempt_count > 0 && !isUnderWay;
};

/** None for an invoice that asks for nothing or is never collected. */
function chargeOf(known: StripeAgreement, invoice: Stripe.Invoice): ProviderCharge[] {
  const { id, amount_due: amountCents, attempt_count: attempts, status, payments } = invoice;
  const outcome = INVOICE_STATUSES[status ?? ''] ?? 'due';
  if (outcome === 'none' || amountCents === 0 || isStopped(invoice)) return [];
  const paid = payments?.data.find((payment) => payment.status === 'paid');
  const paymentId = outcome === 'paid' ? idOf(paid?.payment.payment_intent) : null;
  const charge = known.charges.find(
    (one) => one.status === 'succeeded' && paymentId !== null && idOf(one.payment_intent) === paymentId,
  );
  const state = charge?.refunded ? 'refunded' : hasFailed(known, invoice) ? 'failed' : outcome;
  const url = invoice.hosted_invoice_url;
  return [
    {
      id,
      dueAt: new Date(dueTimeOf(invoice)),
      amountCents,
      state,
      attempts,
      paidAt: timeOf(invoice.status_transitions.paid_at),
      refundedCents: charge?.amount_refunded ?? 0,
      paymentId,
      payUrl: state === 'failed' && url?.startsWith('https://') ? url : null,
      dispute: (paymentId !== null && known.disputes.get(paymentId)) || null,
    },
  ];
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  link: 'Link',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};

/** Other methods that charge again. */
const METHODS: Record<string, string> = {
  amazon_pay: 'Amazon Pay',
  cashapp: 'Cash App Pay',
  link: 'Link',
  paypal: 'PayPal',
};

function cardOf(method: string | Stripe.PaymentMethod | null): SavedCard | null {
  if (method === null || typeof method === 'string') return null;
  const { type, card, us_bank_account: bank } = method;
  if (card) return savedCard(BRANDS[card.brand], card);
  const label = bank ? `${bank.bank_name ?? 'Bank account'} ending in ${bank.last4}` : METHODS[type];
  return { label: label ?? 'Saved payment method', expiresAt: null };
}

/** A card or an account that was saved before Stripe had payment methods. */
function sourceOf(source: string | Stripe.CustomerSource | null | undefined): SavedCard | null {
  if (!source || typeof source === 'string') return null;
  const card = source.object === 'source' ? source.card : source.object === 'card' ? source : undefined;
  const { brand, last4, exp_month, exp_year } = card ?? {};
  return brand && last4 && exp_month && exp_year
    ? savedCard(brand, { last4, exp_month, exp_year })
    : { label: 'Saved payment method', expiresAt: null };
}

const savedCard = (
  brand: string | undefined,
  { last4, exp_year, exp_month }: Pick<Stripe.PaymentMethod.Card, 'last4' | 'exp_year' | 'exp_month'>,
): SavedCard => ({
  label: `${brand ?? 'Card'} ending in ${last4}`,
  // Stripe counts months from 1, so this is the month after.
  expiresAt: new Date(Date.UTC(exp_year, exp_month, 1)).toISOString(),
});

const timeOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1_000) : null;
