import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { QuotePrice, QuoteTerms } from '@northlight/shared/catalog/quote.ts';
import type { CheckoutDraft } from '@northlight/shared/contracts/checkout.ts';
import type { ByHandWay } from '@northlight/shared/contracts/payments.ts';
import { caseId, flag, instant, uniqueWhere } from './columns.ts';
import type { DraftDetails } from './payments.ts';
import { adminUsers } from './people.ts';

/** Whom a quote is for. The address decides the sales tax. */
export type QuoteCustomer = Pick<
  CheckoutDraft,
  | 'firstName'
  | 'lastName'
  | 'businessName'
  | 'phone'
  | 'country'
  | 'state'
  | 'city'
  | 'postalCode'
  | 'address'
>;

/** What is written in one version of a quote. */
export type QuoteContent = QuoteTerms & { message: string; validDays: number };

/** `askedBy`: who asked an owner to send it. */
export type QuoteDraft = QuoteContent & { askedBy?: number | null };

/** What the customer agreed to. It never changes. */
export type Agreement = {
  name: string;
  at: string;
  without: number[];
  content: QuoteContent;
  price: QuotePrice;
  customer: QuoteCustomer;
  /** The version of the shop whose terms were accepted. Absent if it had none. */
  termsVersion?: number;
  /** The network it was accepted from, as `clientNetwork` writes it. */
  network: string;
};

/** A version as it was sent. */
export type QuoteVersion = {
  content: QuoteContent;
  sentAt: string;
  validUntil: string;
  /** With all optional lines, as it was sent. Absent for what was sent before it was stored. */
  price?: QuotePrice;
  agreed: Agreement | null;
};

export const quotes = sqliteTable(
  'quotes',
  {
    id: integer('id').primaryKey(),
    /** Such as "Q-1001". */
    number: text('number').notNull().unique(),
    /** Made by the page that wrote it, so that a repeated call writes no second one. */
    key: text('key'),
    /** `sent` also after it expired. */
    state: text('state')
      .$type<'draft' | 'sent' | 'accepted' | 'declined' | 'withdrawn'>()
      .notNull()
      .default('draft'),
    email: text('email').notNull(),
    customer: text('customer', { mode: 'json' }).$type<QuoteCustomer>().notNull(),
    /** The order's or the request's that it is about, or a case of its own. */
    caseId: caseId().notNull(),
    /** Of the next version, until it is sent. */
    nextCustomer: text('next_customer', { mode: 'json' }).$type<QuoteCustomer>(),
    /** What was not sent yet. */
    draft: text('draft', { mode: 'json' }).$type<QuoteDraft>(),
    /** Oldest first. The last one counts. */
    versions: text('versions', { mode: 'json' }).$type<QuoteVersion[]>().notNull().default([]),
    /** Of the last version. */
    validUntil: instant('valid_until'),
    /** What the last version costs once, or the draft if none was sent. */
    totalCents: integer('total_cents').notNull(),
    seenAt: instant('seen_at'),
    answeredAt: instant('answered_at'),
    declineReason: text('decline_reason').notNull().default(''),
    /** The order that it became, or joined. */
    orderNumber: text('order_number'),
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueWhere('quotes_key', sql`key IS NOT NULL`, table.key),
    index('quotes_state').on(table.state, table.answeredAt),
    index('quotes_case').on(table.caseId),
    index('quotes_became').on(table.orderNumber),
    index('quotes_email').on(sql`lower(email)`),
  ],
);

/** What a customer is asked to pay: the part of an accepted quote, or an amount on an order. */
export const paymentRequests = sqliteTable(
  'payment_requests',
  {
    id: integer('id').primaryKey(),
    /** The checkout that pays it. Derived, so that two windows pay the same one. */
    checkoutId: text('checkout_id').notNull().unique(),
    caseId: caseId().notNull(),
    quoteId: integer('quote_id').references(() => quotes.id),
    reason: text('reason').notNull(),
    details: text('details', { mode: 'json' }).$type<DraftDetails>().notNull(),
    price: text('price', { mode: 'json' }).$type<Price>().notNull(),
    state: text('state').$type<'draft' | 'open' | 'paid' | 'canceled'>().notNull(),
    /** In how many business days after the payment its work is due. Null if there is none. */
    dueDays: integer('due_days'),
    /** Of the email that asks for it. */
    sentAt: instant('sent_at'),
    reminds: flag('reminds'),
    /** The number of the order that its payment made. */
    paidBy: text('paid_by'),
    /** If it wasn't paid in the shop. */
    byHand: text('by_hand', { mode: 'json' }).$type<{ way: ByHandWay; reference: string }>(),
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('payment_requests_case').on(table.caseId),
    index('payment_requests_quote').on(table.quoteId),
  ],
);
