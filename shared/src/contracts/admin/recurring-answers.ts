import * as z from 'zod/mini';
import { text } from '../texts.ts';
import { amountInDollars } from './cases.ts';
import { PageAnswer } from './lists.ts';
import { AGREEMENT_STATES, CHARGE_STATES, PAID_BACK, PERIODS } from './recurring.ts';
import { Dispute } from './review.ts';

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
  name: z.string(),
  businessName: z.string(),
  email: z.string(),
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

/** A recurring payment on its order's page. */
export const CaseAgreement = z.object({
  ...agreementFields,
  /** Why it could not be started or changed; null when all is well. */
  problem: z.nullable(z.string()),
  /** Such as "Visa ending in 4242"; null if unknown. */
  card: z.nullable(z.string()),
  /** What the customer got back, so that it should be ended or kept; null if nothing. */
  paidBack: z.nullable(z.enum(PAID_BACK)),
  /** While it is paused or ending: when it is charged next if it continues. Null if the provider decides that. */
  resumesAt: z.nullable(z.string()),
  charges: z.array(CaseCharge),
});
export type CaseAgreement = z.infer<typeof CaseAgreement>;

/** What an administrator can do with a recurring payment. `amount` is in US dollars. */
export const RecurringAction = z.discriminatedUnion(
  'action',
  [
    z.object({
      action: z.enum(['start', 'pause', 'resume', 'cancel-now', 'cancel-later', 'undo-cancel', 'keep']),
    }),
    z.object({ action: z.literal('change-amount'), amount: amountInDollars }),
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

export const RecurringAnswer = z.extend(PageAnswer, {
  success: z.literal(true),
  message: z.string(),
  agreements: z.array(Agreement),
});
export type RecurringAnswer = z.infer<typeof RecurringAnswer>;

/** The overview's figures. Amounts are US dollars as text; a yearly price counts a twelfth per month. */
export const RecurringFigures = z.object({
  monthlyRevenue: z.string(),
  active: z.int(),
  pastDue: z.int(),
  /** What past due customers pay per month. */
  atRisk: z.string(),
  canceledThisMonth: z.int(),
  /** The last twelve months, oldest first: "2026-11" and what was collected. */
  months: z.array(z.object({ month: z.string(), collected: z.string() })),
});
export type RecurringFigures = z.infer<typeof RecurringFigures>;
