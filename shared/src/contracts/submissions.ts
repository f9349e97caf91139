import type { DentalForm } from './dental-form.ts';
import type { FormMeta } from './forms.ts';
import type { PageAnswer } from './lists.ts';
import type { OnHoldForm } from './on-hold-form.ts';
import type { VoiceForm } from './voice-form.ts';
import type { WebsiteForm } from './website-form.ts';

export const WEBSITE_SUBMISSIONS_PATH = '/api/json/form-submissions';
export const VOICE_SUBMISSIONS_PATH = '/api/json/voice-agent-submissions';
export const ON_HOLD_SUBMISSIONS_PATH = '/api/json/on-hold-submissions';

/** How a form's order number and e-mail fit the orders (D17); `request`: it came without a number and got one (D13). */
export type OrderMatch = 'same-email' | 'other-email' | 'unknown-order' | 'request';

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
  quarantineReason: QuarantineReason;
};

type Answers<Form> = Omit<Form, keyof FormMeta | 'orderNumber'>;

export type WebsiteSubmission = SubmissionFacts & Answers<WebsiteForm>;
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
