import {
  SubmissionFacts,
  type OnHoldSubmission,
  type VoiceSubmission,
  type WebsiteSubmission,
} from '../../contracts/submissions.ts';
import { whole } from '../../contracts/test/whole.ts';
import { DentalForm } from '../../contracts/forms/dental-form.ts';
import { OnHoldForm } from '../../contracts/forms/on-hold-form.ts';
import { VoiceForm } from '../../contracts/forms/voice-form.ts';
import { WebsiteOrderForm } from '../../contracts/forms/website-form.ts';
import * as samples from '../../contracts/test/sample-forms.ts';

type Plain = Extract<VoiceSubmission, { formType: 'voice-agent' }>;
type Dental = Extract<VoiceSubmission, { formType: 'dental-voice-agent' }>;

const FACTS = whole(SubmissionFacts, { id: 1, orderNumber: 'ORD-10001' });

/** Forms as the lists return them. Pass only the fields that matter for the test. */
export const aWebsiteSubmission = (changes: Partial<WebsiteSubmission> = {}): WebsiteSubmission => ({
  ...WebsiteOrderForm.parse({ ...samples.WEBSITE_SAMPLE, description: '', deadline: '' }),
  ...FACTS,
  ...changes,
});

export const aVoiceSubmission = (changes: Partial<Plain> = {}): Plain => ({
  ...VoiceForm.parse(samples.VOICE_SAMPLE),
  ...FACTS,
  formType: 'voice-agent',
  ...changes,
});

export const aDentalSubmission = (changes: Partial<Dental> = {}): Dental => ({
  ...DentalForm.parse(samples.DENTAL_SAMPLE),
  ...FACTS,
  businessName: samples.DENTAL_SAMPLE.practiceName,
  ...changes,
});

export const anOnHoldSubmission = (changes: Partial<OnHoldSubmission> = {}): OnHoldSubmission => ({
  ...OnHoldForm.parse({ ...samples.ON_HOLD_SAMPLE, phone: '' }),
  ...FACTS,
  ...changes,
});
