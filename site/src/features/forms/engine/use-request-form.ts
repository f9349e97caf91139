import { useCallback, useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useForm } from 'react-hook-form';
import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { findDraftSlot } from '../draft/draft-key.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { startDraftStore, type DraftStore, type DraftState } from '../draft/save-draft.ts';
import { dropFromAddress, applyOrderLink, intakeAnswers } from '../order-link/order-link.ts';
import type { StoredFile, UploadsState } from '../../uploads/upload-field.tsx';
import { questionsOf } from '../fields/form-fields.tsx';
import type { FormQuestions } from '../fields/questions.ts';
import type { Answers, RequestForm, Sent } from '../request-form.ts';
import type { ToastMessage } from '@northlight/shared/ui/toasts.ts';

/** Loads when the visitor starts filling out the form. */
export const loadSending = () => import('./send-form.ts');

/** A page has one form. */
let slot: Promise<string> | undefined;

/** Runs one request form from the first keystroke to the server's response. */
export function useRequestForm(
  request: RequestForm,
  asked: FormQuestions,
  given: FormDraft | null,
  onSent: (sent: Sent) => void,
) {
  const [questions] = useState(() => questionsOf(asked));
  // Without what checks, the form isn't sent either.
  const [resolver] = useState(
    () => (answers: Answers) =>
      loadSending().then(
        ({ check }) => check(request, questions, answers),
        () => ({ values: answers, errors: {} }),
      ),
  );
  // No default values, so text typed before the script ran counts.
  const form = useForm<Answers, unknown, object>({ resolver, shouldFocusError: false });
  const [{ savedLine, intake }, setDraftState] = useState<DraftState>({ savedLine: '', intake: null });
  const [linkNote, setLinkNote] = useState('');
  const [draft, setDraft] = useState<FormDraft>();
  const uploads = useRef<UploadsState>(null);
  const onUploads = useCallback((state: UploadsState) => void (uploads.current = state), []);
  const [failure, setFailure] = useState<unknown>(null);
  const [isSent, setIsSent] = useState(false);
  const draftStore = useRef<DraftStore>(null);
  const linked = useRef<Promise<void>>(null);
  const [isAskingIfEmpty, setIsAskingIfEmpty] = useState(false);
  const leaveEmpty = useRef<HTMLInputElement>(null);

  useEffect(() => {
    let isOver = false;
    slot ??= findDraftSlot(request.kind);
    void slot.then((key) => {
      if (isOver) return;
      const own = startDraftStore(key, request, form, given, setDraftState);
      draftStore.current = own;
      setDraft(own.current());
      linked.current = applyOrderLink(request, own).then(setLinkNote);
      dispatchEvent(new Event('form-ready'));
    });
    return () => {
      isOver = true;
      draftStore.current?.stop();
    };
  }, [request, form, given]);

  async function send(body: object) {
    const own = draftStore.current;
    if (!own || isSent) return;
    setFailure(null);
    // Without the link's result, it would not be sent as the order's form.
    await linked.current;
    try {
      const { sendForm } = await loadSending().catch(() => {
        throw new CallError(0, '');
      });
      const sent = await sendForm(request, own.current(), body, {
        leaveEmpty: leaveEmpty.current?.value ?? '',
        uploads,
        isEmptyMeant: isAskingIfEmpty,
      });
      setIsAskingIfEmpty(sent === null);
      if (!sent) return;
      own.discard();
      setIsSent(true);
      if (sent.correctedAt) {
        location.assign(sent.correctedAt);
        return;
      }
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
    faults: Object.entries(questions)
      .filter(([name]) => errors[name])
      .map(([fieldId, { label }]) => ({ fieldId, label })),
    failure,
    // The sent draft is deleted.
    savedLine: isSent ? '' : savedLine,
    intake,
    isAskingIfEmpty,
    linkNote,
    forgetIntake: () => {
      if (!intake) return;
      draftStore.current?.take(intakeAnswers(request, intake));
      draftStore.current?.setIntake(null);
      dropFromAddress('order');
    },
    /** Clears the stored draft and the link in the URL, and returns what was there. */
    clear: () => {
      const draft = draftStore.current?.current() ?? null;
      draftStore.current?.discard();
      dropFromAddress('order', 'key');
      return draft;
    },
    leaveEmpty,
    /** For the field of files. */
    files: {
      onUploads,
      stored: draft?.files,
      metadata: draft && { submissionKey: draft.submissionKey },
      onStored: (files: StoredFile[]) => draftStore.current?.setFiles(files),
    },
  };
}

export const loadToastOutlet = async () =>
  (await import('@northlight/shared/ui/toast-outlet.tsx')).ToastOutlet;

/**
 * Toasts load when the visitor starts filling out the form. If they cannot load, the page shows the message
 * itself.
 */
export async function showLateToast(message: ToastMessage): Promise<void> {
  try {
    const { showToast } = await import('@northlight/shared/ui/toasts.ts');
    showToast(message);
  } catch {
    // The note at the button, or the confirmation, is enough.
  }
}
