import { DEFAULT_CATALOG } from '../catalog/default-catalog.ts';
import { DENTAL_FORM_LABELS, DENTAL_FORM_TYPE, PRACTICE_SIZES, PRACTICE_TYPES } from './forms/dental-form.ts';
import { ON_HOLD_FORM_LABELS } from './forms/on-hold-form.ts';
import { VOICE_FORM_LABELS } from './forms/voice-form.ts';
import { WEBSITE_FORM_LABELS } from './forms/website-form.ts';
import {
  hostingWords,
  type OnHoldSubmission,
  type VoiceSubmission,
  type WebsiteSubmission,
} from './submissions.ts';

export type LabeledAnswer = { label: string; answer: string };

/** All answers with their labels, in form order. Unanswered fields are empty. */
export function websiteAnswers(submission: WebsiteSubmission): LabeledAnswer[] {
  const answers = labeled(WEBSITE_FORM_LABELS, {
    ...submission,
    hosting: hostingWords(submission.hosting),
    addons: submission.addons?.map(addonName),
  });
  return answers.filter(({ label, answer }) => !NOT_ASKED[label]?.includes(answer));
}

/** The page does not ask for these. They are shown if another program sent something else. */
const NOT_ASKED: Readonly<Record<string, readonly string[]>> = {
  [WEBSITE_FORM_LABELS.package]: ['', '1-page'],
  [WEBSITE_FORM_LABELS.hosting]: ['', hostingWords('hosted')],
  [WEBSITE_FORM_LABELS.billing]: ['', 'monthly'],
  [WEBSITE_FORM_LABELS.description]: [''],
  [WEBSITE_FORM_LABELS.deadline]: [''],
  [WEBSITE_FORM_LABELS.addons]: [''],
};

function addonName(id: string): string {
  return DEFAULT_CATALOG.addons.find((addon) => addon.id === id)?.name ?? id;
}

export function voiceAnswers(submission: VoiceSubmission): LabeledAnswer[] {
  if (submission.formType !== DENTAL_FORM_TYPE) return labeled(VOICE_FORM_LABELS, submission);
  const { practiceType, practiceSize } = submission;
  return labeled(DENTAL_FORM_LABELS, {
    ...submission,
    practiceType: PRACTICE_TYPES[practiceType],
    practiceSize: PRACTICE_SIZES[practiceSize],
  });
}

export function onHoldAnswers(submission: OnHoldSubmission): LabeledAnswer[] {
  return labeled(ON_HOLD_FORM_LABELS, submission);
}

function labeled<Labels extends Record<string, string>>(
  labels: Labels,
  answers: Partial<Record<keyof Labels, unknown>>,
): LabeledAnswer[] {
  return Object.keys(labels).map((name: keyof Labels & string) => ({
    label: labels[name] ?? name,
    answer: valueText(answers[name]),
  }));
}

function valueText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  return value === undefined || value === null ? '' : String(value);
}
