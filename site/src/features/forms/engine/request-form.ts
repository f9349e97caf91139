import type { ComponentType } from 'react';
import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';
import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';
import type { FormAnswer, Intake } from '@northlight/shared/contracts/forms/form-answers.ts';

/** By field name: text, and true or false for a tick box. */
export type Answers = Record<string, string | boolean>;

/** The first fault of each field, by field name. */
export type Faults = Record<string, string>;

export type FormCall =
  | 'POST /api/submit-order-form'
  | 'POST /api/submit-voice-agent-form'
  | 'POST /api/voice-agent-form-submission'
  | 'POST /api/on-hold-audio-form';

/** What tells one form from the others, beside its words: those come from the page, and are no script. */
export type RequestForm<Name extends string = string> = {
  kind: FormKind;
  /** By which it is sent. */
  call: FormCall;
  /** The tick boxes that are ticked before anybody touches them. */
  tickedAtFirst?: readonly Name[];
  submitLabel: string;
  /** The contract's schema, with zod: fetched when somebody starts to fill in. */
  loadCheck: () => Promise<(body: object) => Faults>;
  /** The answers as the call takes them. */
  toBody: (answers: Answers) => object;
  /** The box for those who have no order. Where there is one, the number of all others is asked about before the form is sent. */
  noOrderField?: Name;
  /** The field for the order number, for the forms that show one. */
  orderField?: Name;
  /** What an order's link fills in beside its number. */
  fromIntake: (intake: Intake) => Partial<Record<Name, string>>;
  /** What follows once it has been sent: fetched when somebody starts to fill in, too. */
  loadAfterwards: () => Promise<ComponentType<AfterwardsProps>>;
  /** Whether that stands in the place of the form, or beside it. */
  endsForm: boolean;
  success: (sent: Sent) => ToastMessage;
  failure: (error: unknown) => ToastMessage;
};

export type Sent = { answer: FormAnswer; email: string };

/** `again` leads back to an empty form. */
export type AfterwardsProps = { sent: Sent; again: () => void; businessEmail: string };
