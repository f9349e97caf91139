import type { ComponentType, ReactNode } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import type * as z from 'zod/mini';
import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';
import type { FormKind, FormResponse } from '@northlight/shared/contracts/forms/forms.ts';
import type { Intake } from '@northlight/shared/contracts/customer-links.ts';

/** Values by field name: text, or a boolean for a checkbox. */
export type Answers = Record<string, string | boolean>;
export type AnswersForm = Pick<UseFormReturn<Answers>, 'getValues' | 'setValue' | 'subscribe'>;

export type FormCall =
  | 'POST /api/submit-order-form'
  | 'POST /api/submit-voice-agent-form'
  | 'POST /api/voice-agent-form-submission'
  | 'POST /api/on-hold-audio-form';

/** The configuration of a form, except its texts, which come with the page and not as script. */
export type RequestForm<Name extends string = string> = {
  kind: FormKind;
  /** The call that receives the form. */
  call: FormCall;
  /** The boxes that are checked at first. */
  checkedByDefault?: readonly Name[];
  submitLabel: string;
  /** The contract's schema, with zod. Loads when the visitor starts filling out the form. */
  loadSchema: () => Promise<(body: object) => z.ZodMiniType>;
  /** The body of the call. */
  toBody: (answers: Answers) => object;
  /** The checkbox for "no order". If there is one, the order number is checked before the form is sent. */
  noOrderField?: Name;
  /** The field for the order number, if the form shows one. */
  orderField?: Name;
  /** What stands around a field, such as a hint that changes while typing. */
  around?: Partial<Record<Name, ComponentType<{ form: AnswersForm; children: ReactNode }>>>;
  /** The details that an order's link fills in, besides the order number. */
  fromIntake: (intake: Intake) => Partial<Record<Name, string>>;
  /** Shown after sending. Loads when the visitor starts filling out the form. */
  loadSuccessView: () => Promise<ComponentType<SuccessViewProps>>;
  /** Whether it replaces the form. */
  replacesForm: boolean;
  success: (sent: Sent) => ToastMessage;
  failure: (error: unknown) => ToastMessage;
};

export type Sent = {
  response: FormResponse;
  email: string;
  /** The address of the order's next form, with its link. Null if there is none. */
  nextForm: string | null;
  /** The page of the order whose form was corrected. Null for a new form. */
  correctedAt: string | null;
};

/** `again` opens an empty form. */
export type SuccessViewProps = { sent: Sent; again: () => void; businessEmail: string };
