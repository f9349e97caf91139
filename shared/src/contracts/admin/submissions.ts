import * as z from 'zod/mini';
import type { DentalForm } from '../forms/dental-form.ts';
import type { FormMeta } from '../forms/forms.ts';
import { listQuery, type PageAnswer, type WorkStatus } from './lists.ts';
import type { OnHoldForm } from '../forms/on-hold-form.ts';
import type { VoiceForm } from '../forms/voice-form.ts';
import type { WebsiteForm } from '../forms/website-form.ts';

export const WEBSITE_SUBMISSIONS_PATH = '/api/json/form-submissions';
export const VOICE_SUBMISSIONS_PATH = '/api/json/voice-agent-submissions';
export const ON_HOLD_SUBMISSIONS_PATH = '/api/json/on-hold-submissions';

export const WEBSITE_SUBMISSIONS_CSV_PATH = '/api/json/form-submissions.csv';
export const VOICE_SUBMISSIONS_CSV_PATH = '/api/json/voice-agent-submissions.csv';
export const ON_HOLD_SUBMISSIONS_CSV_PATH = '/api/json/on-hold-submissions.csv';

const FLAGS = ['none', 'unverified', 'quarantine', 'not-quarantine'] as const;

/** `flag`: what the server makes of the sender. `kind` tells the two voice agent forms apart; other lists ignore it. */
export const ListSubmissions = z.object({
  ...listQuery,
  kind: z.optional(
    z.enum(['voice-agent', 'dental-voice-agent'], 'kind must be voice-agent or dental-voice-agent'),
  ),
  flag: z.optional(z.enum(FLAGS, `flag must be one of: ${FLAGS.join(', ')}`)),
  sort: z._default(z.enum(['newest', 'oldest'], 'sort must be newest or oldest'), 'newest'),
});
export type ListSubmissions = z.infer<typeof ListSubmissions>;

/**
 * How a form's order number and sender match the orders. `order-link`: it was opened with the customer's link.
 * `unpaid-order`: the order has no money, and none is under way. `accepted`: an administrator took it for the buyer's.
 * `request`: it came without a number and got one.
 */
export type OrderMatch =
  'same-email' | 'order-link' | 'accepted' | 'other-email' | 'unpaid-order' | 'unknown-order' | 'request';

/** It names an order, but nothing shows that the sender is its buyer: such a form is no answer to the order. */
export function isUnverified(orderMatch: OrderMatch): boolean {
  return orderMatch === 'other-email' || orderMatch === 'unpaid-order' || orderMatch === 'unknown-order';
}

/** Why a form is taken for a program's; null when it is not. */
export type QuarantineReason = 'honeypot' | 'too-fast' | 'too-many' | null;

/** What the server adds to the answers of each form. */
export type SubmissionFacts = {
  id: number;
  timestamp: string;
  orderNumber: string;
  orderMatch: OrderMatch;
  /** It names an order, but nothing shows that the sender is its buyer. */
  isUnverified: boolean;
  /** Its service was not bought with the order that it names. */
  isOutsideOrder: boolean;
  quarantineReason: QuarantineReason;
  workStatus: WorkStatus;
};

type Answers<Form> = Omit<Form, keyof FormMeta | 'orderNumber'>;

/** `project` is empty for a request without an order. */
export type WebsiteSubmission = SubmissionFacts &
  Omit<Answers<WebsiteForm>, 'hasNoOrder'> & { project: string };
export type OnHoldSubmission = SubmissionFacts & Answers<OnHoldForm>;
/** `practiceName` and the other dental answers come with `formType` "dental-voice-agent" only. */
export type VoiceSubmission = SubmissionFacts &
  ((Answers<VoiceForm> & { formType: 'voice-agent' }) | (Answers<DentalForm> & { businessName: string }));

export type SubmissionsAnswer<Submission> = {
  success: true;
  message: string;
  /** Newest first. */
  submissions: Submission[];
} & PageAnswer;
