import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Price, PriceLine } from '@northlight/shared/catalog/price.ts';
import type { Terms } from '@northlight/shared/catalog/catalog.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { CameFrom } from '@northlight/shared/contracts/funnel.ts';
import type { OrderMethod, OrderMode } from '@northlight/shared/contracts/payments.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import { caseId, flag, instant, workStatus, indexWhere, uniqueWhere, references } from './columns.ts';
import { customers } from './customers.ts';
import { payments, type AcceptedTerms, type Consent } from './payments.ts';
import { adminUsers } from './people.ts';
import type { PaymentStatus } from '@northlight/shared/contracts/lists.ts';

/** `currentValue` is the last assigned number. */
export const sequenceCounter = sqliteTable('sequence_counter', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  currentValue: integer('current_value').notNull().default(10_000),
  updatedAt: instant('updated_at')
    .notNull()
    .default(sql`(unixepoch() * 1000)`),
});

/** Sorts what has no due time last. Without a comma; see `NEXT_CHARGE`. */
export const NEXT_DUE = sql`CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END`;

/** Where an order from another system came from. `invoice` is the number of its invoice there. */
export type Imported = { importId: number; invoice: string | null };

export const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull().unique(),
    checkoutId: text('checkout_id').unique(),
    /** The thread between the studio and the customer that it belongs to; see docs/decisions/058. */
    caseId: caseId().notNull(),
    /** It was sold later, on a case that had an order already. */
    isExtra: flag('is_extra'),
    /** Unique, so a second call for a payment finds the first one's order. */
    paymentId: integer('payment_id')
      .unique()
      .references(() => payments.id),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    businessName: text('business_name').notNull(),
    businessDescription: text('business_description').notNull(),
    country: text('country').notNull(),
    state: text('state'),
    city: text('city'),
    postalCode: text('postal_code'),
    address: text('address'),
    serviceTypes: text('service_types', { mode: 'json' }).$type<ServiceId[]>().notNull(),
    isYearly: flag('is_yearly'),
    seoOptimization: flag('seo_optimization'),
    blogSetup: flag('blog_setup'),
    extraRevisions: flag('extra_revisions'),
    basePriceCents: integer('base_price_cents').notNull(),
    promoCode: text('promo_code'),
    discountCents: integer('discount_cents').notNull(),
    taxCents: integer('tax_cents').notNull(),
    initialPaymentCents: integer('initial_payment_cents').notNull(),
    recurringPaymentCents: integer('recurring_payment_cents').notNull(),
    recurringPeriod: text('recurring_period').$type<Price['recurringPeriod']>(),
    consent: text('consent', { mode: 'json' }).$type<Consent>(),
    /** The version of the terms that the customer accepted. Null if the shop asked for none. */
    acceptedTerms: text('accepted_terms', { mode: 'json' }).$type<AcceptedTerms>(),
    /** What applied when it was bought. Null for older orders. */
    terms: text('terms', { mode: 'json' }).$type<Terms>(),
    paymentMethod: text('payment_method').$type<OrderMethod>().notNull(),
    paymentMode: text('payment_mode').$type<OrderMode>().notNull(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull().default('pending'),
    /** What the provider confirmed, even if the amount is wrong; null until then. */
    receivedAmountCents: integer('received_amount_cents'),
    /** Why the order is pending. */
    review: text('review', { mode: 'json' }).$type<Review>(),
    /** What the browser reported, for comparison only. */
    claimedInitialPaymentCents: integer('claimed_initial_payment_cents'),
    claimedRecurringPaymentCents: integer('claimed_recurring_payment_cents'),
    claimedPaymentStatus: text('claimed_payment_status'),
    /** The services whose form is needed. Null for all. */
    neededForms: text('needed_forms', { mode: 'json' }).$type<ServiceId[]>(),
    /** The services whose form the customer has not sent yet. */
    missingForms: text('missing_forms', { mode: 'json' }).$type<ServiceId[]>().notNull().default([]),
    workStatus: workStatus(),
    /** When the next promise is due. Null if none is, or while the shop waits for the customer. */
    dueAt: instant('due_at'),
    /** When the work was delivered; null before, and for older orders. */
    deliveredAt: instant('delivered_at'),
    /** When the customer stopped the reminders. */
    remindersStoppedAt: instant('reminders_stopped_at'),
    /** Where the visit came from; null for older orders and for calls that don't say. */
    cameFrom: text('came_from', { mode: 'json' }).$type<CameFrom>(),
    /** When a link from the customer's email was first opened. */
    emailConfirmedAt: instant('email_confirmed_at'),
    /** Raised to end all links to the order that were sent so far. */
    keyVersion: integer('key_version').notNull().default(0),
    /** Who of the team is responsible. */
    responsibleId: integer('responsible_id').references(() => adminUsers.id),
    /** Null for an order that was placed here. */
    imported: text('imported', { mode: 'json' }).$type<Imported>(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('orders_created').on(table.createdAt, table.id),
    index('orders_amount').on(table.initialPaymentCents, table.id),
    index('orders_business').on(sql`business_name COLLATE NOCASE`, table.id),
    index('orders_payment').on(table.paymentStatus, table.id),
    index('orders_work').on(table.workStatus, table.id),
    index('orders_due').on(NEXT_DUE, table.id),
    index('orders_email').on(sql`lower(email)`),
    indexWhere('orders_responsible', sql`responsible_id IS NOT NULL`, table.responsibleId, table.id),
    index('orders_case').on(table.caseId),
    uniqueWhere('orders_first', sql`is_extra = 0`, table.caseId),
    indexWhere('orders_imported', sql`imported IS NOT NULL`, table.id),
    indexWhere('orders_review', sql`review IS NOT NULL`, table.id),
    // The list's filters must match these word for word, or SQLite does not use them.
    indexWhere('orders_forms', sql`missing_forms <> '[]'`, table.id),
    indexWhere('orders_website', sql`service_types LIKE '%"website"%'`, table.id),
    indexWhere('orders_voice', sql`service_types LIKE '%"voice"%'`, table.id),
    indexWhere('orders_onhold', sql`service_types LIKE '%"onhold"%'`, table.id),
  ],
);

