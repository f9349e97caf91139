import type { Db } from '../../db/client.ts';
import { orderLines, orders } from '../../db/schema/orders.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { takeNumber } from './order-store.ts';

const TRIAL = 'trial order';

/** Stores an order with a line and an email, and throws whatever stops orders. Call it in a transaction that is undone. */
export function insertTrialOrder(db: Db, createdAt: Date): void {
  const { id, orderNumber } = db
    .insert(orders)
    .values({
      orderNumber: takeNumber(db, createdAt),
      firstName: TRIAL,
      lastName: TRIAL,
      email: TRIAL,
      phone: TRIAL,
      businessName: TRIAL,
      businessDescription: TRIAL,
      country: 'US',
      serviceTypes: ['website'],
      basePriceCents: 0,
      discountCents: 0,
      taxCents: 0,
      initialPaymentCents: 0,
      recurringPaymentCents: 0,
      paymentMethod: 'credit-card',
      paymentMode: 'demo',
      createdAt,
    })
    .returning({ id: orders.id, orderNumber: orders.orderNumber })
    .get();
  db.insert(orderLines).values({ orderId: id, serviceId: 'website', name: TRIAL, amountCents: 0 }).run();
  const email = {
    kind: 'order-confirmation' as const,
    key: TRIAL,
    orderNumber,
    payload: null,
    recipient: TRIAL,
  };
  outboxStore.add(db, email, createdAt);
}
