import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { SaleStep } from '@northlight/shared/contracts/funnel.ts';
import type {
  TypedInformation,
  UnfinishedCheckout,
} from '@northlight/shared/contracts/unfinished-checkouts.ts';
import { instant, indexWhere, uniqueWhere, references } from './columns.ts';

export const promoCodes = sqliteTable('promo_codes', {
  /** Upper case. */
  code: text('code').primaryKey(),
  /** 0 for a code that takes off a percentage. */
  amountOffCents: integer('amount_off_cents').notNull(),
  percentOff: integer('percent_off'),
  /** The services that it reduces; null for all. */
  serviceIds: text('service_ids', { mode: 'json' }).$type<ServiceId[]>(),
  /** Dates in the studio's time zone, such as "2026-12-24", both included. Null for no limit. */
  startsOn: text('starts_on'),
  endsOn: text('ends_on'),
  maxUses: integer('max_uses'),
  maxUsesPerEmail: integer('max_uses_per_email'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

/** One checkout's use of a promo code: held while it is being paid, then used for good. */
export const promoUses = sqliteTable(
  'promo_uses',
  {
    /** The checkout's ID, or the number of an order without one. */
    checkoutId: text('checkout_id').primaryKey(),
    code: text('code').notNull(),
    /** The mailbox, without case and tags, so that spellings of one address count together. */
    email: text('email').notNull(),
    /** Until when an unpaid checkout holds it; null once the order is paid. */
    heldUntil: instant('held_until'),
    discountCents: integer('discount_cents').notNull(),
    /** What the first payment brought in; 0 while it is held. */
    receivedCents: integer('received_cents').notNull().default(0),
  },
  (table) => [index('promo_uses_code').on(table.code, table.email)],
);

/** Where visits came from. No row is about a person. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: integer('id').primaryKey(),
    source: text('source').notNull(),
    medium: text('medium').notNull(),
    campaign: text('campaign').notNull(),
    referrer: text('referrer').notNull(),
    promo: text('promo').notNull(),
  },
  (table) => [
    uniqueIndex('campaigns_labels').on(
      table.source,
      table.medium,
      table.campaign,
      table.referrer,
      table.promo,
    ),
  ],
);

/** How many visits reached a step of a sale on a day. */
export const stepCounts = sqliteTable(
  'step_counts',
  {
    /** In the studio's time zone, such as "2026-12-24". */
    day: text('day').notNull(),
    campaignId: references('campaign_id', () => campaigns.id),
    step: text('step').$type<SaleStep>().notNull(),
    /** Empty for visits with any services. */
    service: text('service').$type<ServiceId | ''>().notNull(),
    count: integer('count').notNull(),
    /** What paid orders brought in; 0 for other steps and single services. */
    cents: integer('cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.campaignId, table.step, table.service] }),
    indexWhere('step_counts_sold', sql`cents > 0`, table.campaignId),
  ],
);

/** A checkout that reached the details, until it is paid. The customer only if they want a link to finish. */
export const unfinishedCheckouts = sqliteTable(
  'unfinished_checkouts',
  {
    id: integer('id').primaryKey(),
    checkoutId: text('checkout_id').notNull().unique(),
    /** The checkout that the link started. */
    resumedAs: text('resumed_as'),
    step: text('step').$type<UnfinishedCheckout['step']>().notNull(),
    bundle: text('bundle', { mode: 'json' })
      .$type<Omit<UnfinishedCheckout, 'checkoutId' | 'step' | 'information'>>()
      .notNull(),
    dueCents: integer('due_cents').notNull(),
    /** `leftAt`: when the address was left at a checkout that took no payments, in milliseconds. */
    information: text('information', { mode: 'json' }).$type<TypedInformation & { leftAt?: number }>(),
    /** The address that a link was queued for. */
    linkFor: text('link_for'),
    /** What it brought in after its link was opened; null until it is paid. */
    recoveredCents: integer('recovered_cents'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueWhere('unfinished_checkouts_resumed', sql`resumed_as IS NOT NULL`, table.resumedAs),
    index('unfinished_checkouts_updated').on(table.updatedAt),
  ],
);
