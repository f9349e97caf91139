import type { DentalForm } from '@northlight/shared/contracts/forms/dental-form.ts';
import type { FormMeta } from '@northlight/shared/contracts/forms/form-fields.ts';
import type { OnHoldForm } from '@northlight/shared/contracts/forms/on-hold-form.ts';
import type { VoiceForm } from '@northlight/shared/contracts/forms/voice-form.ts';
import type { WebsiteForm } from '@northlight/shared/contracts/forms/website-form.ts';
import type { OnHoldRow, SubmissionRow, VoiceRow, WebsiteRow } from '../../db/schema/forms.ts';

/** The fields that our pages send besides the answers. */
function withoutMeta<Form extends FormMeta>(form: Form) {
  const { submissionKey: _key, leaveEmpty: _empty, filledInMs: _time, orderKey: _link, ...answers } = form;
  return answers;
}

type AnswersOf<Row extends SubmissionRow> = Omit<Row, keyof SubmissionRow>;

/** Maps each form to its columns. Destructuring the rest makes sure that every field is stored. */
export function websiteAnswers(form: WebsiteForm): AnswersOf<WebsiteRow> {
  const { hasNoOrder: _no, ...answers } = withoutMeta(form);
  return { project: '', ...answers, mailchimpStatus: null };
}

export function voiceAnswers(form: VoiceForm): AnswersOf<VoiceRow> {
  const { orderNumber: _number, ...answers } = withoutMeta(form);
  return { ...answers, formType: 'voice-agent', dental: null, mailchimpStatus: null };
}

/** The practice is stored as the business, so both kinds are searched and listed alike. */
export function dentalAnswers(form: DentalForm): AnswersOf<VoiceRow> {
  const { orderNumber: _number, ...answers } = withoutMeta(form);
  const { firstName, lastName, email, phone, notes, formType, ...dental } = answers;
  return {
    firstName,
    lastName,
    email,
    phone,
    notes,
    formType,
    businessName: dental.practiceName,
    businessDescription: '',
    imageUrl: '',
    dental,
    mailchimpStatus: null,
  };
}

export function onHoldAnswers(form: OnHoldForm): AnswersOf<OnHoldRow> {
  const { orderNumber: _number, ...answers } = withoutMeta(form);
  return answers;
}
