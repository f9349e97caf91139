import * as z from 'zod/mini';
import { DentalForm } from '../forms/dental-form.ts';
import { formMeta } from '../forms/forms.ts';
import { OnHoldForm } from '../forms/on-hold-form.ts';
import { VoiceForm } from '../forms/voice-form.ts';
import { WebsiteOrderForm } from '../forms/website-form.ts';
import { PageAnswer, WORK_STATUSES } from './lists.ts';

// Apart from what the dashboard needs while it runs: these have the schemas of all forms in them.

/**
 * How a form's order number and sender match the orders. `order-link`: it was opened with the customer's link.
 * `unpaid-order`: the order has no money, and none is under way. `accepted`: an administrator took it for the buyer's.
 * `request`: it came without a number and got one.
 */
export const OrderMatch = z.enum([
  'same-email',
  'order-link',
  'accepted',
  'other-email',
  'unpaid-order',
  'unknown-order',
  'request',
]);
export type OrderMatch = z.infer<typeof OrderMatch>;

/** Why a form is taken for a program's; null when it is not. */
export const QuarantineReason = z.nullable(z.enum(['honeypot', 'too-fast', 'too-many']));
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** What the server adds to the answers of each form. */
export const SubmissionFacts = z.object({
  id: z.int(),
  timestamp: z.string(),
  orderNumber: z.string(),
  orderMatch: OrderMatch,
  /** It names an order, but nothing shows that the sender is its buyer. */
  isUnverified: z.boolean(),
  /** Its service was not bought with the order that it names. */
  isOutsideOrder: z.boolean(),
  quarantineReason: QuarantineReason,
  workStatus: z.enum(WORK_STATUSES),
});
export type SubmissionFacts = z.infer<typeof SubmissionFacts>;

/** Not shown: what a form sends beside its answers. Its number stands among the facts. */
const META = { ...formMeta, orderNumber: null };

type Answers<Shape> = Omit<Shape, keyof typeof META>;

function answersOf<Shape extends object>(form: { shape: Shape }): Answers<Shape> {
  const isAnswer = ([name]: [string, unknown]) => !Object.hasOwn(META, name);
  return Object.fromEntries(Object.entries(form.shape).filter(isAnswer)) as Answers<Shape>;
}

const { hasNoOrder: _hasNoOrder, ...websiteAnswers } = answersOf(WebsiteOrderForm);

/** `project` is empty for a request without an order. */
export const WebsiteSubmission = z.extend(SubmissionFacts, { ...websiteAnswers, project: z.string() });
export type WebsiteSubmission = z.infer<typeof WebsiteSubmission>;

export const OnHoldSubmission = z.extend(SubmissionFacts, answersOf(OnHoldForm));
export type OnHoldSubmission = z.infer<typeof OnHoldSubmission>;

/** `practiceName` and the other dental answers come with `formType` "dental-voice-agent" only. */
export const VoiceSubmission = z.discriminatedUnion('formType', [
  z.extend(SubmissionFacts, { ...answersOf(VoiceForm), formType: z.literal('voice-agent') }),
  z.extend(SubmissionFacts, {
    ...answersOf(DentalForm),
    businessName: z.string(),
    formType: z.literal('dental-voice-agent'),
  }),
]);
export type VoiceSubmission = z.infer<typeof VoiceSubmission>;

const submissionsAnswer = <Submission extends z.ZodMiniType>(submission: Submission) =>
  z.extend(PageAnswer, {
    success: z.literal(true),
    message: z.string(),
    /** Newest first. */
    submissions: z.array(submission),
  });
export const WebsiteSubmissionsAnswer = submissionsAnswer(WebsiteSubmission);
export const VoiceSubmissionsAnswer = submissionsAnswer(VoiceSubmission);
export const OnHoldSubmissionsAnswer = submissionsAnswer(OnHoldSubmission);
