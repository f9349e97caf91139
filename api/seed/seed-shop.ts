import { agreements, charges, demoAgreements } from '../src/db/schema/recurring.ts';
import { checkoutDrafts, payments } from '../src/db/schema/payments.ts';
import { orderLines, orders, sequenceCounter } from '../src/db/schema/orders.ts';
import { outbox, sentEmails } from '../src/db/schema/messages.ts';
import { promises } from '../src/db/schema/fulfillment.ts';
import { formSubmissions, onHoldSubmissions, voiceAgentFormSubmissions } from '../src/db/schema/forms.ts';
import { eq, max } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { quote } from '@northlight/shared/catalog/quote.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { bulkInsert } from '../src/db/bulk-insert.ts';
import type { Db } from '../src/db/client.ts';
import { ORDER_COUNTER } from '../src/db/migrate.ts';
import type { SubmissionRow } from '../src/db/schema/forms.ts';
import type { OutboxKind } from '../src/db/schema/messages.ts';
import { inTransaction } from '../src/db/transaction.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import * as searchIndex from '../src/db/search/search-index.ts';
import { createSampler } from './sampler.ts';
import { sampleForm } from './seed-forms.ts';
import { sampleAgreement, sampleDraft, sampleOrder, samplePayment, samplePromise } from './seed-orders.ts';

const BATCH = 20_000;
const SEARCH_BYTES = 256 * 1024 ** 2;
/** SQLite's own default. */
const USUAL_SEARCH_BYTES = 1024 ** 2;
const MINUTE_MS = 60_000;

/**
 * Creates `count` sample orders with their payments, recurring payments, emails and forms, and requests, the
 * newest now. The same count always makes the same shop. Returns the number of forms.
 */
