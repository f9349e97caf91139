import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { openDatabase, type Db } from '../db/client.ts';
import { migrateDatabase } from '../db/migrate.ts';
import { createLog } from '../log.ts';
import { createOrderStore, type NewOrder } from '../orders/order-store.ts';
import { createOutboxStore, type OutboxMessage } from '../outbox/outbox-store.ts';
import type { SendMessage } from '../outbox/outbox-lane.ts';
import { createOutboxWorker } from '../outbox/outbox-worker.ts';
import { tempFolder } from './temp-folder.ts';
import { TEST_NOW } from './test-app.ts';

/** A row of orders as `completeOrder` writes it, without the road to it. */
export function anOrder(changes: Partial<NewOrder> = {}): NewOrder {
  return {
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    phone: '(555) 010-4477',
    businessName: 'Marlow Bicycles',
    businessDescription: 'We repair and sell bicycles.',
    country: 'US',
    state: null,
    city: null,
    postalCode: null,
    address: null,
    checkoutId: null,
    paymentId: null,
    serviceTypes: ['website'],
    missingForms: ['website'],
    isYearly: false,
    seoOptimization: false,
    blogSetup: false,
    extraRevisions: false,
    promoCode: null,
    consent: null,
    receivedAmountCents: 14_900,
    reviewReason: null,
    claimedInitialPaymentCents: null,
    claimedRecurringPaymentCents: null,
    claimedPaymentStatus: null,
    basePriceCents: 14_900,
    discountCents: 0,
    taxCents: 0,
    initialPaymentCents: 14_900,
    recurringPaymentCents: 3_000,
    recurringPeriod: 'month',
    paymentMethod: 'credit-card',
    paymentMode: 'demo',
    paymentStatus: 'completed',
    createdAt: TEST_NOW,
    ...changes,
  };
}

/** A database file, so that several connections can meet on it. */
export function databaseFile(): string {
  const file = join(tempFolder(), 'northlight.db');
  const db = openDatabase(file);
  migrateDatabase(db);
  db.$client.close();
  return file;
}

export function openFile(file: string): Db {
  const db = openDatabase(file);
  onTestFinished(() => void db.$client.close());
  return db;
}

/** An order with so many messages waiting for it, called "message-1" and so on. */
export function messagesWaiting(db: Db, count: number): void {
  const order = createOrderStore(db).insert(anOrder(), [
    { serviceId: 'website', name: 'Website', amountCents: 14_900 },
  ]);
  const store = createOutboxStore(db);
  for (let index = 1; index <= count; index += 1) {
    store.add(
      {
        kind: 'order-confirmation',
        key: `message-${index}`,
        orderNumber: order.orderNumber,
        payload: null,
        recipient: order.email,
      },
      TEST_NOW,
    );
  }
}

/** Like `SendMessage`; nothing stands for what is no mail. */
type Send = (message: OutboxMessage) => Promise<Awaited<ReturnType<SendMessage>> | void>;

/** A worker whose clock is moved by hand. It sends when it is told to `drain`. */
export function aWorker(db: Db, send: Send, clock = { now: TEST_NOW }) {
  const worker = createOutboxWorker({
    store: createOutboxStore(db),
    send: async (message) => (await send(message)) ?? null,
    now: () => clock.now,
    log: createLog('silent'),
  });
  onTestFinished(() => worker.stop());
  return {
    clock,
    drain: worker.drain,
    stop: worker.stop,
    wake: worker.wake,
    wait: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
  };
}
