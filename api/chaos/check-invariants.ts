import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../src/db/client.ts';
import { type OutboxKind, webhookEndpoints, webhookMessages } from '../src/db/schema/messages.ts';
import { webhookEvents } from '../src/db/schema/payments.ts';
import { agreements } from '../src/db/schema/recurring.ts';
import { cents } from '../test/paypal/records.ts';
import { counterValue, rows } from '../test/fixtures/rows.ts';
import type { Buyer } from './buyer.ts';
import { auditQuotes } from './check-quotes.ts';
import type { LiveShop } from './live-shop.ts';

type Captured = { provider: 'stripe' | 'paypal'; id: string; amountCents: number; refundedCents: number };
type Records = ReturnType<typeof readRecords>;

const FIRST_NUMBER = 10_001;

/** Compares the shop's records with the providers', the emails, and what buyers were told. Empty if right. */
export function audit(shop: LiveShop, buyers: readonly Buyer[]) {
  const records = shop.withRecords(readRecords);
  const captured = capturedBy(shop);
  const wrong = [
    ...captured.flatMap((money) => auditMoney(records, money)),
    ...auditOrders(records, captured),
    ...records.quotes.wrong,
    ...auditNumbers(records),
    ...auditEmails(records, join(shop.dataDir, 'mail')),
    ...buyers.flatMap((buyer) => auditPromises(records, buyer)),
    ...paidTwice(records, captured).map((checkoutId) => `the buyer of ${checkoutId} was charged twice`),
    ...auditInbox(records, shop),
    ...auditSubscriptions(records, shop),
    ...auditTold(records),
    ...records.events
      .filter(({ processedAt }) => !processedAt)
      .map(({ type, lastError }) => `${type} was never worked off: ${lastError}`),
    ...[...shop.stripe.errors, ...shop.paypal.errors].map((fault) => `a fake is broken: ${String(fault)}`),
  ];
  const completed = records.orders.filter(({ paymentStatus }) => paymentStatus === 'completed');
  return {
    wrong,
    counts: {
      captured: captured.length,
      orders: records.orders.length,
      completed: completed.length,
      'pending, with money that differs': records.orders.filter(
        (order) => order.paymentStatus === 'pending' && order.receivedAmountCents !== null,
      ).length,
      'pending, without money': records.orders.filter(
        (order) => order.paymentStatus === 'pending' && order.receivedAmountCents === null,
      ).length,
      'second payments, refunded': records.payments.filter(({ review }) => review?.code === 'second_payment')
        .length,
      'paid quotes': records.quotes.paid,
      emails: confirmations(records.outbox).length,
    },
  };
}

function readRecords(db: Db) {
  return {
    orders: rows.orders(db),
    payments: rows.payments(db),
    outbox: rows.outbox(db),
    events: db.select().from(webhookEvents).all(),
    agreements: db.select().from(agreements).all(),
    endpoints: db.select().from(webhookEndpoints).all(),
    told: db.select().from(webhookMessages).all(),
    quotes: auditQuotes(db),
    lastNumber: counterValue(db),
  };
}

/** All captured payments, from the providers' records. */
function capturedBy({ stripe, paypal }: LiveShop): Captured[] {
  return [
    ...[...stripe.records.charges.values()]
      .filter(({ status }) => status === 'succeeded')
      .map((charge) => ({
        provider: 'stripe' as const,
        id: charge.payment_intent,
        amountCents: charge.amount_captured,
        refundedCents: charge.amount_refunded,
      })),
    ...[...paypal.records.captures.values()]
      .filter(({ status }) => ['COMPLETED', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status))
      .map((capture) => ({
        provider: 'paypal' as const,
        id: capture.orderId,
        amountCents: cents(capture.amount),
        refundedCents: paypal.records
          .refundsOf(capture.id)
          .reduce((sum, { amount }) => sum + cents(amount), 0),
      })),
  ];
}

/**
 * A payment must have one order with the right amount. Otherwise it must be a refunded second payment for an
 * order that is already paid.
 */
