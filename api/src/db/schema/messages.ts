import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import type { ByHandWay, OrderMethod } from '@northlight/shared/contracts/payments.ts';
import type { MessageStatus } from '@northlight/shared/contracts/emails.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import type { WebhookEvent } from '@northlight/shared/contracts/webhooks.ts';
import { caseId, instant, indexWhere, references } from './columns.ts';
import type { FormRef } from './forms.ts';

/** What a message needs besides its order number. */
export type OutboxPayload = {
  'order-confirmation': null;
  /** Refunded cents, and the sales tax included. */
  refund: {
    amountCents: number;
    taxCents: number;
    reason: string;
    /**
     * How the refunded payment was made, or how the money was returned if no provider did it; absent in older messages,
     * which are about the order's own payment.
     */
    method?: OrderMethod | ByHandWay;
  };
  /** How the customer's bank debit stands: processing, or failed. */
  'payment-update': { state: 'processing' | 'failed' };
  /** `isToConfirm`: it came without the customer's link, and asks them whether it is theirs. */
  /** `version`: of corrected answers. Absent for the first. */
  'form-received': FormRef & { isToConfirm?: boolean; version?: number };
  /** `day`: days since the order was paid. `isLast`: no other one follows. Absent in older messages. */
  'form-reminder': { day: number; isLast?: boolean };
  'new-order': null;
  /** `version`: of corrected answers. Absent for the first. */
  'new-submission': FormRef & { version?: number };
  /**
   * Null when there is no payment. `charge`: the recurring payment's charge that is disputed. `review`: what to
   * review, if it is not stored with the payment, the charge or the order.
   */
  'payment-to-review': { paymentId: number | null; charge?: number; review?: Review };
  /** The first millisecond of the hour in which the orders were placed. */
  'unpaid-orders': { from: number };
  /**
   * News of a recurring payment. `at` is when it happens: the charge, the renewal, or the end. `charge` is
   * its ID, and `offer` that of the new price.
   */
  recurring: {
    news:
      | 'receipt'
      | 'renewal'
      | 'failed'
      | 'card-expiring'
      | 'changed'
      | 'suspended'
      | 'resumed'
      | 'not-canceled'
      | 'canceled'
      | 'ended'
      | 'offer';
    at: string;
    charge?: number;
    offer?: number;
  };
  /**
   * What happened to an order after it was placed. `id`: of the delivery, the message, the promise or the sold work, the order, or the
   * event about an email that was left out; for files, the hour in which they arrived, counted from 1970.
   */
  'order-news': {
    news:
      | 'delivery'
      | 'answer'
      | 'live'
      | 'done'
      | 'message'
      | 'link'
      | 'due'
      | 'files'
      | 'left-out'
      | 'review-request'
      | 'review';
    id: number;
    /** The address of the website that is live. */
    link?: string;
  };
  /** News of a quote to its customer. `message`: the ID of the studio's answer. */
  quote: { id: number; news: 'sent' | 'message'; message?: number };
  /** News of a quote to the business. */
  'quote-answer': { id: number; news: 'accepted' | 'declined' | 'question'; message?: number };
  /**
   * `day`: days since the request; 0 for the request itself. `isLast` as above. `askedAt`: when it was sent last, because
   * reminders of before then are not sent. 0 for that of a quote, which is not sent.
   */
  'payment-request': { id: number; day: number; isLast?: boolean; askedAt?: number };
  /** The ID of the unfinished checkout. */
  'unfinished-checkout': { id: number };
  /** An address that was left at a checkout that took no payments. The ID of its unfinished checkout. */
  'left-address': { id: number };
  /** Subscribes somebody to the mailing list. */
  newsletter: { firstName: string; lastName: string; tag: string };
  /** The link to all orders of a customer's person, by its ID. */
  'orders-link': { person: number };
  /** Tells a person of the team what `by` did. `customer`: its ID, if it isn't about an order. `note`: the ID of the note. */
  'for-you': { news: 'assigned' | 'mention'; by: number; customer?: number; note?: number };
  /** Tells an owner that a connection was changed. */
  connection: { connection: ConnectionId; news: 'connected' | 'changed' | 'disconnected'; by: number };
  /** `at`: of the invitation, or of the link to set a new password. A newer one replaces it. `by`: who sends it. */
  invitation: { adminId: number; at: number; by?: number };
  /** What happened to an account. `by`: who did it. `email`: the new address, which a code confirms. */
  account: {
    adminId: number;
    news: 'password' | 'factor-removed' | 'address' | 'code';
    at: number;
    by: number;
    email?: string;
  };
};

