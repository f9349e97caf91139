import type { FakeInvoice, FakeInvoicePayment, FakeSubscription } from './billing-records.ts';
import { BLANK_INVOICE } from './empty-billing.ts';
import { addIntent, charge, decline, succeed } from './intents.ts';
import { DECLINES, MEANS, NEEDS_CONFIRMATION } from './payment-methods.ts';
import { found, stripeId, type FakeIntent, type StripeRecords } from './records.ts';

const DAY_S = 24 * 60 * 60;
/** A draft is finalized after an hour. */
const DRAFT_S = 60 * 60;
/** From one try to the next. After the last one, the subscription is canceled. */
const RETRY_DAYS = [3, 5, 7];

/** In cents. */
const CREDIT = 500;

type NewInvoice = { reason: FakeInvoice['billing_reason']; amount: number };

/** A draft for the subscription's current period. */
export function createInvoice(
  records: StripeRecords,
  subscription: FakeSubscription,
  { reason, amount }: NewInvoice,
): FakeInvoice {
  const now = records.clock.nowS();
  const [item] = subscription.items.data;
  const id = stripeId('in');
  const due = Math.max(0, amount - (records.unkind.has('has a credit') ? CREDIT : 0));
  const draftS = records.unkind.has('finalizes late') ? 3 * DRAFT_S : DRAFT_S;
  const line: FakeInvoice['lines']['data'][number] = {
    id: stripeId('il'),
    object: 'line_item',
    amount,
    currency: 'usd',
    description: '1 × Website',
    discount_amounts: [],
    discountable: true,
    discounts: [],
    invoice: id,
    livemode: false,
    metadata: {},
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration: false,
        proration_details: null,
        subscription: subscription.id,
        subscription_item: item.id,
      },
    },
    period: { start: item.current_period_start, end: item.current_period_end },
    pretax_credit_amounts: [],
    pricing: null,
    quantity: 1,
    quantity_decimal: '1',
    subscription: subscription.id,
    subtotal: amount,
    taxes: [],
  };
  const invoice: FakeInvoice = {
    ...BLANK_INVOICE,
    id,
    object: 'invoice',
    amount_due: due,
    amount_paid: 0,
    amount_remaining: due,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    automatically_finalizes_at: now + draftS,
    billing_reason: reason,
    created: now,
    customer: subscription.customer,
    effective_at: null,
    hosted_invoice_url: null,
    lines: { object: 'list', data: [line], has_more: false, url: `/v1/invoices/${id}/lines` },
    next_payment_attempt: now + draftS,
    parent: {
      type: 'subscription_details',
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
    // Stripe gives the period before the one that is billed.
    period_end: item.current_period_start,
    period_start: item.current_period_start,
    status: 'draft',
    status_transitions: { finalized_at: null, marked_uncollectible_at: null, paid_at: null, voided_at: null },
    subtotal: amount,
    total: amount,
  };
  records.invoices.set(id, invoice);
  subscription.latest_invoice = id;
  records.emit('invoice.created', invoice);
  return invoice;
}

export function voidInvoice(records: StripeRecords, invoice: FakeInvoice): void {
  const now = records.clock.nowS();
  Object.assign(invoice, { status: 'void', auto_advance: false, automatically_finalizes_at: null });
  invoice.next_payment_attempt = null;
  invoice.status_transitions.voided_at = now;
  records.emit('invoice.voided', invoice);
}

/** The draft becomes an open invoice with a payment of its own. */
export function finalize(records: StripeRecords, invoice: FakeInvoice): void {
  const now = records.clock.nowS();
  const { amount_due: amount, customer } = invoice;
  const { id: intentId } = addIntent(records, { amount, currency: 'usd', customer });
  records.invoicePayments.set(invoice.id, {
    id: stripeId('inpay'),
    object: 'invoice_payment',
    amount_paid: null,
    amount_requested: amount,
    created: now,
    currency: 'usd',
    invoice: invoice.id,
    is_default: true,
    livemode: false,
    payment: { type: 'payment_intent', payment_intent: intentId },
    status: 'open',
    status_transitions: { canceled_at: null, paid_at: null },
  });
  invoice.status = 'open';
  invoice.effective_at = now;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.finalized_at = now;
  invoice.hosted_invoice_url = `https://invoice.stripe.com/i/acct_1/test_${invoice.id}`;
  records.emit('invoice.finalized', invoice);
  records.emit('payment_intent.created', records.intent(intentId));
}

const subscriptionOf = ({ subscriptions }: StripeRecords, { parent }: FakeInvoice) =>
  subscriptions.get(parent?.subscription_details?.subscription ?? '');