function auditMoney(records: Records, { provider, id, amountCents, refundedCents }: Captured): string[] {
  const name = `${provider} ${id}`;
  const payment = records.payments.find((row) => row.provider === provider && row.providerPaymentId === id);
  if (!payment) return [`${name} is money that the shop knows nothing of`];
  if (payment.status !== 'paid') return [`${name} was paid and stands as ${payment.status}`];
  if (payment.receivedAmountCents !== amountCents)
    return [`${name} is ${amountCents} and stands as ${payment.receivedAmountCents}`];
  const [order, ...more] = records.orders.filter(({ paymentId }) => paymentId === payment.id);
  if (more.length > 0) return [`${name} has ${more.length + 1} orders`];
  if (!order) {
    const number = payment.review?.code === 'second_payment' ? payment.review.orderNumber : null;
    const first = records.orders.find(({ orderNumber }) => orderNumber === number);
    const isFlagged = first?.checkoutId === payment.draftId && first?.receivedAmountCents !== null;
    if (!isFlagged) return [`${name} has no order and no mark (${payment.review?.code})`];
    return refundedCents === amountCents ? [] : [`${name} is a second payment and did not go back`];
  }
  if (order.checkoutId !== payment.draftId) return [`${name} has the order of another checkout`];
  if (order.receivedAmountCents !== amountCents)
    return [`${order.orderNumber} received ${amountCents} and says ${order.receivedAmountCents}`];
  const isRight = order.initialPaymentCents === amountCents;
  if (isRight && order.paymentStatus !== 'completed') return [`${order.orderNumber} is paid and pending`];
  if (!isRight && (order.paymentStatus === 'completed' || !order.review))
    return [`${order.orderNumber} is of ${order.initialPaymentCents}, ${amountCents} came, nobody is told`];
  return [];
}

function auditOrders({ orders, payments }: Records, captured: readonly Captured[]): string[] {
  const isCaptured = new Set(captured.map(({ provider, id }) => `${provider} ${id}`));
  const paymentOf = new Map(
    payments.map((row) => [row.id, isCaptured.has(`${row.provider} ${row.providerPaymentId}`)]),
  );
  return [
    ...orders
      .filter(({ paymentStatus }) => paymentStatus === 'completed')
      .filter(({ initialPaymentCents }) => initialPaymentCents > 0)
      .filter(({ paymentId }) => !paymentId || !paymentOf.get(paymentId))
      .map(({ orderNumber }) => `${orderNumber} is completed and nobody paid`),
    ...payments
      .filter(({ id, status }) => status === 'paid' && !paymentOf.get(id))
      .map(({ id }) => `payment ${id} stands as paid and nobody paid`),
    ...repeated(orders.map(({ checkoutId }) => checkoutId)).map((id) => `checkout ${id} has two orders`),
  ];
}

/** An order has at most one subscription, and one if the shop says that it was started. */
function auditSubscriptions({ agreements: all }: Records, { stripe }: LiveShop): string[] {
  const subscriptions = [...stripe.records.subscriptions.values()];
  const started = all.filter(({ provider, state }) => provider === 'stripe' && state === 'active');
  const customers = new Set(subscriptions.map(({ customer }) => customer));
  return [
    ...repeated(subscriptions.map(({ metadata }) => metadata['orderNumber'] ?? '')).map(
      (number) => `${number} has two subscriptions`,
    ),
    ...started
      .filter(({ providerId }) => !providerId || !customers.has(providerId))
      .map(({ id }) => `the recurring payment ${id} stands as active and has no subscription`),
  ];
}

/** Other systems are told once of each order since they were added, and of its payment. */
function auditTold({ orders, endpoints: [endpoint], told }: Records): string[] {
  if (!endpoint) return [];
  const since = orders.filter(
    ({ paymentStatus, createdAt }) => paymentStatus === 'completed' && createdAt > endpoint.createdAt,
  );
  const messages = (event: string, number: string) =>
    told.filter((message) => message.event === event && message.orderNumber === number).length;
  return [
    ...(since.length > 0 ? [] : ['no order was placed since a webhook was added']),
    ...since
      .filter(({ orderNumber }) => messages('order.placed', orderNumber) !== 1)
      .map(({ orderNumber }) => `${orderNumber} was not told once`),
    ...since
      .filter(({ orderNumber }) => messages('payment.received', orderNumber) === 0)
      .map(({ orderNumber }) => `the payment of ${orderNumber} was not told`),
  ];
}

function auditNumbers({ orders, lastNumber }: Records): string[] {
  const numbers = orders.map(({ orderNumber }) => orderNumber);
  const isWhole = lastNumber === FIRST_NUMBER - 1 + orders.length;
  return [
    ...repeated(numbers).map((number) => `${number} was given twice`),
    ...(isWhole ? [] : [`${orders.length} orders, and the last number is ${lastNumber}`]),
  ];
}

/** The emails of each completed order: two at once, and three reminders for later. */
const OF_AN_ORDER = ['form-reminder', 'form-reminder', 'form-reminder', 'new-order', 'order-confirmation'];

/** These depend on how the order was paid, and on whether its forms were filled out. */
const NOW_AND_THEN: ReadonlySet<OutboxKind> = new Set([
  'payment-to-review',
  'payment-update',
  'refund',
  'new-submission',
  'form-received',
]);

/**
 * Checks for missing and extra emails. A resent email has the same key, so it has the same file name and ID.
 */
