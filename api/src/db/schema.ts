import { sql } from 'drizzle-orm';
import {
  blob,
  check,
  index,
  integer,
  primaryKey,
  sqliteTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/sqlite-core';
import type { Quote, QuoteLine } from '@northlight/shared/catalog/quote.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { CameFrom, SaleStep } from '@northlight/shared/contracts/shop/came-from.ts';
import type {
  TypedInformation,
  UnfinishedCheckout,
} from '@northlight/shared/contracts/shop/unfinished-checkout.ts';
import type { CheckoutDraft } from '@northlight/shared/contracts/shop/checkout.ts';
import type {
  PaymentMethod,
  PaymentMode,
  PaymentStatus,
} from '@northlight/shared/contracts/shop/payment-terms.ts';
import type {
  MessageStatus,
  PaymentRowStatus,
  RefundStatus,
} from '@northlight/shared/contracts/admin/case-answers.ts';
import type { DentalForm } from '@northlight/shared/contracts/forms/dental-form.ts';
import type { FormMeta } from '@northlight/shared/contracts/forms/forms.ts';
import type { MailchimpStatus } from '@northlight/shared/contracts/forms/form-answers.ts';
import type { Dispute, Review } from '@northlight/shared/contracts/admin/review.ts';
import type {
  AgreementStatus,
  ChargeStatus,
  PaidBack,
  Period,
} from '@northlight/shared/contracts/admin/recurring.ts';
import type { WorkStatus } from '@northlight/shared/contracts/admin/lists.ts';
import type { OrderMatch, QuarantineReason } from '@northlight/shared/contracts/admin/submission-answers.ts';
import type { NoticeChoice } from '@northlight/shared/contracts/admin/notices.ts';
import type { WebhookEvent } from '@northlight/shared/contracts/admin/webhooks.ts';
import type { Role } from '@northlight/shared/contracts/admin/rights.ts';
import type { ShopSettings } from '@northlight/shared/contracts/admin/shop-settings.ts';
import type { WebsiteForm } from '@northlight/shared/contracts/forms/website-form.ts';

/** Times are Unix milliseconds, amounts are US cents. */
const instant = (name: string) => integer(name, { mode: 'timestamp_ms' });
const workStatus = () => text('work_status').$type<WorkStatus>().notNull().default('new');
const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false);

/** `currentValue` is the last assigned number. */
export const sequenceCounter = sqliteTable('sequence_counter', {
  id: integer('id').primaryKey(),
  name: text('name').notNull().unique(),
  currentValue: integer('current_value').notNull().default(10_000),
  updatedAt: instant('updated_at')
    .notNull()
    .default(sql`(unixepoch() * 1000)`),
});

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
    campaignId: integer('campaign_id')
      .notNull()
      .references(() => campaigns.id),
    step: text('step').$type<SaleStep>().notNull(),
    /** Empty for visits with any services. */
    service: text('service').$type<ServiceId | ''>().notNull(),
    count: integer('count').notNull(),
    /** What paid orders brought in; 0 for other steps and single services. */
    cents: integer('cents').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.day, table.campaignId, table.step, table.service] }),
    index('step_counts_sold')
      .on(table.campaignId)
      .where(sql`cents > 0`),
  ],
);

/** What the customer saw and agreed to before paying. */
export type Consent = { text: string; amountCents: number; period: 'month' | 'year'; agreedAt: string };