/** Stripe's own try, with what the subscription charges, or else the customer's default. */
export function collect(records: StripeRecords, invoice: FakeInvoice): void {
  const own = subscriptionOf(records, invoice);
  const customer = found(records.customers, invoice.customer);
  const method =
    own?.default_payment_method ??
    own?.default_source ??
    customer.invoice_settings.default_payment_method ??
    customer.default_source;
  invoice.attempt_count += 1;
  invoice.next_payment_attempt = null;
  payWith(records, invoice, method ?? '', true);
}

/** With a payment method of the customer, which Stripe or the customer chose. */
export function payWith(
  records: StripeRecords,
  invoice: FakeInvoice,
  method: string,
  isWithoutBuyer = false,
): void {
  const intent = records.intent(paymentOf(records, invoice).payment.payment_intent);
  const means = records.means.get(method) ?? '';
  const isAsked = isWithoutBuyer && records.unkind.has('asks for a confirmation later');
  const fault = isAsked ? NEEDS_CONFIRMATION : DECLINES[means];
  invoice.attempted = true;
  intent.payment_method = method;
  if (fault) return decline(records, intent, fault);
  if (means !== MEANS.debit) return succeed(records, intent);
  intent.status = 'processing';
  charge(records, intent, 'pending');
  records.emit('payment_intent.processing', intent);
}

/** What follows for the invoice when its payment has succeeded or failed. */
export function invoiceSettled(records: StripeRecords, intent: FakeIntent): void {
  const payment = [...records.invoicePayments.values()].find(
    (one) => one.payment.payment_intent === intent.id,
  );
  if (!payment) return;
  const invoice = found(records.invoices, payment.invoice);
  const isPaid = intent.status === 'succeeded';
  records.emit(isPaid ? 'charge.succeeded' : 'charge.failed', records.charge(intent.latest_charge ?? ''));
  if (isPaid) return markPaid(records, invoice);
  const subscription = subscriptionOf(records, invoice);
  const days = RETRY_DAYS[invoice.attempt_count - 1];
  const isGivenUp = days === undefined;
  if (!isGivenUp && invoice.auto_advance)
    invoice.next_payment_attempt ??= records.clock.nowS() + days * DAY_S;
  records.emit('invoice.payment_failed', invoice);
  if (!subscription || subscription.ended_at !== null) return;
  const isLeft = [...records.unkind].some((one) => one.startsWith('leaves subscriptions'));
  if (isGivenUp && !isLeft) return void endSubscription(records, subscription, 'payment_failed');
  // Its status follows the newest invoice.
  if (subscription.latest_invoice !== invoice.id) return;
  const isUnpaid = isGivenUp && records.unkind.has('leaves subscriptions unpaid');
  subscription.status = isUnpaid ? 'unpaid' : 'past_due';
  records.emit('customer.subscription.updated', subscription);
}

export function markPaid(records: StripeRecords, invoice: FakeInvoice): void {
  const now = records.clock.nowS();
  const payment = records.invoicePayments.get(invoice.id);
  if (payment) {
    Object.assign(payment, { status: 'paid', amount_paid: payment.amount_requested });
    payment.status_transitions.paid_at = now;
    records.emit('invoice_payment.paid', payment);
  }
  invoice.status = 'paid';
  invoice.amount_paid = invoice.amount_due;
  invoice.amount_remaining = 0;
  invoice.attempted = true;
  invoice.next_payment_attempt = null;
  invoice.automatically_finalizes_at = null;
  invoice.status_transitions.paid_at = now;
  records.emit('invoice.paid', invoice);
  records.emit('invoice.payment_succeeded', invoice);
  const subscription = [...records.subscriptions.values()].find(
    ({ latest_invoice: id }) => id === invoice.id,
  );
  if (subscription?.status !== 'past_due' && subscription?.status !== 'unpaid') return;
  subscription.status = 'active';
  records.emit('customer.subscription.updated', subscription);
}

export function endSubscription(
  records: StripeRecords,
  subscription: FakeSubscription,
  reason: NonNullable<FakeSubscription['cancellation_details']['reason']>,
): FakeSubscription {
  subscription.status = 'canceled';
  subscription.ended_at = records.clock.nowS();
  subscription.canceled_at ??= subscription.ended_at;
  subscription.cancellation_details.reason = reason;
  for (const invoice of records.invoices.values())
    if (subscriptionOf(records, invoice) === subscription && ['draft', 'open'].includes(invoice.status ?? ''))
      Object.assign(invoice, {
        auto_advance: false,
        automatically_finalizes_at: null,
        next_payment_attempt: null,
      });
  records.emit('customer.subscription.deleted', subscription);
  return subscription;
}

export const paymentOf = (records: StripeRecords, { id }: FakeInvoice): FakeInvoicePayment =>
  found(records.invoicePayments, id);
