import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { CaseMessage } from '../../contracts/emails.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../list/timestamp.tsx';
import { Card } from '../base/card.tsx';
import { Act } from '../base/act.tsx';
import { isPlanned, MESSAGE_LABELS, messageName } from './case-labels.ts';
import { SendAgain } from './resend-email.tsx';
import { failureText } from '../../contracts/call-error.ts';
import { reads } from '../base/reads.ts';

type CaseMessagesProps = { orderNumber: string; messages: readonly CaseMessage[] };

export function CaseMessages({ orderNumber, messages }: CaseMessagesProps) {
  return (
    <Card className="case-card" title="Emails">
      {messages.length === 0 && <p className="list-none">No emails yet.</p>}
      <ol className="case-items">
        {messages.map((message) => (
          <Message key={message.id} orderNumber={orderNumber} message={message} />
        ))}
      </ol>
    </Card>
  );
}

function Message({ orderNumber, message }: { orderNumber: string; message: CaseMessage }) {
  const { id, kind, recipient, status, lastError } = message;
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const what = `${messageName(message)} to ${recipient}`;
  const isOver = status === 'replaced' || status === 'dropped';
  return (
    <li>
      <p>
        <strong>{messageName(message)}</strong> to <bdi>{recipient}</bdi>
      </p>
      <p className="admin-small">
        <Progress message={message} />
      </p>
      {lastError && (
        <p className="case-error">
          <bdi>{lastError}</bdi>
        </p>
      )}
      {!isOver && (
        <div className="case-actions">
          {kind !== 'newsletter' && (
            <Button
              isQuiet
              aria-expanded={isOpen}
              aria-controls={textId}
              aria-label={`Show email: ${what}`}
              onClick={() => setIsOpen(!isOpen)}
            >
              Show email
            </Button>
          )}
          {status === 'given-up' && <LeaveUnsent id={id} what={what} />}
          {!isPlanned(message) && <SendAgain orderNumber={orderNumber} message={message} />}
        </div>
      )}
      <div id={textId} className="case-email">
        {isOpen && <EmailText id={id} what={what} />}
      </div>
    </li>
  );
}

function LeaveUnsent({ id, what }: { id: number; what: string }) {
  return (
    <Act
      isQuiet
      aria-label={`Discard email: ${what}`}
      act={(client) => client.call('POST /api/admin/messages/:id/leave-unsent', { params: { id } })}
      failure="Couldn’t discard the email"
    >
      Discard email
    </Act>
  );
}

function Progress({ message }: { message: CaseMessage }) {
  const { kind, status, attempts, createdAt, dueAt, sentAt, nextAttemptAt } = message;
  if (isPlanned(message)) {
    return (
      <>
        Scheduled for <Moment at={dueAt} />
        {kind === 'form-reminder' && ', if a form is still missing'}
        {kind === 'payment-to-review' && ', if it still needs review'}
      </>
    );
  }
  return (
    <>
      {MESSAGE_LABELS[status]} <Moment at={sentAt ?? (status === 'dropped' ? dueAt : createdAt)} />
      {attempts > 1 && `, after ${attempts} attempts`}
      {attempts > 0 && <Moment before=", next attempt " at={nextAttemptAt} />}
    </>
  );
}

/** The text of the email, as sent or as it would be sent now. */
function EmailText({ id, what }: { id: number; what: string }) {
  const { data, error } = useQuery({
    ...reads('GET /api/json/messages/:id', { id }),
    // The server renders unsent emails again for each request.
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
