import * as z from 'zod/mini';
import { IntakeQuery } from './customer-links.ts';
import {
  ActionResponse,
  CaseNumber,
  type EndpointTable,
  act,
  download,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { AGREEMENT_STATES, type AgreementStatus, ListRecurring, PageResponse, PERIODS } from './lists.ts';
import { ORDER_MODES, amountInDollars, Dispute } from './payments.ts';
import type { Right } from './rights.ts';
import { isDay, text } from './texts.ts';

export const AGREEMENT_LABELS: Record<AgreementStatus, string> = {
  pending: 'Not started',
  active: 'Active',
  'past-due': 'Past due',
  paused: 'Paused',
  canceled: 'Canceled',
  ended: 'Ended',
};

/** The states of one period's charge. */
export const CHARGE_STATES = ['due', 'paid', 'failed', 'refunded'] as const;
export type ChargeStatus = (typeof CHARGE_STATES)[number];
export const CHARGE_LABELS: Record<ChargeStatus, string> = {
  due: 'Due',
  paid: 'Paid',
  failed: 'Failed',
  refunded: 'Refunded',
};

/** What customers got back of an order whose recurring payment goes on; `kept`: an administrator wants that. */
export const PAID_BACK = ['refunded', 'charged_back', 'kept'] as const;
export type PaidBack = (typeof PAID_BACK)[number];

/** The actions that staff may take. Every other one collects money or pays it back. */
const OF_STAFF = new Set(['pause', 'resume', 'cancel-now', 'cancel-later']);

export const rightForRecurring = (action: string): Right => (OF_STAFF.has(action) ? 'work' : 'manage');

/** Times are ISO 8601 in UTC. */
export const Charge = z.object({
  dueAt: z.string(),
  paidAt: z.nullable(z.string()),
  amountCents: z.int(),
  state: z.enum(CHARGE_STATES),
  /** How often the provider has tried to collect it. */
  attempts: z.int(),
});

const agreementFields = {
  orderNumber: z.string(),
  provider: z.string(),
  state: z.enum(AGREEMENT_STATES),
  period: z.enum(PERIODS),
  amountCents: z.int(),
  startedAt: z.string(),
  /** Null when nothing more will be charged, and while it is paused. */
  nextChargeAt: z.nullable(z.string()),
  /** When it ends, if a cancellation is scheduled. */
  cancelAt: z.nullable(z.string()),
};

/** A recurring payment in the admin list. Its charges are oldest first. */
export const Agreement = z.object({
  ...agreementFields,
  version: shownVersion,
  name: z.string(),
  businessName: z.string(),
  email: z.string(),
  /** Of its order. Absent in older responses. */
  mode: z.optional(z.enum(ORDER_MODES)),
  charges: z.array(Charge),
});
export type Agreement = z.infer<typeof Agreement>;

export const CaseCharge = z.extend(Charge, {
  id: z.int(),
  /** What was refunded so far. */
  refundedCents: z.int(),
  dispute: z.nullable(Dispute),
});
export type CaseCharge = z.infer<typeof CaseCharge>;

/** A new price that the customer can accept, or has accepted. */
export const PriceOffer = z.object({
  id: z.int(),
  amountCents: z.int(),
  /** The studio's words. */
  text: z.string(),
  isAccepted: z.boolean(),
  /** It can be accepted before this. */
  until: z.string(),
  /** The first charge at the new price. Null while none is planned, so that it can't be accepted. */
  chargeAt: z.nullable(z.string()),
});
export type PriceOffer = z.infer<typeof PriceOffer>;

/** A recurring payment on its order's page. */
export const CaseAgreement = z.object({
  ...agreementFields,
  version: shownVersion,
  /** Why it could not be started or changed; null when all is well. */
  problem: z.nullable(z.string()),
  /** Such as "Visa ending in 4242"; null if unknown. */
  card: z.nullable(z.string()),
  /** What the customer got back, so that it should be ended or kept; null if nothing. */
  paidBack: z.nullable(z.enum(PAID_BACK)),
  /** While it is paused or ending: when it is charged next if it continues. Null if the provider decides that. */
  resumesAt: z.nullable(z.string()),
  offer: z.nullable(PriceOffer),
  charges: z.array(CaseCharge),
});
export type CaseAgreement = z.infer<typeof CaseAgreement>;

/** What an administrator can do with a recurring payment. `amount` is in US dollars. */
export const RecurringAction = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.enum([
        'start',
        'pause',
        'resume',
        'cancel-now',
        'cancel-later',
        'undo-cancel',
        'keep',
        'withdraw-offer',
      ]),
    }),
    z.object({
      action: z.literal('offer-amount'),
      version: seenVersion,
      amount: amountInDollars,
      /** The day from which it would apply, such as "2026-12-24". */
      from: z.string('Please enter a date').check(z.refine(isDay, 'Please enter a date')),
      text: text(1_000),
    }),
    z.object({ action: z.literal('change-amount'), version: seenVersion, amount: amountInDollars }),
    z.object({
      action: z.literal('refund'),
      chargeId: z.int('chargeId must be a whole number'),
      /** Without it, everything left is refunded. */
      amount: z.optional(amountInDollars),
      reason: text(1_000, 'Please enter a reason. The customer will see it.'),
      refundKey: z.uuid('Must be a UUID'),
    }),
  ],
  'Unknown action',
);
export type RecurringAction = z.infer<typeof RecurringAction>;

