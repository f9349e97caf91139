import * as z from 'zod/mini';
import { DentalForm } from '../forms/dental-form.ts';
import { formMeta } from '../forms/forms.ts';
import { OnHoldForm } from '../forms/on-hold-form.ts';
import { VoiceForm } from '../forms/voice-form.ts';
import { WebsiteOrderForm } from '../forms/website-form.ts';
import { PageAnswer, WORK_STATUSES } from './lists.ts';

// In a separate file because it imports the schemas of all forms, which the dashboard does not need at
// runtime.

/**
 * How a form's order number and sender match the orders. `order-link`: the form was opened with the
 * customer's link, or the customer confirmed it. `unconfirmed`: it has the order's email address, but was sent without
 * the link. `same-email`: the same, from before links were needed; it counts. `unpaid-order`: the order has no payment, not even a pending one. `accepted`: an
 * administrator confirmed that the form is the customer's. `request`: the form was sent without an order
 * number and got one.
 */
export const OrderMatch = z.enum([
  'same-email',
  'order-link',
  'accepted',
  'unconfirmed',
  'other-email',
  'unpaid-order',
  'unknown-order',
  'request',
]);
export type OrderMatch = z.infer<typeof OrderMatch>;

/** Why a form looks like spam. Null if it does not. */
export const QuarantineReason = z.nullable(z.enum(['honeypot', 'too-fast', 'too-many']));
export type QuarantineReason = z.infer<typeof QuarantineReason>;

/** The fields that the server adds to the answers of each form. */
export const SubmissionFacts = z.object({
  id: z.int(),
  timestamp: z.string(),
  orderNumber: z.string(),
  orderMatch: OrderMatch,
  /** It has an order number, but nothing shows that the sender is the customer. */
  isUnverified: z.boolean(),
  /** Its service is not part of the order. */
  isOutsideOrder: z.boolean(),
  quarantineReason: QuarantineReason,
  workStatus: z.enum(WORK_STATUSES),
  /** When the next promise is due. Null if none is running. */
  dueAt: z.nullable(z.string()),
});
export type SubmissionFacts = z.infer<typeof SubmissionFacts>;

/** Fields that are not answers. The order number is part of the facts. */
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

/** `practiceName` and the other dental answers exist only with the `formType` "dental-voice-agent". */
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
