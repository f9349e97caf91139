import * as z from 'zod/mini';
import { DentalForm } from '../forms/dental-form.ts';
import { formMeta } from '../forms/forms.ts';
import { OnHoldForm } from '../forms/on-hold-form.ts';
import { VoiceForm } from '../forms/voice-form.ts';
import { WebsiteOrderForm } from '../forms/website-form.ts';
import { PageAnswer } from './lists.ts';
import { SubmissionFacts } from './submissions.ts';

// Apart from what the dashboard needs while it runs: these have the schemas of all forms in them.

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
