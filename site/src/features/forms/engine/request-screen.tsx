import { useCallback, useEffect, useState, useRef } from 'react';
import { useLazy } from '@northlight/shared/ui/use-lazy.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import { FormFrame } from './form-frame.tsx';
import { loadToastOutlet, loadSending } from './use-request-form.ts';
import type { FormQuestions } from '../fields/questions.ts';
import type { RequestForm, Sent } from '../request-form.ts';

type RequestScreenProps = { request: RequestForm; questions: FormQuestions; businessEmail: string };
export type FormProps = Omit<RequestScreenProps, 'request'>;

/** The whole island: the form, with a new key and draft each time, and what is shown after sending. */
export function RequestScreen({ request, questions, businessEmail }: RequestScreenProps) {
  const [round, setRound] = useState<{ count: number; given: FormDraft | null }>({ count: 0, given: null });
  const [cleared, setCleared] = useState<FormDraft | null>(null);
  const [sent, setSent] = useState<Sent | null>(null);
  const [isStarted, setIsStarted] = useState(false);
  const { part: ToastOutlet } = useLazy(loadToastOutlet, isStarted);
  const { part: SuccessView, isFailed } = useLazy(request.loadSuccessView, isStarted);
  const start = () => {
    setIsStarted(true);
    // Without the schema, only the server validates.
    void loadSending()
      .then(({ loadStrict }) => loadStrict(request.loadSchema))
      .catch(() => undefined);
  };
  const begin = useCallback((given: FormDraft | null) => {
    setSent(null);
    setRound(({ count }) => ({ count: count + 1, given }));
  }, []);

  useEffect(() => {
    // A page from the back/forward cache would still show the sent form.
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted && sent) begin(null);
    };
    addEventListener('pageshow', onPageShow);
    return () => removeEventListener('pageshow', onPageShow);
  }, [sent, begin]);

  const isEnded = sent !== null && request.replacesForm;
  return (
    <div className="request-screen" onFocus={start} onSubmit={start} data-sent={isEnded ? '' : undefined}>
      {cleared && (
        <ClearedNotice
          onUndo={() => {
            setCleared(null);
            begin(cleared);
          }}
        />
      )}
      {!isEnded && (
        <FormFrame
          key={round.count}
          request={request}
          questions={questions}
          given={round.given}
          onSent={(sent) => {
            setCleared(null);
            setSent(sent);
          }}
          onClear={(draft) => {
            setCleared(draft);
            begin(null);
          }}
        />
      )}
      {sent && SuccessView && (
        <SuccessView sent={sent} again={() => begin(null)} businessEmail={businessEmail} />
      )}
      {sent && isFailed && (
        <p
          className="notice"
          role="status"
        >{`We’ve received your form. Your order number is ${sent.response.orderNumber}.`}</p>
      )}
      {ToastOutlet && <ToastOutlet />}
    </div>
  );
}

/** Takes the focus from the button that cleared the form, which was far below. */
function ClearedNotice({ onUndo }: { onUndo: () => void }) {
  const undo = useRef<HTMLButtonElement>(null);
  useEffect(() => undo.current?.focus(), []);
  return (
    <p className="notice" role="status">
      <span>The form is cleared, and the draft is deleted from this browser.</span>{' '}
      <button className="link-button" type="button" ref={undo} onClick={onUndo}>
        Undo
      </button>
    </p>
  );
}