export const RecurringResponse = z.extend(PageResponse, {
  success: z.literal(true),
  message: z.string(),
  agreements: z.array(Agreement),
});
export type RecurringResponse = z.infer<typeof RecurringResponse>;

/** The overview's figures. Amounts are US dollars as text; a yearly price counts a twelfth per month. */
export const RecurringFigures = z.object({
  monthlyRevenue: z.string(),
  active: z.int(),
  /** Canceled for the end of their period, so they no longer count as revenue. */
  ending: z.int(),
  /** What ending customers pay per month. */
  leaving: z.string(),
  pastDue: z.int(),
  /** What past due customers pay per month. */
  atRisk: z.string(),
  canceledThisMonth: z.int(),
});
export type RecurringFigures = z.infer<typeof RecurringFigures>;

/**
 * The price of the other period that a customer can change to, and the first charge of it: of a year, or of a month again
 * until the first year is paid.
 */
export const OtherPeriod = z.object({
  period: z.enum(PERIODS),
  amountCents: z.int(),
  chargeAt: z.string().check(z.maxLength(40)),
});
export type OtherPeriod = z.infer<typeof OtherPeriod>;

export const CustomerRecurring = success({
  orderNumber: z.string(),
  state: z.enum(AGREEMENT_STATES),
  period: z.enum(PERIODS),
  amountCents: z.int(),
  nextChargeAt: z.nullable(z.string()),
  cancelAt: z.nullable(z.string()),
  /** Such as "Visa ending in 4242"; null if unknown. */
  card: z.nullable(z.string()),
  /** While it is paused or ending: when it is charged next if it continues. Null if the provider decides that. */
  resumesAt: z.nullable(z.string()),
  offer: z.nullable(PriceOffer),
  /** Null if the period can't be changed. */
  otherPeriod: z.nullable(OtherPeriod),
  /** The next charge, if a yearly price can only be chosen after it: PayPal takes no change in the ten days before. */
  yearlyAfter: z.optional(z.string()),
  isDemo: z.boolean(),
  /** A failed charge can be paid by hand. */
  canPay: z.boolean(),
  /** Oldest first. */
  charges: z.array(Charge),
  /** The studio's, in which days are shown. */
  timeZone: z.string(),
});
export type CustomerRecurring = z.infer<typeof CustomerRecurring>;

export const ChangeRecurring = z.object({
  action: z.enum(
    ['cancel', 'undo-cancel', 'update-card', 'pay', 'accept-offer', 'decline-offer', 'change-period'],
    'Unknown action',
  ),
  /** The one that is answered, with the first charge that the customer was shown. */
  offer: z.optional(z.object({ id: z.int(), chargeAt: z.string().check(z.maxLength(40)) })),
  /** What the customer was shown. */
  otherPeriod: z.optional(OtherPeriod),
});
export type ChangeRecurring = z.infer<typeof ChangeRecurring>;

/** `url`: the provider's page that finishes the change. Null when the change is done. */
export const ChangeRecurringResponse = z.extend(ActionResponse, {
  url: z.nullable(z.string()),
});

export const recurringEndpoints = {
  'GET /api/recurring-payment': call(
    'public',
    'Returns the recurring payment that a customer’s link names.',
    CustomerRecurring,
    { limits: [{ name: 'recurring-payment', perMinute: 60 }], query: IntakeQuery },
  ),
  'POST /api/recurring-payment': call(
    'public',
    'Cancels, restores, or pays a recurring payment, changes its card or its period, or answers a new price.',
    ChangeRecurringResponse,
    { limits: [{ name: 'recurring-payment', perMinute: 60 }], query: IntakeQuery, body: ChangeRecurring },
  ),
  'GET /api/json/recurring': call('read', 'Lists recurring payments with their charges.', RecurringResponse, {
    query: ListRecurring,
    isKeptOffline: true,
  }),
  'GET /api/json/recurring.csv': download(
    'export',
    'Downloads the listed recurring payments as a spreadsheet.',
    ListRecurring,
  ),
  'POST /api/admin/cases/:orderNumber/recurring': act(
    'work',
    'Starts, pauses, resumes, cancels, changes, or refunds a recurring payment, or offers a new price.',
    {
      accessFor: ({ action }: RecurringAction) => rightForRecurring(action),
      params: CaseNumber,
      body: RecurringAction,
    },
  ),
} satisfies EndpointTable;