export type OutboxKind = keyof OutboxPayload;

/** Messages to send, stored in the transaction that causes them. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey(),
    kind: text('kind').$type<OutboxKind>().notNull(),
    /** Unique forever: a key sends one message. */
    key: text('key').notNull().unique(),
    /** The order or request that it is about, if it is about one. */
    orderNumber: text('order_number'),
    /** Null for what is about no case, such as a payment without an order. */
    caseId: caseId(),
    payload: text('payload', { mode: 'json' }).$type<OutboxPayload[OutboxKind]>(),
    recipient: text('recipient').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** The earliest time to send it. */
    dueAt: instant('due_at').notNull(),
    /** The time of the next try; while it is being sent, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Set while it is being sent. In the past, it means that the sender died. */
    leasedUntil: instant('leased_until'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    indexWhere('outbox_mail', sql`status = 'waiting' AND kind <> 'newsletter'`, table.nextAttemptAt),
    indexWhere(
      'outbox_confirmations',
      sql`status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at`,
      table.nextAttemptAt,
    ),
    indexWhere('outbox_newsletter', sql`status = 'waiting' AND kind = 'newsletter'`, table.nextAttemptAt),
    indexWhere('outbox_due', sql`status = 'waiting'`, table.dueAt),
    index('outbox_case').on(table.caseId),
    indexWhere('outbox_given_up', sql`status = 'given-up'`, table.dueAt),
  ],
);

/** Every sent email. */
export const sentEmails = sqliteTable('sent_mails', {
  outboxId: integer('outbox_id')
    .primaryKey()
    .references(() => outbox.id),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** The mail server's answer, or the name of the .eml file. */
  answer: text('answer').notNull(),
});

/** Addresses of other systems that are told what happens. Their secrets are derived and not stored. */
export const webhookEndpoints = sqliteTable('webhook_endpoints', {
  id: integer('id').primaryKey(),
  url: text('url').notNull(),
  /** Empty for all, also those of later versions. */
  events: text('events', { mode: 'json' }).$type<WebhookEvent[]>().notNull(),
  isOn: integer('is_on', { mode: 'boolean' }).notNull().default(true),
  /** Increases with each new secret. */
  secretVersion: integer('secret_version').notNull().default(1),
  /** For a day, messages are also signed with the secret before. */
  rotatedAt: instant('rotated_at'),
  /** The first failure since the last success. */
  failingSince: instant('failing_since'),
  createdAt: instant('created_at').notNull(),
});

/** What endpoints are told, stored in the transaction of the cause. Also their log. */
export const webhookMessages = sqliteTable(
  'webhook_messages',
  {
    id: integer('id').primaryKey(),
    endpointId: references('endpoint_id', () => webhookEndpoints.id),
    /** The same for all endpoints, and when it is sent again. */
    eventId: text('event_id').notNull(),
    event: text('event').$type<WebhookEvent | 'test'>().notNull(),
    orderNumber: text('order_number'),
    body: text('body').notNull(),
    status: text('status').$type<MessageStatus>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** The time of the next try; while it is being sent, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastError: text('last_error'),
    /** Of the last answer. Null if there was none. */
    answerStatus: integer('answer_status'),
    /** Its first bytes. */
    answerText: text('answer_text'),
    answerMs: integer('answer_ms'),
    triedAt: instant('tried_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('webhook_messages_event').on(table.endpointId, table.eventId),
    indexWhere('webhook_messages_waiting', sql`status = 'waiting'`, table.endpointId, table.nextAttemptAt),
    index('webhook_messages_log').on(table.endpointId, table.id),
    index('webhook_messages_order').on(table.orderNumber),
    index('webhook_messages_created').on(table.createdAt),
  ],
);
