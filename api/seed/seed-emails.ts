import { bulkInsert } from '../src/db/bulk-insert.ts';
import type { Db } from '../src/db/client.ts';
import { outbox, sentEmails, type OutboxPayload } from '../src/db/schema/messages.ts';
import { DAY_MS } from '../src/base/units.ts';
import type { Order } from '../src/work/orders/order-store.ts';
import { appendTo } from './append-to.ts';
import { fill } from './sampler.ts';
import { EMAIL_TEXTS } from './seed-texts.ts';

/** Writes the emails about a new order: that its payment failed, or the first ones, and if wanted the reminders until its form arrived. Those to come wait. */
export function createEmailWriter(db: Db, now: Date) {
  const queue = appendTo(db, outbox);
  const keep = bulkInsert(db, sentEmails);
  return (order: Order, formAt: Date | null, isReminded: boolean): void => {
    const { createdAt, email } = order;
    if (order.paymentStatus === 'pending')
      return write(order, 'payment-update', email, createdAt, { state: 'failed' });
    write(order, 'order-confirmation', email, createdAt);
    write(order, 'new-order', 'studio@northlight.example', createdAt);
    for (const day of [1, 3, 7] as const) {
      const at = new Date(createdAt.getTime() + day * DAY_MS);
      if (isReminded && (!formAt || formAt > at)) write(order, 'form-reminder', email, at, { day });
    }
  };

  function write(
    { orderNumber: number, caseId, createdAt, firstName: name, lastName, businessName: business }: Order,
    kind: keyof typeof EMAIL_TEXTS,
    recipient: string,
    dueAt: Date,
    payload: OutboxPayload['form-reminder' | 'payment-update'] | null = null,
  ): void {
    const isSent = dueAt <= now;
    const outboxId = queue({
      kind,
      key: `${kind}${payload && 'day' in payload ? `-${payload.day}` : ''}:${number}`,
      orderNumber: number,
      caseId,
      payload,
      recipient,
      status: isSent ? 'sent' : 'waiting',
      attempts: isSent ? 1 : 0,
      dueAt,
      nextAttemptAt: dueAt,
      leasedUntil: null,
      lastError: null,
      createdAt,
      sentAt: isSent ? dueAt : null,
    });
    if (!isSent) return;
    const text = fill(EMAIL_TEXTS[kind], { number, name, customer: `${name} ${lastName}`, business });
    keep({ outboxId, subject: `Order ${number}`, text, answer: '250 OK' });
  }
}
