import { useEffect, useRef } from 'react';
import { Button } from '@northlight/shared/ui/button.tsx';
import { ErrorSummary } from '@northlight/shared/ui/error-summary.tsx';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { UploadField } from '../../uploads/upload-field.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import type { RequestForm, Sent } from '../request-form.ts';
import { RequestFields } from '../fields/form-fields.tsx';
import type { FormQuestions } from '../fields/questions.ts';
import { SavedNote } from '../draft/saved-note.tsx';
import { isCorrection } from '../order-link/order-link.ts';
import { Honeypot } from './honeypot.tsx';
import { useRequestForm } from './use-request-form.ts';

type FormFrameProps = {
  request: RequestForm;
  questions: FormQuestions;
  /** A cleared form that was restored. */
  given: FormDraft | null;
  onSent: (sent: Sent) => void;
  onClear: (draft: FormDraft | null) => void;
};

export function FormFrame({ request, questions, given, ...on }: FormFrameProps) {
  const { form, submit, leaveEmpty, intake, files, ...state } = useRequestForm(
    request,
    questions,
    given,
    on.onSent,
  );
  const { orderField } = request;
  const isCorrecting = intake !== null && isCorrection();
  const submitLabel = isCorrecting ? 'Save changes' : request.submitLabel;
  const frame = useRef<HTMLFormElement>(null);
  // The button that restored it had the focus and was removed.
  useEffect(() => {
    if (given) frame.current?.focus();
  }, [given]);
  return (
    <form
      className="request-form"
      ref={frame}
      tabIndex={-1}
      // Until the script runs, pressing the button must neither lose the answers nor put them into the URL.
      method="dialog"
      noValidate
      onSubmit={submit}
    >
      <ErrorSummary attempt={state.attempt} faults={state.faults} />
      {intake && (!orderField || form.getValues(orderField) === intake.orderNumber) && (
        <p className="notice order-line" role="status">
          <span>
            For order <strong>{intake.orderNumber}</strong>.
          </span>{' '}
          {!isCorrecting && (
            <button className="link-button" type="button" onClick={state.forgetIntake}>
              Use a different order
            </button>
          )}
        </p>
      )}
      {state.linkNote && (
        <p className="notice" role="status">
          {state.linkNote}
        </p>
      )}
      <p className="form-note">Fields marked with * are required.</p>
      <RequestFields {...{ request, questions, form }} hasOrder={intake !== null} />
      <UploadField {...questions.files} {...files} />
      <Honeypot ref={leaveEmpty} />
      {state.isAskingIfEmpty && (
        <p
          className="notice"
          role="alert"
        >{`Only your details are filled in. Select ${submitLabel} again to send it anyway.`}</p>
      )}
      <NotSent failure={state.failure} submitLabel={submitLabel} />
      <div className="form-end">
        <Button type="submit" isBusy={state.isBusy} busyLabel="Submitting...">
          {submitLabel}
        </Button>
        <SavedNote text={state.savedLine} onClear={() => on.onClear(state.clear())} />
      </div>
    </form>
  );
}

type NotSentProps = { failure: unknown; submitLabel: string };

/** Stays after the toast: what is safe, and what to do. Field errors are in the summary. */
function NotSent({ failure, submitLabel }: NotSentProps) {
  if (!(failure instanceof CallError) || failure.response?.fields) return null;
  const { status, response } = failure;
  return (
    <div className="alert">
      <p>
        {`${
          status === 0
            ? 'We couldn’t reach our server, so we can’t tell whether your form arrived.'
            : 'Your form hasn’t been sent.'
        } Everything you typed is still here.`}
      </p>
      <p>
        {status === 413 && response ? (
          response.message
        ) : (
          <>
            <span>{`${
              status === 0
                ? `Once you’re back online, select ${submitLabel} again.`
                : `Select ${submitLabel} again in a moment.`
            } If you submit it twice, we’ll keep only one copy.`}</span>
          </>
        )}
      </p>
    </div>
  );
}
