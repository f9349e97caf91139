import * as z from 'zod/mini';
import { listQuery } from './lists.ts';
import type { Right } from './rights.ts';

/** The states of a recurring payment. docs/payments.md has the table of moves. */
export const AGREEMENT_STATES = ['pending', 'active', 'past-due', 'paused', 'canceled', 'ended'] as const;
export type AgreementStatus = (typeof AGREEMENT_STATES)[number];
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

export const PERIODS = ['month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

/** What customers got back of an order whose recurring payment goes on; `kept`: an administrator wants that. */
export const PAID_BACK = ['refunded', 'charged_back', 'kept'] as const;
export type PaidBack = (typeof PAID_BACK)[number];

export const RECURRING_SORTS = ['newest', 'oldest', 'next', 'highest'] as const;

const { work: _work, ...recurringQuery } = listQuery;
export const ListRecurring = z.object({
  ...recurringQuery,
  state: z.optional(z.enum(AGREEMENT_STATES, `state must be one of: ${AGREEMENT_STATES.join(', ')}`)),
  period: z.optional(z.enum(PERIODS, 'period must be month or year')),
  sort: z._default(z.enum(RECURRING_SORTS, `sort must be one of: ${RECURRING_SORTS.join(', ')}`), 'newest'),
});
export type ListRecurring = z.infer<typeof ListRecurring>;

/** The actions that staff may take. Every other one collects money or pays it back. */
const OF_STAFF = new Set(['pause', 'resume', 'cancel-now', 'cancel-later']);

export const rightForRecurring = (action: string): Right => (OF_STAFF.has(action) ? 'work' : 'manage');
