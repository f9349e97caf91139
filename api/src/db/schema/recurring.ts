import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import type { ChargeStatus, PaidBack } from '@northlight/shared/contracts/recurring.ts';
import { instant, indexWhere, uniqueWhere, references } from './columns.ts';
import { orders } from './orders.ts';
import type { Consent, ProviderName } from './payments.ts';
import type { AgreementStatus, Period } from '@northlight/shared/contracts/lists.ts';

/** The card or account that a recurring payment is charged to. */
export type SavedCard = {
  /** Such as "Visa ending in 4242". */
  label: string;
  /** The first moment at which it no longer works; null if unknown. */
  expiresAt: string | null;
};

/** Sorts those that are not charged any more last. drizzle-kit takes a comma for the end of a column. */
export const NEXT_CHARGE = sql`CASE WHEN next_charge_at IS NULL THEN 9007199254740991 ELSE next_charge_at END`;

/**
 * What an order charges every month or year. The row exists before the provider is called, so it is also the
 * job that starts the charges.
 */
export const agreements = sqliteTable(
  'agreements',
  {
    /** The order's ID: an order has at most one. */
    id: integer('id')
      .primaryKey()
      .references(() => orders.id),
    provider: text('provider').$type<ProviderName>().notNull(),
    /** The provider's ID for the customer or subscription; null until it is known. */
    providerId: text('provider_id'),
    state: text('state').$type<AgreementStatus>().notNull().default('pending'),
    period: text('period').$type<Period>().notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** Periods are counted from here. */
    startedAt: instant('started_at').notNull(),
    firstChargeAt: instant('first_charge_at').notNull(),
    nextChargeAt: instant('next_charge_at'),
    cancelAt: instant('cancel_at'),
    /** When it was canceled or ended. */
    endedAt: instant('ended_at'),
    /** Since when the provider, or somebody in its dashboard, has suspended it. */
    suspendedAt: instant('suspended_at'),
    /** Until when the provider takes no other price. */
    priceFixedUntil: instant('price_fixed_until'),
    card: text('card', { mode: 'json' }).$type<SavedCard>(),
    /** Why it could not be started. */
    problem: text('problem'),
    /** How often the provider refused to start it. */
    refusals: integer('refusals').notNull().default(0),
    /** What the customer got back although it goes on; null if nothing, or if an administrator kept it. */
    paidBack: text('paid_back').$type<PaidBack>(),
    /** When the provider is asked next; null when it is over. */
    nextCheckAt: instant('next_check_at'),
    /** Failed calls to the provider in a row. */
    failures: integer('failures').notNull().default(0),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueWhere('agreements_provider', sql`provider_id IS NOT NULL`, table.provider, table.providerId),
    index('agreements_check').on(table.nextCheckAt),
    index('agreements_state').on(table.state, table.id),
    index('agreements_amount').on(table.amountCents, table.id),
    index('agreements_next').on(NEXT_CHARGE, table.id),
    indexWhere('agreements_ended', sql`ended_at IS NOT NULL`, table.endedAt),
    index('agreements_started').on(table.startedAt, table.id),
  ],
);

/** One period of a recurring payment, as the provider reports it. */
export const charges = sqliteTable(
  'charges',
  {
    id: integer('id').primaryKey(),
    agreementId: references('agreement_id', () => agreements.id),
    /** The provider's ID for this period's charge. */
    providerId: text('provider_id').notNull(),
    dueAt: instant('due_at').notNull(),
    amountCents: integer('amount_cents').notNull(),
    state: text('state').$type<ChargeStatus>().notNull(),
    attempts: integer('attempts').notNull(),
    paidAt: instant('paid_at'),
    refundedCents: integer('refunded_cents').notNull().default(0),
    /** What a refund needs; null until something was collected. */
    paymentId: text('payment_id'),
    /** The provider's page where the customer can pay it. */
    payUrl: text('pay_url'),
    dispute: text('dispute', { mode: 'json' }).$type<Dispute>(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('charges_provider').on(table.agreementId, table.providerId),
    index('charges_payment').on(table.paymentId),
    indexWhere('charges_paid', sql`paid_at IS NOT NULL`, table.paidAt),
    indexWhere('charges_disputed', sql`dispute IS NOT NULL`, table.id),
  ],
);

/**
 * A new price of a recurring payment: one that the studio offers, which is open until `startsAt`, or yearly payments, which
 * the customer asked for. Rows stay, because an accepted one is what the customer agreed to.
 */
export const priceOffers = sqliteTable(
  'price_offers',
  {
    id: integer('id').primaryKey(),
    agreementId: references('agreement_id', () => agreements.id),
    amountCents: integer('amount_cents').notNull(),
    /** Null for an offer, which keeps the period. */
    period: text('period').$type<Period>(),
    /** The first charge at or after this has the new amount. Once accepted, the time of that charge. */
    startsAt: instant('starts_at').notNull(),
    /** The studio's words to the customer. */
    text: text('text').notNull(),
    /** `asked`: the customer wants it, and it counts once the provider has it. */
    state: text('state')
      .$type<'open' | 'asked' | 'accepted' | 'declined' | 'withdrawn'>()
      .notNull()
      .default('open'),
    createdAt: instant('created_at').notNull(),
    answeredAt: instant('answered_at'),
    /** What the customer accepted, as it was shown. */
    consent: text('consent', { mode: 'json' }).$type<Consent>(),
    /** When the provider took the amount. */
    appliedAt: instant('applied_at'),
  },
  (table) => [index('price_offers_agreement').on(table.agreementId)],
);

/** What the demo provider stores about a recurring payment. */
export type DemoAgreement = {
  amountCents: number;
  period: Period;
  startedAt: string;
  /** The number of periods that were charged or skipped. */
  periods: number;
  state: 'active' | 'paused' | 'canceled' | 'ended';
  cancelsAtPeriodEnd: boolean;
  endedAt: string | null;
  cardFails: boolean;
  charges: {
    id: string;
    dueAt: string;
    amountCents: number;
    paidAt: string | null;
    attempts: number;
    refundedCents: number;
    /** Of its refunds. Earlier versions kept none. */
    refundKeys?: string[];
  }[];
};

export const demoAgreements = sqliteTable('demo_agreements', {
  id: text('id').primaryKey(),
  data: text('data', { mode: 'json' }).$type<DemoAgreement>().notNull(),
});

/** How far `pnpm demo:advance` has moved the clock of recurring payments. */
export const demoClock = sqliteTable('demo_clock', {
  id: integer('id').primaryKey(),
  aheadMs: integer('ahead_ms').notNull(),
});
