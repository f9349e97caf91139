import { DENTAL_CATEGORIES, DENTAL_FORM_LABELS } from '../../contracts/forms/dental-form.ts';
import { voiceAnswers, type LabeledAnswer } from '../../contracts/labeled-answers.ts';
import type { VoiceSubmission } from '../../contracts/submissions.ts';

type Dental = Extract<VoiceSubmission, { formType: 'dental-voice-agent' }>;
export type DentalCategory = { title: string; isTicked: boolean; answers: LabeledAnswer[] };

const LABELS_IN_CATEGORIES: ReadonlySet<string> = new Set(
  DENTAL_CATEGORIES.flatMap(({ id, details }) => [id, ...details].map((name) => DENTAL_FORM_LABELS[name])),
);

/** Groups a dental practice's answers by category. `other` holds the rest. */
export function dentalAnswers(submission: Dental): { other: LabeledAnswer[]; categories: DentalCategory[] } {
  const answers = voiceAnswers(submission);
  const labelled = new Map(answers.map((answer) => [answer.label, answer]));
  return {
    other: answers.filter(({ label }) => !LABELS_IN_CATEGORIES.has(label)),
    categories: DENTAL_CATEGORIES.map(({ id, title, details }) => ({
      title,
      isTicked: submission[id],
      answers: details.flatMap((name) => labelled.get(DENTAL_FORM_LABELS[name]) ?? []),
    })),
  };
}
