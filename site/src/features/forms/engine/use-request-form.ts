import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useForm, type Resolver } from 'react-hook-form';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { findDraftPlace } from '../draft/draft-key.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { keepDraft, type DraftKeeper, type Kept } from '../draft/save-draft.ts';
import { showLateToast } from './lazy-toast.ts';
import { dropFromAddress, applyOrderLink, intakeAnswers } from '../order-link/order-link.ts';
import type { KeptFile, UploadsState } from '../../uploads/upload-field.tsx';
import type { Question } from '../fields/questions.ts';
import type { Answers, RequestForm, Sent } from '../request-form.ts';

/** Loads when the visitor starts filling out the form. */
export const loadSending = () => import('./send-form.ts');

/** A page has one form. */
let place: Promise<string> | undefined;

/** Runs one request form from the first keystroke to the server's response. */
export function useRequestForm<Name extends string>(
  request: RequestForm<Name>,
  questions: Record<Name, Question>,
  given: FormDraft | null,
  onSent: (sent: Sent) => void,
) {
  const [resolver] = useState(() => checkBody(request));
  // No default values, so text typed before the script ran counts.
  const form = useForm<Answers, unknown, object>({ resolver, shouldFocusError: false });
  const [{ savedLine, intake }, setKept] = useState<Kept>({ savedLine: '', intake: null });
  const [linkNote, setLinkNote] = useState('');
  const [draft, setDraft] = useState<FormDraft>();
  const uploads = useRef<UploadsState>(null);
  const onUploads = useCallback((state: UploadsState) => void (uploads.current = state), []);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSent, setIsSent] = useState(false);
  const keeper = useRef<DraftKeeper>(null);
  const linked = useRef<Promise<void>>(null);
  const leaveEmpty = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isOver = false;
    place ??= findDraftPlace(request.kind);
    void place.then((key) => {
      if (isOver) return;
      const own = keepDraft(key, request, form, given, setKept);
      keeper.current = own;
      setDraft(own.current());
      linked.current = applyOrderLink(request, own).then(setLinkNote);
      dispatchEvent(new Event('form-ready'));
    });
    return () => {
      isOver = true;
      keeper.current?.stop();
    };
  }, [request, form, given]);

  async function send(body: object) {
    const own = keeper.current;
    if (!own || isSent) return;
    setFailure(null);
    // Without the link's result, it would not be sent as the order's form.
    await linked.current;
    try {
      const { sendForm } = await loadSending().catch(() => {
        throw new CallError(0, '');
      });
      const sent = await sendForm(request, own.current(), body, leaveEmpty.current?.value ?? '', uploads);
      own.discard();
      setIsSent(true);
      void showLateToast(request.success(sent));
      onSent(sent);
    } catch (error) {
      const sending = await loadSending().catch(() => null);
      for (const [name, message] of Object.entries(sending?.fieldErrors(error) ?? {})) {
        if (name in questions) form.setError(name, { type: 'server', message });
      }
      void showLateToast({ ...request.failure(error), isError: true });
      setFailure(error);
    }
  }

  const { errors, submitCount, isSubmitting } = form.formState;
  return {
    form,
    submit: (event: SubmitEvent) => void form.handleSubmit(send, () => setFailure(null))(event),
    isBusy: isSubmitting || isSent,
    attempt: submitCount,
    faults: Object.entries<Question>(questions)
      .filter(([name]) => errors[name])
      .map(([fieldId, { label }]) => ({ fieldId, label })),
    failure,
    // The sent draft is deleted.
    savedLine: isSent ? '' : savedLine,
    intake,
    linkNote,
    forgetIntake: () => {
      if (!intake) return;
      keeper.current?.take(intakeAnswers(request, intake));
      keeper.current?.setIntake(null);
      dropFromAddress('order');
    },
    /** Clears the stored draft and the link in the URL, and returns what was there. */
    clear: () => {
      const draft = keeper.current?.current() ?? null;
      keeper.current?.discard();
      dropFromAddress('order', 'key');
      return draft;
    },
    leaveEmpty,
    /** For the field of files. */
    files: {
      onUploads,
      kept: draft?.files,
      metadata: draft && { submissionKey: draft.submissionKey },
      onStored: (files: KeptFile[]) => keeper.current?.setFiles(files),
    },
  };
}

/** The schema loads with zod later. If it cannot be loaded, only the server validates. */
function checkBody({ loadCheck, toBody }: RequestForm): Resolver<Answers, unknown, object> {
  return async (answers) => {
    const body = toBody(answers);
    const check = await loadCheck().catch(() => null);
    const faults = Object.entries(check?.(body) ?? {});
    if (faults.length === 0) return { values: body, errors: {} };
    return {
      values: {},
      errors: Object.fromEntries(faults.map(([name, message]) => [name, { type: 'check', message }])),
    };
  };
}
