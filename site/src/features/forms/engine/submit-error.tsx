import { CallError } from '@northlight/shared/contracts/call-error.ts';

type NotSentProps = { failure: unknown; submitLabel: string };

/** Stays when the toast is gone: what is safe, and what to do. Faults of fields stand in the summary. */
export function NotSent({ failure, submitLabel }: NotSentProps) {
  if (!(failure instanceof CallError) || failure.answer?.fields) return null;
  const { status, answer } = failure;
  return (
    <div className="alert">
      <p>
        {status === 0
          ? 'We could not reach our server, so we do not know whether your form arrived.'
          : 'Your form has not been sent.'}{' '}
        Everything you typed is still here.
      </p>
      <p>
        {status === 413 && answer ? (
          answer.message
        ) : (
          <>
            Please press {submitLabel} again in a moment{status === 0 && ', once you are online'}. However
            often you press, it is stored once.
          </>
        )}
      </p>
    </div>
  );
}