export async function seedShop(db: Db, count: number, now: Date, onProgress = (_done: number) => {}) {
  const sampler = createSampler(count);
  const { chance, sentence } = sampler;
  const write = {
    orders: bulkInsert(db, orders),
    lines: bulkInsert(db, orderLines),
    drafts: bulkInsert(db, checkoutDrafts),
    payments: bulkInsert(db, payments),
    agreements: bulkInsert(db, agreements),
    charges: bulkInsert(db, charges),
    atProvider: bulkInsert(db, demoAgreements),
    outbox: bulkInsert(db, outbox),
    sentEmails: bulkInsert(db, sentEmails),
    promises: bulkInsert(db, promises),
    website: bulkInsert(db, formSubmissions),
    voice: bulkInsert(db, voiceAgentFormSubmissions),
    onhold: bulkInsert(db, onHoldSubmissions),
  };
  const counter = db.select().from(sequenceCounter).where(isOrders).get();
  let lastNumber = counter?.currentValue ?? 0;
  const last = {
    orders: lastId(db, orders),
    lines: lastId(db, orderLines),
    payments: lastId(db, payments),
    charges: lastId(db, charges),
    outbox: lastId(db, outbox),
    promises: lastId(db, promises),
    website: lastId(db, formSubmissions),
    voice: lastId(db, voiceAgentFormSubmissions),
    onhold: lastId(db, onHoldSubmissions),
  };
  let forms = 0;
  searchIndex.collectBytes(db, SEARCH_BYTES);
  for (let done = 0; done < count; done += BATCH) {
    const end = Math.min(count, done + BATCH);
    await inTransaction(db, () => seedBatch(done, end));
    onProgress(end);
  }
  searchIndex.collectBytes(db, USUAL_SEARCH_BYTES);
  return forms;

  function seedBatch(from: number, until: number): void {
    const seeded = Array.from({ length: until - from }, (_, nth) => {
      const createdAt = new Date(now.getTime() - (count - from - nth) * 7 * MINUTE_MS);
      const order = seedOrder(createdAt);
      return { order, sent: seedForms(order) };
    });
    db.update(sequenceCounter).set({ currentValue: lastNumber }).where(isOrders).run();
    // Last, and together: almost any other statement makes SQLite write out the words it has collected.
    for (const { order, sent } of seeded) {
      const own = sent.map(({ row }) => row).filter(({ orderNumber }) => orderNumber === order.orderNumber);
      searchIndex.indexOrder(db, order, own);
    }
    for (const { form, row } of seeded.flatMap(({ sent }) => sent))
      searchIndex.indexSubmission(db, form, row);
  }

  function seedOrder(createdAt: Date): Order {
    const order = sampleOrder(sampler, { id: ++last.orders, orderNumber: nextNumber(), createdAt }, now);
    const { orderNumber, checkoutId, serviceTypes, isYearly } = order;
    const isPaid = (order.receivedAmountCents ?? 0) > 0;
    const draftId = checkoutId ?? '';
    write.drafts(sampleDraft(order, draftId));
    if (chance(0.1))
      write.payments(samplePayment(sampler, order, { id: ++last.payments, draftId, isPaid: false }));
    const payment = isPaid
      ? samplePayment(sampler, order, { id: ++last.payments, draftId, isPaid })
      : undefined;
    if (payment) write.payments(payment);
    order.paymentId = payment?.id ?? null;
    // Some customers never send their forms.
    if (chance(0.05)) order.dueAt = null;
    else order.missingForms = [];
    write.orders(order);
    for (const line of quote({ serviceIds: serviceTypes, addonIds: [], isYearly }).lines)
      write.lines({ addonId: null, note: null, ...line, id: ++last.lines, orderId: order.id });
    const recurring = payment && sampleAgreement(sampler, order, payment.provider, now);
    if (recurring) {
      write.agreements(recurring.agreement);
      for (const charge of recurring.charges) write.charges({ id: ++last.charges, ...charge });
      if (recurring.atProvider) write.atProvider({ id: `demo-${orderNumber}`, data: recurring.atProvider });
    }
    seedEmail(order, 'order-confirmation', order.email);
    seedEmail(order, 'new-order', 'studio@northlight.example');
    return order;
  }

  function seedEmail({ orderNumber, createdAt }: Order, kind: OutboxKind, recipient: string): void {
    write.outbox({
      id: ++last.outbox,
      kind,
      key: `${kind}:${orderNumber}`,
      orderNumber,
      payload: null,
      recipient,
      status: 'sent',
      attempts: 1,
      dueAt: createdAt,
      nextAttemptAt: createdAt,
      leasedUntil: null,
      lastError: null,
      createdAt,
      sentAt: createdAt,
    });
    const subject = `Order ${orderNumber}`;
    write.sentEmails({ outboxId: last.outbox, subject, text: sentence(12), answer: '250 OK' });
  }

  /** The forms of all services, unless they are missing. Every fifth time, also a request. */
  function seedForms(order: Order) {
    const own = order.missingForms.length > 0 ? [] : order.serviceTypes;
    const sent = own.map((form) => ({ form, row: seedForm(form, order, order.orderNumber) }));
    if (!chance(0.2)) return sent;
    const form = sampler.pick(['voice', 'onhold'] as const);
    return [...sent, { form, row: seedForm(form, order, nextNumber()) }];
  }

  function seedForm(form: ServiceId, order: Order, orderNumber: string): SubmissionRow {
    forms += 1;
    const key = { id: ++last[form], orderNumber };
    const row = insertForm(form, order, key);
    const promise = samplePromise(sampler, row, form, now);
    if (promise) write.promises({ id: ++last.promises, ...promise });
    return row;
  }

  function insertForm(
    form: ServiceId,
    order: Order,
    key: Pick<SubmissionRow, 'id' | 'orderNumber'>,
  ): SubmissionRow {
    switch (form) {
      case 'website':
        return inserted(write.website, sampleForm(form, sampler, order, key));
      case 'voice':
        return inserted(write.voice, sampleForm(form, sampler, order, key));
      case 'onhold':
        return inserted(write.onhold, sampleForm(form, sampler, order, key));
    }
  }

  function nextNumber(): string {
    return `ORD-${++lastNumber}`;
  }
}

const isOrders = eq(sequenceCounter.name, ORDER_COUNTER);

function lastId(db: Db, table: SQLiteTable & { id: SQLiteColumn }): number {
  return Number(
    db
      .select({ id: max(table.id) })
      .from(table)
      .get()?.id ?? 0,
  );
}

function inserted<Row>(insert: (row: Row) => void, row: Row): Row {
  insert(row);
  return row;
}
