import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { percentOf, taxPercentOf, type Price } from '@northlight/shared/catalog/price.ts';
import type { OpenPayment } from '@northlight/shared/contracts/checkout.ts';
import { byHandText, type ByHandWay } from '@northlight/shared/contracts/payments.ts';
import type {
  ActOnPaymentRequest,
  CollectUnpaid,
  NewPaymentRequest,
  PaymentRequest,
} from '@northlight/shared/contracts/payment-requests.ts';
import { notFound, conflict } from '../../base/errors.ts';
import { uuidOf } from '../../base/signed.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import { taxRulesOf } from '../quotes/quote-state.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as caseStore from '../../work/fulfillment/case-store.ts';
import { endReviewIfUnpaid } from '../../work/orders/order-lookups.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { priceOf as orderPrice } from '../../work/orders/present-order.ts';
import type { AppContext } from '../context.ts';
import * as paymentStore from '../payments/payment-store.ts';
import { store } from '../settlement/carry-out.ts';
import { endAttempts } from '../settlement/settle-payment.ts';
import { planRequest } from '../quotes/payment-reminders.ts';
import { detailsFor, presentOpen, requestOver } from '../quotes/requested-checkout.ts';
import * as quoteStore from '../quotes/quote-store.ts';
import type { QuoteRow } from '../quotes/quote-store.ts';
import * as requestStore from '../quotes/request-store.ts';
import type { RequestRow } from '../quotes/request-store.ts';

type Db = AppContext['db'];

/** Asks the customer of an order for a payment. The tax of its address is added. */
export async function askPayment(
  context: AppContext,
  caseId: CaseId,
  adminId: number,
  { amount, reason, send, dueDays, key = randomUUID() }: z.infer<typeof NewPaymentRequest>,
): Promise<RequestRow> {
  const { db, now, settings } = context;
  return inTransaction(db, () => {
    const order = mainOrder(db, caseId);
    const checkoutId = uuidOf(settings.secret, `payment-request:${order.orderNumber}:${key}`);
    const before = requestStore.byCheckoutId(db, checkoutId);
    if (before) {
      if (before.reason === reason && before.price.subtotalCents === amount) return before;
      throw alreadyAsked();
    }
    const stored = requestStore.insert(db, {
      checkoutId,
      caseId,
      reason,
      details: { ...detailsFor(order, checkoutId), isRequested: true },
      price: priceOf(context, order, reason, amount),
      dueDays,
      state: send ? 'open' : 'draft',
      sentAt: send ? now() : null,
      reminds: send,
      adminId,
      createdAt: now(),
      updatedAt: now(),
    });
    if (send) planRequest(context, stored, order.email);
    return stored;
  });
}

const alreadyAsked = () =>
  conflict(
    'already_asked',
    'This payment was already asked for with another amount or reason. Please reload the order before you ask again.',
  );

function mainOrder(db: Db, caseId: CaseId): OrderWithLines {
  const order = orderStore.mainOf(db, caseId);
  if (!order) throw notFound();
  return order;
}

function priceOf(context: AppContext, order: OrderWithLines, reason: string, amountCents: number): Price {
  const { taxes, exempt } = taxRulesOf(context, order.email);
  const taxPercent = taxPercentOf(taxes, { ...order, exempt });
  const taxCents = percentOf(taxPercent, amountCents);
  return {
    lines: [{ serviceId: order.serviceTypes[0] ?? 'website', name: reason, amountCents }],
    subtotalCents: amountCents,
    promoCode: null,
    discountCents: 0,
    taxCents,
    dueTodayCents: amountCents + taxCents,
    recurringCents: 0,
    recurringPeriod: null,
    terms: { taxPercent, taxesRecurring: false, exempt, services: {} },
  };
}

/**
 * Asks again for the payment of an order that nobody has paid, or records it. What is asked for is the order's own checkout,
 * at its own price, so the payment completes this order.
 */
export async function collectUnpaid(
  context: AppContext,
  caseId: CaseId,
  adminId: number,
  sent: z.output<typeof CollectUnpaid>,
): Promise<string> {
  const { db, now, settings } = context;
  const { id } = await inTransaction(db, () => {
    const order = mainOrder(db, caseId);
    if (order.initialPaymentCents === 0 || !endReviewIfUnpaid(db, order.id)) throw requestOver('paid');
    const checkoutId = order.checkoutId ?? uuidOf(settings.secret, `payment-of:${order.orderNumber}`);
    const before = requestStore.byCheckoutId(db, checkoutId);
    if (before) return requestStore.update(db, before.id, { state: 'draft', reminds: false }, now());
    orderStore.change(db, order.id, { checkoutId });
    const { isYearly, acceptedTerms, cameFrom } = order;
    return requestStore.insert(db, {
      checkoutId,
      caseId,
      reason: `Order ${order.orderNumber}`,
      details: {
        ...detailsFor(order, checkoutId),
        isYearly,
        isRequested: true,
        ...(acceptedTerms && { acceptedTerms }),
        ...(cameFrom && { cameFrom }),
      },
      price: orderPrice(order),
      state: 'draft',
      adminId,
      createdAt: now(),
      updatedAt: now(),
    });
  });
  return actOnRequest(context, caseId, id, adminId, sent);
}

