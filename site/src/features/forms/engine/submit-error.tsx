import { CallError } from '@northlight/shared/contracts/call-error.ts';

type NotSentProps = { failure: unknown; submitLabel: string };

/** Stays after the toast: what is safe, and what to do. Field errors are in the summary. */
export function NotSent({ failure, submitLabel }: NotSentProps) {
  if (!(failure instanceof CallError) || failure.answer?.fields) return null;
  const { status, answer } = failure;
  return (
    <div className="alert">
      <p>
        {status === 0
          ? 'We couldn’t reach our server, so we can’t tell whether your form arrived.'
          : 'Your form hasn’t been sent.'}{' '}
        Everything you typed is still here.
      </p>
      <p>
        {status === 413 && answer ? (
          answer.message
        ) : (
          <>
            Try {submitLabel} again in a moment{status === 0 && ', once you’re back online'}. Even if you
            submit more than once, we’ll only store it once.
          </>
        )}
      </p>
    </div>
  );
}
