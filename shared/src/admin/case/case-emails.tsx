import { useId, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { SendAgain as SendAgainBody, type CaseMessage } from '../../contracts/emails.ts';
import { Button } from '../../ui/button.tsx';
import { Moment } from '../list/times.tsx';
import { Card } from '../base/card.tsx';
import { Act } from '../base/act.tsx';
import { isPlanned, EMAIL_LABELS } from './case-labels.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { useOpenForm } from '../drafts/use-draft.ts';
import { failureText } from '../../contracts/call-error.ts';
import { reads } from '../base/query-panel.tsx';

type CaseEmailsProps = {
  orderNumber: string;
  emails: readonly CaseMessage[];
  /** Then reminders of forms are no longer sent. */
  areFormsIn: boolean;
};

/** The emails of an order, folded unless one failed. */
export function CaseEmails({ orderNumber, emails: all, areFormsIn }: CaseEmailsProps) {
  const emails = all.filter((email) => !(areFormsIn && email.kind === 'form-reminder' && isPlanned(email)));
  const failed = emails.filter(({ status }) => status === 'given-up').length;
  return (
    <Card className="case-card case-emails" title="Emails">
      {emails.length === 0 ? (
        <p className="list-none soft">No emails yet.</p>
      ) : (
        <details className="case-category ruled" open={failed > 0 || undefined}>
          <summary className="row middle gap-2 medium">
            {`${emails.length === 1 ? '1 email' : `${emails.length} emails`}${failed > 0 ? `, ${failed} not sent` : ''}`}
          </summary>
          <ol className="case-items stack">
            {emails.map((email) => (
              <Email key={email.id} orderNumber={orderNumber} email={email} />
            ))}
          </ol>
        </details>
      )}
    </Card>
  );
}

function Email({ orderNumber, email }: { orderNumber: string; email: CaseMessage }) {
  const { id, kind, recipient, status, lastError } = email;
  const [isOpen, setIsOpen] = useState(false);
  const textId = useId();
  const what = `${email.name} to ${recipient}`;
  const isOver = status === 'replaced' || status === 'dropped';
  return (
    <li>
      <p>
        <strong>{email.name}</strong> to <bdi>{recipient}</bdi>
      </p>
      <p className="admin-small">
        <Progress email={email} />
      </p>
      {lastError && (
        <p className="error">
          <bdi>{lastError}</bdi>
        </p>
      )}
      {!isOver && (
        <div className="case-actions cluster gap-2">
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
          {status === 'given-up' && (
            <Act
              isQuiet
              aria-label={`Discard email: ${what}`}
              call="POST /api/admin/messages/:id/leave-unsent"
              params={{ id }}
              failure="Couldn’t discard the email"
            >
              Discard email
            </Act>
          )}
          {!isPlanned(email) && <SendAgain orderNumber={orderNumber} email={email} />}
        </div>
      )}
      <div id={textId} className="case-email stack gap-2">
        {isOpen && <EmailText id={id} what={what} />}
      </div>
    </li>
  );
}

function Progress({ email }: { email: CaseMessage }) {
  const { kind, status, attempts, createdAt, dueAt, sentAt, nextAttemptAt } = email;
  if (isPlanned(email)) {
    return (
      <>
        <span>Scheduled for</span> <Moment at={dueAt} />
        <span>{`${kind === 'form-reminder' ? ', if a form is still missing' : ''}${kind === 'payment-to-review' ? ', if it still needs review' : ''}`}</span>
      </>
    );
  }
  return (
    <>
      <span>{status === 'given-up' && sentAt ? 'Came back after it was sent' : EMAIL_LABELS[status]}</span>{' '}
      <Moment at={sentAt ?? (status === 'dropped' ? dueAt : createdAt)} />
      {attempts > 1 && <span>{`, after ${attempts} attempts`}</span>}
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
          <p className="error">{failureText(error, 'Please try again.', 'Couldn’t reach the server.')}</p>
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
            {`${data.subject ? `Subject: ${data.subject}\n\n` : ''}${data.text}`}
          </pre>
        </>
      )}
    </>
  );
}

const FAILURE = 'Couldn’t send the email';

type SendAgainProps = { orderNumber: string; email: CaseMessage };

/** Resends an email to the same address or a corrected one. */
function SendAgain({ orderNumber, email }: SendAgainProps) {
  const { id, recipient } = email;
  const { isOpen, form, opener } = useOpenForm(`${orderNumber} recipient ${id}`);
  const what = `${email.name} to ${recipient}`;
  return (
    <>
      <Act
        isQuiet
        aria-label={`Send again: ${what}`}
        call="POST /api/admin/messages/:id/send-again"
        params={{ id }}
        failure={FAILURE}
      >
        Send again
      </Act>
      <Button {...opener} isQuiet aria-label={`Send to a different address: ${what}`}>
        Send to a different address
      </Button>
      {isOpen && (
        <DataForm
          {...form}
          className="case-form-line stack gap-2 top"
          schema={SendAgainBody}
          initial={{ recipient }}
          fields={[
            {
              name: 'recipient',
              label: 'New email address',
              help: 'For an email to the customer, this corrects the order’s address, and earlier links stop working.',
              type: 'email',
            },
          ]}
          act={(client, body) =>
            client.call('POST /api/admin/messages/:id/send-again', { params: { id }, body })
          }
          failure={FAILURE}
          submit="Send"
        />
      )}
    </>
  );
}
