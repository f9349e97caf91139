import * as z from 'zod/mini';
import { Charge } from '../admin/recurring-answers.ts';
import { AGREEMENT_STATES, PERIODS } from '../admin/recurring.ts';

export const CustomerRecurring = z.object({
  success: z.literal(true),
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
  isDemo: z.boolean(),
  /** A failed charge can be paid by hand. */
  canPay: z.boolean(),
  /** Oldest first. */
  charges: z.array(Charge),
});
export type CustomerRecurring = z.infer<typeof CustomerRecurring>;

export const ChangeRecurring = z.object({
  action: z.enum(['cancel', 'undo-cancel', 'update-card', 'pay'], 'Unknown action'),
});
export type ChangeRecurring = z.infer<typeof ChangeRecurring>;

/** `url`: the provider's page that finishes the change. Null when the change is done. */
export const ChangeRecurringAnswer = z.object({
  success: z.literal(true),
  message: z.string(),
  url: z.nullable(z.string()),
});
