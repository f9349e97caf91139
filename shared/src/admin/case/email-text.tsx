import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../contracts/call-error.ts';
import { MESSAGE_PATH, pathTo, type MessageAnswer } from '../../contracts/admin/cases.ts';

/** The mail in words: as it left, or as it would leave now. */
export function MailText({ id, what }: { id: number; what: string }) {
  const { data, error } = useQuery<MessageAnswer>({
    queryKey: [pathTo(MESSAGE_PATH, { id })],
    // What has not left yet is written anew each time.
    staleTime: 0,
  });
  return (
    <>
      <div role="alert">
        {error && (
          <p className="case-error">
            {failureText(error, 'Please try again.', 'Couldn’t reach the server.')}
          </p>
        )}
      </div>
      {data && (
        <>
          <p className="admin-small">
            {data.isSent ? <bdi>{data.answer}</bdi> : 'Not sent yet. This is what it would say now.'}
          </p>
          {/* Long lines scroll inside it, so the keyboard must reach it. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <pre className="brief-text" role="region" tabIndex={0} aria-label={what} dir="auto">
            {data.subject && `Subject: ${data.subject}\n\n`}
            {data.text}
          </pre>
        </>
      )}
    </>
  );
}