/** A checkout, stored before any payment. */
export const checkoutDrafts = sqliteTable('checkout_drafts', {
  /** Generated by the browser. */
  id: text('id').primaryKey(),
  details: text('details', { mode: 'json' }).$type<CheckoutDraft & { addonTo?: string }>().notNull(),
  quote: text('quote', { mode: 'json' }).$type<Quote>().notNull(),
  consent: text('consent', { mode: 'json' }).$type<Consent>(),
  claimedAmountCents: integer('claimed_amount_cents').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/**
 * A checkout that reached the details, until it is paid. Without the customer, unless they want a link to
 * finish.
 */
export const unfinishedCheckouts = sqliteTable(
  'unfinished_checkouts',
  {
    id: integer('id').primaryKey(),
    checkoutId: text('checkout_id').notNull().unique(),
    /** The checkout that the link started. */
    resumedAs: text('resumed_as'),
    step: text('step').$type<UnfinishedCheckout['step']>().notNull(),
    bundle: text('bundle', { mode: 'json' })
      .$type<Pick<UnfinishedCheckout, 'serviceIds' | 'addonIds' | 'isYearly' | 'promoCode'>>()
      .notNull(),
    dueCents: integer('due_cents').notNull(),
    information: text('information', { mode: 'json' }).$type<TypedInformation>(),
    /** The address that a link was queued for. */
    linkFor: text('link_for'),
    /** What it brought in after its link was opened; null until it is paid. */
    recoveredCents: integer('recovered_cents'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('unfinished_checkouts_resumed')
      .on(table.resumedAs)
      .where(sql`resumed_as IS NOT NULL`),
    index('unfinished_checkouts_updated').on(table.updatedAt),
  ],
);

export type ProviderName = 'stripe' | 'paypal' | 'demo-card' | 'demo-paypal';

/** A paid payment that needs a review, or had one. Disputes that were decided are left out. */
export const PAYMENT_TO_REVIEW = sql`status = 'paid' AND review IS NOT NULL AND coalesce(json_extract(review, '$.dispute.status'), 'open') = 'open'`;

/** What the sweep asks about although it is paid. */
export const PAID_TO_CHECK = sql`status = 'paid' AND look_at IS NOT NULL`;

/** One payment attempt. The row exists before the provider is first called. */
export const payments = sqliteTable(
  'payments',
  {
    id: integer('id').primaryKey(),
    provider: text('provider').$type<ProviderName>().notNull(),
    attemptKey: text('attempt_key').notNull().unique(),
    providerPaymentId: text('provider_payment_id'),
    draftId: text('draft_id').references(() => checkoutDrafts.id),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    /** What it saves the card or account for; null without a recurring payment, and for older attempts. */
    recurring: text('recurring', { mode: 'json' }).$type<{ amountCents: number; period: Period }>(),
    status: text('status').$type<PaymentRowStatus>().notNull().default('open'),
    receivedAmountCents: integer('received_amount_cents'),
    receivedCurrency: text('received_currency'),
    /** The charge or capture that a refund needs. */
    chargeId: text('charge_id'),
    /** When the shop first saw that the customer had approved it. */
    approvedAt: instant('approved_at'),
    /**
     * Set after the provider refused a capture: `told` when the customer knows and nothing may be captured,
     * `reopened` when they went back to the provider from here. Then only their own return captures it.
     */
    captureRefusal: text('capture_refusal').$type<'told' | 'reopened'>(),
    /** When the last call that takes the money was sent. It may have worked even if its answer was lost. */
    captureSentAt: instant('capture_sent_at'),
    /** When the sweep checks it next; null before the first check, and for what is paid and needs none. */
    nextCheckAt: instant('look_at'),
    /** Why an administrator must review it, or why the attempt ended; null when all is well. */
    review: text('review', { mode: 'json' }).$type<Review>(),
    /** The network it was started from, as `clientNetwork` writes it; null for older payments. */
    clientNetwork: text('client_network'),
    /** The number of declined cards. */
    declines: integer('declines').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    // Most indexes of columns that are empty at first leave empty ones out, so that an order writes fewer pages.
    uniqueIndex('payments_provider_payment')
      .on(table.provider, table.providerPaymentId)
      .where(sql`provider_payment_id IS NOT NULL`),
    index('payments_draft').on(table.draftId),
    index('payments_charge')
      .on(table.chargeId)
      .where(sql`charge_id IS NOT NULL`),
    index('payments_review').on(table.id).where(PAYMENT_TO_REVIEW),
    index('payments_paid_to_check').on(table.nextCheckAt).where(PAID_TO_CHECK),
    index('payments_unsettled')
      .on(table.createdAt)
      .where(sql`status IN ('open', 'processing')`),
    index('payments_failed')
      .on(table.createdAt)
      .where(sql`status = 'failed' AND provider_payment_id IS NOT NULL`),
  ],
);

/** Refunds, requested here or made in the provider's dashboard. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /**
     * Created before the provider is called. The same key is the same refund. Null for refunds made at the
     * provider.
     */
    key: text('key').unique(),
    providerRefundId: text('provider_refund_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    /** The sales tax included. */
    taxCents: integer('tax_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    failure: text('failure'),
    /** While it is pending: when the provider is asked about it next. */
    nextCheckAt: instant('next_check_at'),
    /** Null when it was made at the provider, or automatically for a second payment. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('refunds_payment').on(table.paymentId),
    index('refunds_pending')
      .on(table.id)
      .where(sql`status = 'pending'`),
  ],
);

/** Provider events as received: acknowledged once stored, then processed. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey(),
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** `declined`: a card was declined. Anything else is only a reason to check the payment. */
    meaning: text('meaning').$type<'declined' | 'changed'>().notNull().default('changed'),
    /** The payment it names, if it names one. */
    providerPaymentId: text('provider_payment_id'),
    attemptKey: text('attempt_key'),
    /** The recurring payment it may be about, by the provider's ID. */
    agreementId: text('agreement_id'),
    /** The charge that it says was completed. */
    chargeId: text('charge_id'),
    body: text('body').notNull(),
    receivedAt: instant('received_at').notNull(),
    processedAt: instant('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at').notNull(),
    lastError: text('last_error'),
  },
  (table) => [
    uniqueIndex('webhook_events_event').on(table.provider, table.eventId),
    index('webhook_events_waiting')
      .on(table.nextAttemptAt)
      .where(sql`processed_at IS NULL`),
  ],
);

/** Sorts what has no due time last. Without a comma; see `NEXT_CHARGE`. */
export const NEXT_DUE = sql`CASE WHEN due_at IS NULL THEN 9007199254740991 ELSE due_at END`;

export const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull().unique(),
    checkoutId: text('checkout_id').unique(),
    /** The number of the order that this one adds to. Null for an order of its own. */
    addonTo: text('addon_to'),
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
    recurringPeriod: text('recurring_period').$type<Quote['recurringPeriod']>(),
    consent: text('consent', { mode: 'json' }).$type<Consent>(),
    paymentMethod: text('payment_method').$type<PaymentMethod>().notNull(),
    paymentMode: text('payment_mode').$type<PaymentMode>().notNull(),
    paymentStatus: text('payment_status').$type<PaymentStatus>().notNull().default('pending'),
    /** What the provider confirmed, even if the amount is wrong; null until then. */
    receivedAmountCents: integer('received_amount_cents'),
    /** Why the order is pending. */
    review: text('review', { mode: 'json' }).$type<Review>(),
    /** What the browser reported, for comparison only. */
    claimedInitialPaymentCents: integer('claimed_initial_payment_cents'),
    claimedRecurringPaymentCents: integer('claimed_recurring_payment_cents'),
    claimedPaymentStatus: text('claimed_payment_status'),
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
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('orders_created').on(table.createdAt, table.id),
    index('orders_amount').on(table.initialPaymentCents, table.id),
    index('orders_business').on(sql`business_name COLLATE NOCASE`, table.id),
    index('orders_payment').on(table.paymentStatus, table.id),
    index('orders_work').on(table.workStatus, table.id),
    index('orders_due').on(NEXT_DUE, table.id),
    index('orders_addon')
      .on(table.addonTo)
      .where(sql`addon_to IS NOT NULL`),
    index('orders_review')
      .on(table.id)
      .where(sql`review IS NOT NULL`),
    // The list's filters must match these word for word, or SQLite does not use them.
    index('orders_forms')
      .on(table.id)
      .where(sql`missing_forms <> '[]'`),
    index('orders_website')
      .on(table.id)
      .where(sql`service_types LIKE '%"website"%'`),
    index('orders_voice')
      .on(table.id)
      .where(sql`service_types LIKE '%"voice"%'`),
    index('orders_onhold')
      .on(table.id)
      .where(sql`service_types LIKE '%"onhold"%'`),
  ],
);

export const orderLines = sqliteTable(
  'order_lines',
  {
    id: integer('id').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    serviceId: text('service_id').$type<ServiceId>().notNull(),
    addonId: text('addon_id').$type<AddonId>(),
    name: text('name').notNull(),
    amountCents: integer('amount_cents').notNull(),
    note: text('note').$type<QuoteLine['note']>(),
  },
  (table) => [index('order_lines_order').on(table.orderId)],
);

/** The card or account that a recurring payment is charged to. */
export type SavedCard = {
  /** Such as "Visa ending in 4242". */
  label: string;
  /** The first moment at which it no longer works; null if unknown. */
  expiresAt: string | null;
};

/**
 * Sorts those that are not charged any more last. Without a comma, which drizzle-kit would take for the end of
 * a column.
 */
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
    uniqueIndex('agreements_provider')
      .on(table.provider, table.providerId)
      .where(sql`provider_id IS NOT NULL`),
    index('agreements_check').on(table.nextCheckAt),
    index('agreements_state').on(table.state, table.id),
    index('agreements_amount').on(table.amountCents, table.id),
    index('agreements_next').on(NEXT_CHARGE, table.id),
    index('agreements_ended')
      .on(table.endedAt)
      .where(sql`ended_at IS NOT NULL`),
    index('agreements_started').on(table.startedAt, table.id),
  ],
);

