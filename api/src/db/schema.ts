import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Quote, QuoteLine } from '@northlight/shared/catalogue/quote.ts';
import type { AddonId, ServiceId } from '@northlight/shared/catalogue/ids.ts';
import type {
  CheckoutDraft,
  PaymentMethod,
  PaymentMode,
} from '@northlight/shared/contracts/shop/checkout.ts';
import type { DentalForm } from '@northlight/shared/contracts/forms/dental-form.ts';
import type { FormMeta, MailchimpStatus } from '@northlight/shared/contracts/forms/forms.ts';
import type { Review } from '@northlight/shared/contracts/admin/review.ts';
import type { WorkStatus } from '@northlight/shared/contracts/admin/lists.ts';
import type { OrderMatch, QuarantineReason } from '@northlight/shared/contracts/admin/submissions.ts';
import type { WebsiteForm } from '@northlight/shared/contracts/forms/website-form.ts';

/** Instants are Unix milliseconds, money is US cents. */
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
  amountOffCents: integer('amount_off_cents').notNull(),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
});

/** What the customer saw and agreed to before paying. */
export type Consent = { text: string; amountCents: number; period: 'month' | 'year'; agreedAt: string };

/** A checkout as stored before any payment. */
export const checkoutDrafts = sqliteTable('checkout_drafts', {
  /** Made by the browser. */
  id: text('id').primaryKey(),
  details: text('details', { mode: 'json' }).$type<CheckoutDraft>().notNull(),
  quote: text('quote', { mode: 'json' }).$type<Quote>().notNull(),
  consent: text('consent', { mode: 'json' }).$type<Consent>(),
  claimedAmountCents: integer('claimed_amount_cents').notNull(),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

export type ProviderName = 'stripe' | 'paypal' | 'demo-card' | 'demo-paypal';
/** `processing`: the buyer has paid, and the provider waits for the money. */
export type PaymentRowStatus = 'open' | 'processing' | 'paid' | 'failed';

/** One attempt to pay; the row exists before the provider is first asked. */
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
    status: text('status').$type<PaymentRowStatus>().notNull().default('open'),
    receivedAmountCents: integer('received_amount_cents'),
    receivedCurrency: text('received_currency'),
    /** What the provider refunds: its charge or capture. */
    chargeId: text('charge_id'),
    /** When the shop first heard that the buyer had agreed and nothing was captured yet. */
    approvedAt: instant('approved_at'),
    /**
     * Set once the provider refused to capture: `told` means that the buyer knows and nothing may be captured, `reopened`
     * that they went back to the provider from here. Only their own return captures it then.
     */
    captureRefusal: text('capture_refusal').$type<'told' | 'reopened'>(),
    /** When the sweeper asks the provider next; null before it has asked. */
    lookAt: instant('look_at'),
    /** Why an administrator has to review it, or why the attempt ended; null when nothing is wrong. */
    review: text('review', { mode: 'json' }).$type<Review>(),
    /** From where it was begun, as `clientNetwork` writes it; null for payments from before this was kept. */
    clientNetwork: text('client_network'),
    /** How many cards were refused for it. */
    declines: integer('declines').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    uniqueIndex('payments_provider_payment').on(table.provider, table.providerPaymentId),
    index('payments_draft').on(table.draftId),
    index('payments_unsettled')
      .on(table.createdAt)
      .where(sql`status IN ('open', 'processing')`),
  ],
);

export type RefundStatus = 'pending' | 'succeeded' | 'failed';

/** Money that went back, asked for here or at the provider. */
export const refunds = sqliteTable(
  'refunds',
  {
    id: integer('id').primaryKey(),
    paymentId: integer('payment_id')
      .notNull()
      .references(() => payments.id),
    /** Made before the provider is asked; the same key is the same refund. Null for the provider's own. */
    key: text('key').unique(),
    providerRefundId: text('provider_refund_id').unique(),
    amountCents: integer('amount_cents').notNull(),
    /** The part of it that is sales tax. */
    taxCents: integer('tax_cents').notNull(),
    reason: text('reason').notNull(),
    status: text('status').$type<RefundStatus>().notNull(),
    failure: text('failure'),
    /** Null when it was made at the provider, or by the shop itself for a second payment. */
    adminId: integer('admin_id').references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('refunds_payment').on(table.paymentId)],
);

/** The providers' events as they came: answered once they stand here, worked off after that. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer('id').primaryKey(),
    provider: text('provider').$type<ProviderName>().notNull(),
    eventId: text('event_id').notNull(),
    type: text('type').notNull(),
    /** `declined`: a card was refused. Anything else is only a reason to ask the provider. */
    meaning: text('meaning').$type<'declined' | 'changed'>().notNull().default('changed'),
    /** What it is about, as far as it says so. */
    providerPaymentId: text('provider_payment_id'),
    attemptKey: text('attempt_key'),
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

