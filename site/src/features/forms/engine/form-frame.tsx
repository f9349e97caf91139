import { Button } from '@northlight/shared/ui/button.tsx';
import { ErrorSummary } from '@northlight/shared/ui/error-summary.tsx';
import { useEffect, useRef, type ReactNode } from 'react';
import type { UseFormRegister } from 'react-hook-form';
import type { FormDraft } from '../draft/form-draft.ts';
import { Honeypot } from '../fields/honeypot.tsx';
import { NotSent } from './submit-error.tsx';
import type { Answers, RequestForm, Sent } from './request-form.ts';
import type { Question } from '../fields/questions.ts';
import { SavedNote } from '../draft/saved-note.tsx';
import type { AnswersForm } from '../fields/use-answer.ts';
import { useRequestForm } from './use-request-form.ts';

type Registered = ReturnType<UseFormRegister<Answers>> & { id: string };

/** What a form's fields need. */
export type FieldsProps<Name extends string> = {
  /** The props of a text field. */
  field: (name: Name) => Registered & Question & { error?: string | undefined };
  /** The props of a checkbox, which has its own label. */
  checkbox: (name: Name) => Registered & Question;
  form: AnswersForm;
};

type FormFrameProps<Name extends string> = {
  request: RequestForm<Name>;
  questions: Record<Name, Question>;
  renderFields: (props: FieldsProps<Name>) => ReactNode;
  /** A cleared form that was restored. */
  given: FormDraft | null;
  onSent: (sent: Sent) => void;
  onClear: (draft: FormDraft | null) => void;
};

export function FormFrame<Name extends string>({
  request,
  questions,
  renderFields,
  given,
  ...on
}: FormFrameProps<Name>) {
  const { form, submit, leaveEmpty, intake, ...state } = useRequestForm(request, questions, given, on.onSent);
  const { errors } = form.formState;
  const { submitLabel, orderField } = request;
  const frame = useRef<HTMLFormElement>(null);
  // The button that restored it is gone and had the focus.
  useEffect(() => {
    if (given) frame.current?.focus();
  }, [given]);
  const checkbox = (name: Name) => ({ id: name, ...questions[name], ...form.register(name) });
  return (
    <form
      className="request-form"
      ref={frame}
      tabIndex={-1}
      // Without the script, pressing the button must neither lose the answers nor put them into the address.
      method="dialog"
      noValidate
      onSubmit={submit}
    >
      <ErrorSummary attempt={state.attempt} faults={state.faults} />
      {intake && (!orderField || form.getValues(orderField) === intake.orderNumber) && (
        <p className="notice order-line" role="status">
          <span>
            For order <strong>{intake.orderNumber}</strong>. Not your order?
          </span>{' '}
          <button className="link-button" type="button" onClick={state.forgetIntake}>
            Remove
          </button>
        </p>
      )}
      {state.linkNote && (
        <p className="notice" role="status">
          {state.linkNote}
        </p>
      )}
      <p className="form-note">Fields marked with * are required.</p>
      {renderFields({
        field: (name) => ({ ...checkbox(name), error: errors[name]?.message }),
        checkbox,
        form,
      })}
      <Honeypot ref={leaveEmpty} />
      <NotSent failure={state.failure} submitLabel={submitLabel} />
      <div className="form-end">
        <Button type="submit" isBusy={state.isBusy} busyLabel="Submitting...">
          {submitLabel}
        </Button>
        <SavedNote words={state.savedLine} onClear={() => on.onClear(state.clear())} />
      </div>
    </form>
  );
}