function auditEmails({ orders, outbox, payments }: Records, folder: string): string[] {
  const completed = orders.filter(({ paymentStatus }) => paymentStatus === 'completed');
  const files = new Set(readdirSync(folder));
  const wrong = outbox
    .filter(({ status, dueAt }) => status === 'given-up' || (status === 'waiting' && dueAt <= new Date()))
    .map(({ key, status }) => `${key} is ${status}`);
  for (const { orderNumber, email } of completed) {
    const own = outbox.filter((message) => message.orderNumber === orderNumber);
    const kinds = own.map(({ kind }) => kind).filter((kind) => !NOW_AND_THEN.has(kind));
    if (kinds.toSorted().join() !== OF_AN_ORDER.join())
      wrong.push(`${orderNumber} has the emails ${kinds.join()}`);
    const file = `order-confirmation-${orderNumber}.eml`;
    const text = files.has(file) ? readFileSync(join(folder, file), 'utf8') : '';
    const id = own.find(({ kind }) => kind === 'order-confirmation')?.id;
    if (!text.includes(`To: ${email}`) || !text.includes(`Message-ID: <${id}.`))
      wrong.push(`${orderNumber} has no email to ${email}`);
  }
  const pending = orders.filter(({ paymentStatus }) => paymentStatus === 'pending');
  const underWay = new Set(payments.filter(({ status }) => status === 'processing').map(({ id }) => id));
  const unpaid = [...files]
    .filter((file) => file.startsWith('unpaid-orders-'))
    .map((file) => readFileSync(join(folder, file), 'utf8').replaceAll('=\r\n', ''))
    .join('');
  for (const { orderNumber, paymentId, receivedAmountCents } of pending) {
    if (paymentId !== null && underWay.has(paymentId)) continue;
    const isTold =
      receivedAmountCents === null
        ? unpaid.includes(`${orderNumber}:`)
        : outbox.some(
            (message) =>
              message.kind === 'payment-to-review' &&
              message.orderNumber === orderNumber &&
              message.status === 'sent',
          );
    if (!isTold) wrong.push(`nobody was asked to look at ${orderNumber}`);
  }
  const sent = new Set(
    outbox.filter(({ status }) => status === 'sent').map(({ key }) => `${key.replaceAll(':', '-')}.eml`),
  );
  // A kill during a write leaves a partial file, and one after it a file of a message that may no longer be needed.
  const isInterrupted = (file: string) =>
    outbox.some(({ key, status }) => {
      const own = `${key.replaceAll(':', '-')}.eml`;
      return file === `${own}.part` || (file === own && status === 'dropped');
    });
  // `passTime` renames these messages, but not their files.
  const isDigest = (file: string) => file.startsWith('unpaid-orders-') && file.endsWith('.eml');
  const digests = [...sent].filter(isDigest).length;
  const digestFiles = [...files].filter(isDigest).length;
  if (digestFiles > digests) wrong.push(`${digestFiles} digests were written for ${digests} messages`);
  const strays = [...files]
    .filter((file) => !sent.has(file) && !isInterrupted(file) && !isDigest(file))
    .map((file) => `${file} belongs to no message`);
  const recipients = repeated(confirmations(outbox).map(({ recipient }) => recipient));
  return [...wrong, ...strays, ...recipients.map((email) => `${email} got two emails`)];
}

const confirmations = (outbox: Records['outbox']) =>
  outbox.filter(({ kind }) => kind === 'order-confirmation');

/** Every event that the shop answered with 200 must be stored, because the provider won't send it again. */
function auditInbox({ events }: Records, { stripe, paypal }: LiveShop): string[] {
  const kept = new Set(events.map(({ eventId }) => eventId));
  return [...stripe.webhooks.deliveries, ...paypal.webhooks.deliveries]
    .filter(({ status, eventId }) => status === 200 && !kept.has(eventId))
    .map(({ eventId }) => `${eventId} was taken and is gone`);
}

/** What a browser was told about an order must still be true. */
function auditPromises({ orders }: Records, { told, draft }: Buyer): string[] {
  return told.flatMap(({ orderNumber, paymentStatus }) => {
    const order = orders.find((row) => row.orderNumber === orderNumber);
    const isKept = order?.checkoutId === draft.checkoutId;
    const isTrue = paymentStatus === 'pending' || order?.paymentStatus === 'completed';
    return isKept && isTrue ? [] : [`${draft.email} was told of ${orderNumber} ${paymentStatus}`];
  });
}

/** Checkouts that were charged more than once without a refund. */
function paidTwice({ payments }: Records, captured: readonly Captured[]): string[] {
  const kept = captured.filter(({ amountCents, refundedCents }) => refundedCents < amountCents);
  return repeated(
    kept.map(
      ({ provider, id }) =>
        payments.find((row) => row.provider === provider && row.providerPaymentId === id)?.draftId ?? null,
    ),
  );
}

function repeated(values: readonly (string | null)[]): string[] {
  return [
    ...new Set(values.filter((value, index): value is string => !!value && values.indexOf(value) !== index)),
  ];
}
