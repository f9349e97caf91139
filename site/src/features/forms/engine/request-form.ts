import type { ComponentType } from 'react';
import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';
import type { FormAnswer, FormKind, Intake } from '@northlight/shared/contracts/forms/forms.ts';

/** By field name: text, and true or false for a checkbox. */
export type Answers = Record<string, string | boolean>;

/** The first fault of each field, by field name. */
export type Faults = Record<string, string>;

/** What tells one form from the others, beside its words: those come from the page, and are no script. */
export type RequestForm<Name extends string = string> = {
  kind: FormKind;
  /** Where it is posted to. */
  path: string;
  /** The checkboxes that are checked before anybody touches them. */
  checkedByDefault?: readonly Name[];
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
  loadSuccessView: () => Promise<ComponentType<SuccessViewProps>>;
  /** Whether that stands in the place of the form, or beside it. */
  replacesForm: boolean;
  success: (sent: Sent) => ToastMessage;
  failure: (error: unknown) => ToastMessage;
};

export type Sent = { answer: FormAnswer; email: string };

/** `again` leads back to an empty form. */
export type SuccessViewProps = { sent: Sent; again: () => void; businessEmail: string };