/** Sends or cancels a request, stops its reminders, or records its payment. Returns what to say. */
export async function actOnRequest(
  context: AppContext,
  caseId: CaseId,
  id: number,
  adminId: number,
  sent: ActOnPaymentRequest,
): Promise<string> {
  const { db, now } = context;
  const find = (): RequestRow => {
    if (requestStore.byId(db, id)?.caseId !== caseId) throw notFound();
    return unpaid(db, id);
  };
  const change = (values: Partial<RequestRow>) =>
    inTransaction(db, () => requestStore.update(db, find().id, values, now()));
  switch (sent.action) {
    case 'send':
      await inTransaction(db, () => {
        const order = mainOrder(db, caseId);
        find();
        const open = requestStore.update(db, id, { state: 'open', sentAt: now(), reminds: true }, now());
        planRequest(context, open, order.email);
      });
      break;
    case 'stop-reminders':
      await change({ reminds: false });
      break;
    case 'cancel':
      await ended(context, find(), () => change({ state: 'canceled', reminds: false }));
      break;
    case 'record':
      await ended(context, find(), () => recordByHand(context, id, adminId, sent));
      break;
  }
  return {
    send: 'Request sent',
    'stop-reminders': 'Reminders stopped',
    cancel: 'Request canceled',
    record: 'Payment recorded',
  }[sent.action];
}

/** Read it in the transaction that changes it: it may have been paid or canceled meanwhile. */
function unpaid(db: Db, id: number): RequestRow {
  const found = requestStore.byId(db, id);
  if (!found) throw notFound();
  if (found.state === 'paid' || found.state === 'canceled') throw requestOver(found.state);
  return found;
}

/** Nobody can pay it in the shop any more when this changes it. */
async function ended(
  context: AppContext,
  { checkoutId }: RequestRow,
  change: () => Promise<unknown>,
): Promise<void> {
  await context.locks.run(checkoutId, async () => {
    if (await endAttempts(context, checkoutId, () => true, 'paid_otherwise')) throw requestOver('paid');
    await change();
  });
}

/** Records that an accepted quote was paid another way. */
export async function recordQuote(
  context: AppContext,
  quote: QuoteRow,
  adminId: number,
  sent: { way: ByHandWay; reference: string },
): Promise<QuoteRow> {
  const open = requestStore.openOfQuote(context.db, quote.id);
  if (!open) throw requestOver(quote.orderNumber ? 'paid' : 'canceled');
  await ended(context, open, () => recordByHand(context, open.id, adminId, sent));
  return quoteStore.byId(context.db, quote.id) ?? quote;
}

/** The money came without a provider: the order is completed, with an invoice, and the case says who recorded it. */
async function recordByHand(
  context: AppContext,
  id: number,
  adminId: number,
  { way, reference }: { way: ByHandWay; reference: string },
): Promise<void> {
  const { db, now } = context;
  await inTransaction(db, () => {
    const { details, price, checkoutId } = unpaid(db, id);
    const amountCents = price.dueTodayCents;
    const purchase = { draft: { details, price, consent: null }, method: 'by-hand' as const };
    const received = { amountCents, currency: 'usd' };
    requestStore.update(db, id, { byHand: { way, reference }, adminId }, now());
    const paid = {
      provider: 'by-hand' as const,
      mode: orderModeOf(context.settings.payments),
      attemptKey: `by-hand-${checkoutId}`,
      amountCents,
    };
    const payment = paymentStore.insertPaid(db, paid, 'usd', now());
    if (!payment) throw requestOver('paid');
    const stored = store(context, { payment, purchase }, { kind: 'by-hand', received });
    if (!stored.order || stored.moves.length === 0) throw requestOver('paid');
    const text = `${formatUsd(amountCents)} was paid ${byHandText({ way, reference })}`;
    const { caseId } = stored.order;
    caseStore.addEvent(db, { caseId, kind: 'note', text, adminId, createdAt: now() });
  });
}

export const presentRequest = ({
  id,
  state,
  reason,
  price,
  createdAt,
  sentAt,
  reminds,
  paidBy,
}: RequestRow): PaymentRequest => ({
  id,
  state,
  reason,
  amountCents: price.dueTodayCents,
  taxCents: price.taxCents,
  createdAt: createdAt.toISOString(),
  sentAt: sentAt?.toISOString() ?? null,
  reminds,
  paidBy,
});

/** What the customer of an order can pay now. */
export const openOfCase = (db: Db, caseId: CaseId): OpenPayment[] =>
  requestStore
    .ofCase(db, caseId)
    .filter(({ state }) => state === 'open')
    .map(presentOpen);