export const orderLines = sqliteTable(
  'order_lines',
  {
    id: integer('id').primaryKey(),
    orderId: references('order_id', () => orders.id),
    serviceId: text('service_id').$type<ServiceId>().notNull(),
    addonId: text('addon_id').$type<AddonId>(),
    name: text('name').notNull(),
    amountCents: integer('amount_cents').notNull(),
    note: text('note').$type<PriceLine['note']>(),
  },
  (table) => [index('order_lines_order').on(table.orderId)],
);

export type CaseEventKind =
  | 'note'
  | 'work-status'
  | 'release'
  | 'accept'
  | 'message'
  | 'recurring'
  | 'delivery'
  | 'links'
  | 'assign'
  | 'contact'
  | 'left-out';

/** What happened on a case, and what administrators noted on it, or on a customer. */
export const caseEvents = sqliteTable(
  'case_events',
  {
    id: integer('id').primaryKey(),
    caseId: caseId(),
    /** Of a note on a customer, which belongs to no case. */
    customerId: integer('customer_id').references(() => customers.id),
    kind: text('kind').$type<CaseEventKind>().notNull(),
    /** Of a note, generated by the page, so that a note sent twice is stored once; of an email, made from its Message-ID. */
    key: text('key').unique(),
    text: text('text').notNull(),
    /** Null for what happened by itself, or what the customer did. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('case_events_case').on(table.caseId),
    indexWhere('case_events_customer', sql`customer_id IS NOT NULL`, table.customerId),
  ],
);

/** What a customer wrote about finished work when the shop asked for a review. One per case. */
export const customerReviews = sqliteTable('customer_reviews', {
  caseId: caseId().primaryKey(),
  text: text('text').notNull(),
  /** The name to show with it. */
  name: text('name').notNull(),
  /** Whether the customer allowed the shop to show it on its website. */
  mayShow: flag('may_show'),
  /** When it was added to the testimonials. */
  usedAt: instant('used_at'),
  createdAt: instant('created_at').notNull(),
});