export const orders = sqliteTable(
  'orders',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull().unique(),
    checkoutId: text('checkout_id').unique(),
    /** Unique: the second caller for a payment finds the first one's order. */
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
    paymentStatus: text('payment_status').$type<'completed' | 'pending'>().notNull().default('pending'),
    /** What the provider says has arrived, right or not; null while nothing has. */
    receivedAmountCents: integer('received_amount_cents'),
    /** Why the order is pending. */
    review: text('review', { mode: 'json' }).$type<Review>(),
    /** What the browser reported; kept for comparison, never charged. */
    claimedInitialPaymentCents: integer('claimed_initial_payment_cents'),
    claimedRecurringPaymentCents: integer('claimed_recurring_payment_cents'),
    claimedPaymentStatus: text('claimed_payment_status'),
    /** The services whose request form has not come from the buyer yet. */
    missingForms: text('missing_forms', { mode: 'json' }).$type<ServiceId[]>().notNull().default([]),
    workStatus: workStatus(),
    /** When the work became delivered; null while it is not, and for orders delivered before this was kept. */
    deliveredAt: instant('delivered_at'),
    /** The buyer wants no more reminders. */
    remindersStoppedAt: instant('reminders_stopped_at'),
    /** When a link that only the buyer's mail holds was first opened. */
    emailConfirmedAt: instant('email_confirmed_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('orders_created').on(table.createdAt, table.id),
    index('orders_amount').on(table.initialPaymentCents, table.id),
    index('orders_business').on(sql`business_name COLLATE NOCASE`, table.id),
    index('orders_payment').on(table.paymentStatus, table.id),
    index('orders_work').on(table.workStatus, table.id),
    index('orders_review')
      .on(table.id)
      .where(sql`review IS NOT NULL`),
    // The filters of the list say the same words, or SQLite would not find these.
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

/** `voided`: the shop itself ended it, since another payment came first. */
export type DemoPaymentStatus = 'requires_action' | 'declined' | 'approved' | 'paid' | 'cancelled' | 'voided';

/** The demo provider's record: what the customer decided on its card and PayPal pages. */
export const demoPayments = sqliteTable('demo_payments', {
  id: text('id').primaryKey(),
  status: text('status').$type<DemoPaymentStatus>().notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** What every stored form has beside its answers. */
const submissionColumns = {
  id: integer('id').primaryKey(),
  /** Made by the browser when the form was opened; null for calls that bring none. */
  submissionKey: text('submission_key'),
  /** A hash of all answers: with the key it tells a resend from a corrected form. */
  contentHash: text('content_hash').notNull(),
  orderNumber: text('order_number').notNull(),
  orderMatch: text('order_match').$type<OrderMatch>().notNull(),
  /** Its service is none of the order's. */
  isOutsideOrder: flag('is_outside_order'),
  quarantineReason: text('quarantine_reason').$type<Exclude<QuarantineReason, null>>(),
  workStatus: workStatus(),
  timestamp: instant('timestamp').notNull(),
};

/** What the sender was told of the mailing list; null while Mailchimp is being asked. */
const mailchimpStatus = text('mailchimp_status').$type<MailchimpStatus>();

/** Website requests. `project` is the order number as the form calls it. */
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
    index('form_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('form_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('other-email', 'unpaid-order', 'unknown-order')`),
  ],
);

/** The answers of the dental form that the plain voice agent form does not ask. */
export type DentalAnswers = Omit<
  DentalForm,
  keyof FormMeta | 'firstName' | 'lastName' | 'email' | 'phone' | 'notes' | 'orderNumber' | 'formType'
>;

/** Voice agent requests, dental ones among them: `businessName` is then the practice's name. */
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
    index('voice_agent_form_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('voice_agent_form_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('other-email', 'unpaid-order', 'unknown-order')`),
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
    index('on_hold_submissions_quarantine')
      .on(table.id)
      .where(sql`quarantine_reason IS NOT NULL`),
    index('on_hold_submissions_unverified')
      .on(table.id)
      .where(sql`order_match IN ('other-email', 'unpaid-order', 'unknown-order')`),
  ],
);

export type ShortSearchList = 'orders' | ServiceId;

/** Number, names and email of each row of a list, as `foldText` writes them: for words that are too short for the full-text index. */
export const shortSearch = sqliteTable(
  'short_search',
  {
    list: text('list').$type<ShortSearchList>().notNull(),
    rowId: integer('row_id').notNull(),
    words: text('words').notNull(),
  },
  (table) => [primaryKey({ columns: [table.list, table.rowId] })],
);

export type CaseEventKind = 'note' | 'work-status' | 'release' | 'accept' | 'message';

/** What administrators wrote and did under an order number. */
export const caseEvents = sqliteTable(
  'case_events',
  {
    id: integer('id').primaryKey(),
    orderNumber: text('order_number').notNull(),
    kind: text('kind').$type<CaseEventKind>().notNull(),
    text: text('text').notNull(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('case_events_order').on(table.orderNumber)],
);

/** A stored form: its table and its row there. */
export type FormRef = { form: ServiceId; submissionId: number };

/** What a message needs beside the order of its number. */
export type OutboxPayload = {
  'order-confirmation': null;
  /** Cents that went back, and the sales tax among them. */
  refund: {
    amountCents: number;
    taxCents: number;
    reason: string;
    /** How the refunded payment was made; absent in older messages, which are about the order's own. */
    method?: PaymentMethod;
  };
  /** Tells the buyer about a bank debit: it is on its way, or it came to nothing. */
  'payment-update': { state: 'processing' | 'failed' };
  'form-received': FormRef;
  /** How many days after paying. */
  'form-reminder': { day: 1 | 3 | 7 };
  'new-order': null;
  'new-submission': FormRef;
  /** Null where the order has no payment. */
  'payment-to-review': { paymentId: number | null };
  /** The hour in which the orders were placed, by its first millisecond. */
  'unpaid-orders': { from: number };
  /** Puts somebody on the mailing list. */
  newsletter: { firstName: string; lastName: string; tag: string };
};
export type OutboxKind = keyof OutboxPayload;
/** `replaced`: an administrator put a copy into the queue instead. `dropped`: there was no reason for it any more when its time came. */
export type OutboxStatus = 'waiting' | 'sent' | 'given-up' | 'replaced' | 'dropped';

/** Messages to send, written in the same transaction as their cause. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: integer('id').primaryKey(),
    kind: text('kind').$type<OutboxKind>().notNull(),
    /** One message for each key, for ever. */
    key: text('key').notNull().unique(),
    /** Of the order or request that it is about; null for money that fits none. */
    orderNumber: text('order_number'),
    payload: text('payload', { mode: 'json' }).$type<OutboxPayload[OutboxKind]>(),
    recipient: text('recipient').notNull(),
    status: text('status').$type<OutboxStatus>().notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    /** Not to be sent before. */
    dueAt: instant('due_at').notNull(),
    /** When it is tried next; while a message is being sent, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at').notNull(),
    /** Set while it is being sent; past when whoever sent it died. */
    leasedUntil: instant('leased_until'),
    lastError: text('last_error'),
    createdAt: instant('created_at').notNull(),
    sentAt: instant('sent_at'),
  },
  (table) => [
    index('outbox_mail')
      .on(table.nextAttemptAt)
      .where(sql`status = 'waiting' AND kind <> 'newsletter'`),
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

/** Every mail as it left. */
export const sentMails = sqliteTable('sent_mails', {
  outboxId: integer('outbox_id')
    .primaryKey()
    .references(() => outbox.id),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  /** What the mail server said to it, or the file that it was written to. */
  answer: text('answer').notNull(),
});

/** Who may work at the dashboard. */
export const adminUsers = sqliteTable('admin_users', {
  id: integer('id').primaryKey(),
  username: text('username', { length: 50 }).notNull().unique(),
  /** An argon2id hash. */
  password: text('password').notNull(),
  email: text('email', { length: 100 }).notNull().unique(),
  firstName: text('first_name', { length: 50 }),
  lastName: text('last_name', { length: 50 }),
  role: text('role', { length: 20 }).notNull().default('admin'),
  isActive: integer('is_active', { mode: 'boolean' }).notNull().default(true),
  lastLogin: instant('last_login'),
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
});

/** A row is inserted at login and outlives its end: an id that was ended can never be inserted again. */
export const sessions = sqliteTable(
  'sessions',
  {
    /** SHA-256 of the id in the cookie: whoever reads the database or a backup holds no session. */
    id: text('id').primaryKey(),
    adminId: integer('admin_id')
      .notNull()
      .references(() => adminUsers.id),
    /** Digest of the stored password at login: a changed password ends every session that is older. */
    credential: text('credential').notNull(),
    createdAt: instant('created_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    /** When the administrator last did something; null for sessions from before this was kept. */
    lastUsedAt: instant('last_used_at'),
    endedAt: instant('ended_at'),
  },
  (table) => [index('sessions_expiry').on(table.expiresAt), index('sessions_admin').on(table.adminId)],
);

/** What limits count, by limit and key: Unix milliseconds, oldest first. */
export const limitTimes = sqliteTable(
  'limit_times',
  {
    key: text('key').primaryKey(),
    times: text('times', { mode: 'json' }).$type<number[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('limit_times_updated').on(table.updatedAt)],
);

export type WebsiteRow = typeof formSubmissions.$inferSelect;
export type VoiceRow = typeof voiceAgentFormSubmissions.$inferSelect;
export type OnHoldRow = typeof onHoldSubmissions.$inferSelect;

/** What is stored of every form beside its answers. */
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
>;