/** One period of a recurring payment, as the provider reports it. */
export const charges = sqliteTable(
  'charges',
  {
    id: integer('id').primaryKey(),
    agreementId: integer('agreement_id')
      .notNull()
      .references(() => agreements.id),
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
  ],
);

/** Counts and sums that would otherwise be read from every order, kept by triggers. See `tallies.ts`. */
export const tallies = sqliteTable('tallies', {
  name: text('name').primaryKey(),
  value: integer('value').notNull(),
});

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

/** `voided`: canceled by the shop because another payment came first. */
export type DemoPaymentStatus = 'requires_action' | 'declined' | 'approved' | 'paid' | 'cancelled' | 'voided';

/** The demo provider's record: what the customer decided on its card and PayPal pages. */
export const demoPayments = sqliteTable('demo_payments', {
  id: text('id').primaryKey(),
  status: text('status').$type<DemoPaymentStatus>().notNull(),
  /** The card works today, but not for recurring payments. */
  failsLater: flag('fails_later'),
  updatedAt: instant('updated_at').notNull(),
});

/** The columns that every form has besides its answers. */
const submissionColumns = {
  id: integer('id').primaryKey(),
  /** Generated by the browser when the form was opened; null for calls without one. */
  submissionKey: text('submission_key'),
  /** A hash of all answers. With the key, it tells a resend from a corrected form. */
  contentHash: text('content_hash').notNull(),
  orderNumber: text('order_number').notNull(),
  orderMatch: text('order_match').$type<OrderMatch>().notNull(),
  /** The order does not include this service. */
  isOutsideOrder: flag('is_outside_order'),
  quarantineReason: text('quarantine_reason').$type<Exclude<QuarantineReason, null>>(),
  workStatus: workStatus(),
  /** When the next promise for this service is due. */
  dueAt: instant('due_at'),
  timestamp: instant('timestamp').notNull(),
};

/** What the sender was told about the mailing list; null while Mailchimp is being called. */
const mailchimpStatus = text('mailchimp_status').$type<MailchimpStatus>();

/** Website forms. `project` is the order number, as the form calls it. */
export const formSubmissions = sqliteTable(
  'form_submissions',
  {
    ...submissionColumns,
    name: text('name').notNull(),
    email: text('email').notNull(),
    project: text('project').notNull(),
    package: text('package').$type<WebsiteForm['package']>().notNull(),
    hosting: text('hosting').$type<WebsiteForm['hosting']>().notNull(),
    billing: text('billing').$type<WebsiteForm['billing']>().notNull(),
    description: text('description').notNull(),
    colors: text('colors').notNull(),
    fonts: text('fonts').notNull(),
    text: text('text').notNull(),
    addons: text('addons', { mode: 'json' }).$type<WebsiteForm['addons']>().notNull(),
    notes: text('notes').notNull(),
    deadline: text('deadline').notNull(),
    referenceUrls: text('reference_urls').notNull(),
    contactInfo: text('contact_info').notNull(),
    services: text('services').notNull(),
    address: text('address').notNull(),
    socialMedia: text('social_media').notNull(),
    testimonials: text('testimonials').notNull(),
    mailchimpStatus,
  },
  (table) => [
    uniqueIndex('form_submissions_sent').on(table.submissionKey, table.contentHash),
    index('form_submissions_order').on(table.orderNumber),
    index('form_submissions_time').on(table.timestamp, table.id),
    index('form_submissions_work').on(table.workStatus, table.id),
    index('form_submissions_due').on(NEXT_DUE, table.id),
    index('form_submissions_new')
      .on(table.id)
      .where(sql`work_status = 'new' AND quarantine_reason IS NULL`),
    index('form_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('form_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order')`),
  ],
);

/** The answers that only the dental form asks for. */
export type DentalAnswers = Omit<
  DentalForm,
  keyof FormMeta | 'firstName' | 'lastName' | 'email' | 'phone' | 'notes' | 'orderNumber' | 'formType'
>;

/** Voice agent forms, including dental ones, where `businessName` is the practice's name. */
export const voiceAgentFormSubmissions = sqliteTable(
  'voice_agent_form_submissions',
  {
    ...submissionColumns,
    formType: text('form_type').$type<'voice-agent' | DentalForm['formType']>().notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    email: text('email').notNull(),
    businessName: text('business_name').notNull(),
    phone: text('phone').notNull(),
    businessDescription: text('business_description').notNull(),
    imageUrl: text('image_url').notNull(),
    notes: text('notes').notNull(),
    dental: text('dental', { mode: 'json' }).$type<DentalAnswers>(),
    mailchimpStatus,
  },
  (table) => [
    uniqueIndex('voice_agent_form_submissions_sent').on(table.submissionKey, table.contentHash),
    index('voice_agent_form_submissions_type').on(table.formType, table.id),
    index('voice_agent_form_submissions_order').on(table.orderNumber),
    index('voice_agent_form_submissions_time').on(table.timestamp, table.id),
    index('voice_agent_form_submissions_work').on(table.workStatus, table.id),
    index('voice_agent_form_submissions_due').on(NEXT_DUE, table.id),
    index('voice_agent_form_submissions_new')
      .on(table.id)
      .where(sql`work_status = 'new' AND quarantine_reason IS NULL`),
    index('voice_agent_form_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('voice_agent_form_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order')`),
  ],
);

export const onHoldSubmissions = sqliteTable(
  'on_hold_submissions',
  {
    ...submissionColumns,
    businessName: text('business_name').notNull(),
    businessNiche: text('business_niche').notNull(),
    customMessage: text('custom_message').notNull(),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
  },
  (table) => [
    uniqueIndex('on_hold_submissions_sent').on(table.submissionKey, table.contentHash),
    index('on_hold_submissions_order').on(table.orderNumber),
    index('on_hold_submissions_time').on(table.timestamp, table.id),
    index('on_hold_submissions_work').on(table.workStatus, table.id),
    index('on_hold_submissions_due').on(NEXT_DUE, table.id),
    index('on_hold_submissions_new')
      .on(table.id)
      .where(sql`work_status = 'new' AND quarantine_reason IS NULL`),
    index('on_hold_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('on_hold_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('unconfirmed', 'other-email', 'unpaid-order', 'unknown-order')`),
  ],
);

/** The form of each service. */
export const formTables = {
  website: formSubmissions,
  voice: voiceAgentFormSubmissions,
  onhold: onHoldSubmissions,
};

export type ShortSearchList = 'orders' | ServiceId;

/**
 * The number, names and email of each row, folded by `foldText`: for search terms too short for the full-text
 * index.
 */
export const shortSearch = sqliteTable(
  'short_search',
  {
    list: text('list').$type<ShortSearchList>().notNull(),
    rowId: integer('row_id').notNull(),
    words: text('words').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.rowId] })],
);

export type CaseEventKind =
  'note' | 'work-status' | 'release' | 'accept' | 'message' | 'recurring' | 'delivery' | 'links';

/** What happened under an order number, and what administrators noted. */
export const caseEvents = sqliteTable(
  'case_events',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    kind: text('kind').$type<CaseEventKind>().notNull(),
    /** Of a note, generated by the page, so that a note sent twice is stored once. */
    key: text('key').unique(),
    text: text('text').notNull(),
    /** Null for what happened by itself, or what the customer did. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('case_events_order').on(table.orderNumber)],
);

export type PromiseKind = 'contact' | 'delivery' | 'launch';

/** What the shop promised for a service, each with a clock that runs in business hours. */
export const promises = sqliteTable(
  'promises',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    serviceId: text('service_id').$type<ServiceId>().notNull(),
    kind: text('kind').$type<PromiseKind>().notNull(),
    startedAt: instant('started_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Business time left, in milliseconds, while the clock is paused. Null while it runs. */
    leftMs: integer('left_ms'),
    keptAt: instant('kept_at'),
  },
  (table) => [
    index('promises_order').on(table.orderNumber),
    index('promises_running')
      .on(table.dueAt)
      .where(sql`kept_at IS NULL AND left_ms IS NULL`),
    index('promises_kept').on(table.keptAt, table.dueAt),
  ],
);

/** What the shop made for a service, as version 1, 2, 3, and what the customer said to it. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    serviceId: text('service_id').$type<ServiceId>().notNull(),
    version: integer('version').notNull(),
    note: text('note').notNull(),
    /** A preview to open, or empty. */
    link: text('link').notNull(),
    /** A number to call, or empty. */
    phone: text('phone').notNull(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
    answer: text('answer').$type<'approved' | 'change'>(),
    /** What the customer wants changed. */
    change: text('change'),
    answeredAt: instant('answered_at'),
  },
  (table) => [uniqueIndex('deliveries_version').on(table.orderNumber, table.serviceId, table.version)],
);

/** What customer and shop write to each other on the order. */
export const orderMessages = sqliteTable(
  'order_messages',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    /** Generated by the sender's page, so that a message sent twice is stored once. */
    key: text('key').notNull().unique(),
    /** Null for the customer. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    text: text('text').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('order_messages_order').on(table.orderNumber)],
);

/** Earlier answers to a form. The form's own row has the current ones. */
export const answerVersions = sqliteTable(
  'answer_versions',
  {
    id: integer('id').primaryKey(),
    form: text('form').$type<ServiceId>().notNull(),
    submissionId: integer('submission_id').notNull(),
    answers: text('answers', { mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** When these answers were sent. */
    sentAt: instant('sent_at').notNull(),
  },
  (table) => [index('answer_versions_form').on(table.form, table.submissionId)],
);

/** A file's content, stored once in DATA_DIR/files under its hash. */
export const storedFiles = sqliteTable('stored_files', {
  /** SHA-256 in hexadecimal. */
  hash: text('hash').primaryKey(),
  size: integer('size').notNull(),
  /** Told by the content, not by the name. */
  mediaType: text('media_type').notNull(),
  /** Null until the preview worker has seen it. Files that are no pictures have none. */
  hasPreview: integer('has_preview', { mode: 'boolean' }),
});

/** A file of an order, or of a form that is not sent yet. */
export const orderFiles = sqliteTable(
  'order_files',
  {
    id: text('id').primaryKey(),
    hash: text('hash')
      .notNull()
      .references(() => storedFiles.hash),
    name: text('name').notNull(),
    /** Null until the form is sent. */
    orderNumber: text('order_number'),
    /** The key of the form it was attached to. */
    submissionKey: text('submission_key'),
    /** The version it belongs to. Null for the customer's files. */
    deliveryId: integer('delivery_id').references(() => deliveries.id),
    /** Null for the customer. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    /** Of the sender, until the form is sent. */
    clientNetwork: text('client_network'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('order_files_order').on(table.orderNumber),
    index('order_files_hash').on(table.hash),
    index('order_files_unsent')
      .on(table.createdAt)
      .where(sql`order_number IS NULL`),
  ],
);

/** Invoices and credit notes, numbered without gaps in one sequence. */
export const invoices = sqliteTable(
  'invoices',
  {
    number: integer('number').primaryKey(),
    orderId: integer('order_id')
      .notNull()
      .references(() => orders.id),
    /** Set on a credit note. */
    refundId: integer('refund_id').references(() => refunds.id),
    /** Set on the invoice of a recurring charge, and on its credit notes. */
    chargeId: integer('charge_id').references(() => charges.id),
    /** On a charge's credit note: what was refunded of the charge so far, this refund included. */
    refundedCents: integer('refunded_cents').notNull().default(0),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('invoices_order').on(table.orderId),
    uniqueIndex('invoices_own')
      .on(table.orderId)
      .where(sql`refund_id IS NULL AND charge_id IS NULL`),
    uniqueIndex('invoices_refund')
      .on(table.refundId)
      .where(sql`refund_id IS NOT NULL`),
    uniqueIndex('invoices_charge')
      .on(table.chargeId, table.refundedCents)
      .where(sql`charge_id IS NOT NULL`),
  ],
);

/** A stored form: its table and row ID. */
export type FormRef = { form: ServiceId; submissionId: number };

/** What a message needs besides its order number. */
export type OutboxPayload = {
  'order-confirmation': null;
  /** Refunded cents, and the sales tax included. */
  refund: {
    amountCents: number;
    taxCents: number;
    reason: string;
    /**
     * How the refunded payment was made; absent in older messages, which are about the order's own payment.
     */
    method?: PaymentMethod;
  };
  /** How the customer's bank debit stands: processing, or failed. */
  'payment-update': { state: 'processing' | 'failed' };
  /** `isToConfirm`: it came without the customer's link, and asks them whether it is theirs. */
  'form-received': FormRef & { isToConfirm?: boolean };
  /** Days since the order was paid. */
  'form-reminder': { day: 1 | 3 | 7 };
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
   * its ID.
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
      | 'ended';
    at: string;
    charge?: number;
  };
  /**
   * What happened to an order after it was placed. `id`: of the delivery, the message, the promise, or the order;
   * for files, the hour in which they arrived, counted from 1970.
   */
  'order-news': { news: 'delivery' | 'answer' | 'live' | 'message' | 'link' | 'due' | 'files'; id: number };
  /** The ID of the unfinished checkout. */
  'unfinished-checkout': { id: number };
  /** Subscribes somebody to the mailing list. */
  newsletter: { firstName: string; lastName: string; tag: string };
  /** `at`: of the invitation. A newer one replaces it. */
  invitation: { adminId: number; at: number };
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
    /** The order or request it is about; null for a payment without an order. */
    orderNumber: text('order_number'),
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
    index('outbox_mail')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting' AND kind <> 'newsletter'`),
    index('outbox_confirmations')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting' AND kind = 'order-confirmation' AND next_attempt_at = due_at`),
    index('outbox_newsletter')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting' AND kind = 'newsletter'`),
    index('outbox_due')
      .on(table.dueAt)
      .where(sql`status = 'waiting'`),
    index('outbox_order').on(table.orderNumber),
    index('outbox_given_up')
      .on(table.dueAt)
      .where(sql`status = 'given-up'`),
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
    endpointId: integer('endpoint_id')
      .notNull()
      .references(() => webhookEndpoints.id),
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
    index('webhook_messages_waiting')
      .on(table.endpointId, table.nextAttemptAt)
      .where(sql`status = 'waiting'`),
    index('webhook_messages_log').on(table.endpointId, table.id),
    index('webhook_messages_order').on(table.orderNumber),
    index('webhook_messages_created').on(table.createdAt),
  ],
);

/** Who may use the dashboard. */
export const adminUsers = sqliteTable(
  'admin_users',
  {
    id: integer('id').primaryKey(),
    username: text('username', { length: 50 }).notNull().unique(),
    /** An argon2id hash. */
    password: text('password').notNull(),
    email: text('email', { length: 100 }).notNull().unique(),
    firstName: text('first_name', { length: 50 }),
    lastName: text('last_name', { length: 50 }),
    role: text('role').$type<Role>().notNull(),
    isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
    lastLogin: instant('last_login'),
    /** What they are told about; null until they choose. */
    notices: text('notices', { mode: 'json' }).$type<NoticeChoice>(),
    /** Set until the person accepts the invitation. Until then they aren't active. */
    invitedAt: instant('invited_at'),
    /** How long the invitation has been open up to `invitationCountedAt`, in milliseconds. */
    invitationAgeMs: integer('invitation_age_ms').notNull().default(0),
    /** Null until the age was counted for the first time. */
    invitationCountedAt: instant('invitation_counted_at'),
    /** The secret of the authenticator app, encrypted. */
    totpSecret: text('totp_secret'),
    /** The time step of the last code that was used, so that no code works twice. */
    totpStep: integer('totp_step'),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  () => [check('admin_users_role', sql`role IN ('owner', 'staff', 'accountant')`)],
);

export const passkeys = sqliteTable(
  'passkeys',
  {
    /** The credential ID, as base64url. */
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
    name: text('name').notNull(),
    publicKey: blob('public_key', { mode: 'buffer' }).notNull(),
    /** Counts the uses. Many authenticators always say 0. */
    counter: integer('counter').notNull(),
    transports: text('transports', { mode: 'json' }).$type<string[]>().notNull(),
    createdAt: instant('created_at').notNull(),
    lastUsedAt: instant('last_used_at'),
  },
  (table) => [index('passkeys_admin').on(table.adminId)],
);

/** Codes for when the second factor is lost. A used one is deleted. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    /** Keyed, so that a leaked database contains no usable code. */
    digest: text('digest').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
  },
  (table) => [index('recovery_codes_admin').on(table.adminId)],
);

/**
 * Who did what. Triggers refuse changes, and deletions of rows younger than 24 months. Each row's hash
 * includes the hash of the row before it.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    /** Without gaps. */
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: instant('at').notNull(),
    /** Null when nobody was logged in. */
    adminId: integer('admin_id'),
    /** The name at that time, or what was typed at the login. */
    who: text('who').notNull(),
    /** The IP address. Empty for a command on the server. */
    address: text('address').notNull(),
    /** A call of the API, or an event such as "login-failed". */
    action: text('action').notNull(),
    /** What it was about, such as an order number. */
    record: text('record'),
    detail: text('detail', { mode: 'json' }).$type<Record<string, unknown>>(),
    /** The hash of the row before. Empty for the first. */
    previous: text('previous').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [index('audit_log_at').on(table.at)],
);

/** The settings that are edited in the dashboard. The newest row counts; earlier ones can be restored. */
export const shopSettings = sqliteTable('shop_settings', {
  id: integer('id').primaryKey(),
  values: text('values', { mode: 'json' }).$type<ShopSettings>().notNull(),
  adminId: integer('admin_id').references(() => adminUsers.id),
  createdAt: instant('created_at').notNull(),
});

/** A row is inserted at login and kept after logout, so an ended ID can never be inserted again. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the ID in the cookie, so a leaked database or backup contains no usable session. */
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
    /** A digest of the stored password at login. Changing the password ends every older session. */
    credential: text('credential').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the administrator last did something; null for older sessions. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
    /** The browser's User-Agent at login. */
    device: text('device').notNull().default(''),
    /** The IP address of the last login or use. */
    address: text('address').notNull().default(''),
    /** When a second factor was last given. */
    confirmedAt: instant('confirmed_at'),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt), index('sessions_admin').on(table.adminId)],
);

/** What each limit counted, by limit and key: Unix milliseconds, oldest first. */
export const limitTimes = sqliteTable(
  'limit_times',
  {
    key: text('key').primaryKey(),
    times: text('times', { mode: 'json' }).$type<number[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('limit_times_updated').on(table.updatedAt)],
);

/** New orders whose search words are not written yet. */
export const searchQueue = sqliteTable('search_queue', {
  orderId: integer('order_id').primaryKey(),
});

export type UpkeepTask = 'backup' | 'database check';

/** How the tasks that the server does by itself went, one row for each task. */
export const upkeep = sqliteTable('upkeep', {
  task: text('task').$type<UpkeepTask>().primaryKey(),
  triedAt: instant('tried_at').notNull(),
  succeededAt: instant('succeeded_at'),
  /** Why the last try failed, in words for the administrator. Null if it succeeded. */
  failure: text('failure'),
});

/** One row, rewritten by the health check to find out whether an order can be stored. */
export const writeTest = sqliteTable('write_test', {
  id: integer('id').primaryKey(),
  data: blob('data', { mode: 'buffer' }).notNull(),
});

export type WebsiteRow = typeof formSubmissions.$inferSelect;
export type VoiceRow = typeof voiceAgentFormSubmissions.$inferSelect;
export type OnHoldRow = typeof onHoldSubmissions.$inferSelect;

/** The columns that every form's row has besides its answers. */
export type SubmissionRow = Pick<
  OnHoldRow,
  | 'id'
  | 'submissionKey'
  | 'contentHash'
  | 'orderNumber'
  | 'orderMatch'
  | 'isOutsideOrder'
  | 'quarantineReason'
  | 'timestamp'
  | 'workStatus'
  | 'dueAt'
>;
