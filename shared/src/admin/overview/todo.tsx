import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Todo as TodoList, Backup, OverviewResponse, Waiting } from '../../contracts/overview.ts';
import { CaseLink, QuoteLink } from '../list/table-parts.tsx';
import { ageWords, Moment } from '../list/times.tsx';
import { todoSentence, type TodoName, backupWords } from './overview-labels.ts';
import { Act } from '../base/act.tsx';
import { Card } from '../base/card.tsx';
import { useMay } from '../base/session.queries.ts';

type TodoProps = {
  name: TodoName;
  todo: TodoList;
  /** In milliseconds. */
  now: number;
  /** An action for all items. */
  children?: ReactNode;
};

/** A task: a sentence, its oldest cases, and links to all of them. */
export function Todo({ name, todo, now, children }: TodoProps) {
  const mayManage = useMay('manage');
  const sentence = todoSentence(name, todo, now);
  if (!sentence) return null;
  return (
    <Card className="overview-card" title={sentence}>
      <ul className="todo-items stack">
        {todo.items.map(({ orderNumber, dismiss, send, title, detail, since }) => (
          // A case can be listed for several reasons.
          <li className="stack gap-3 middle ruled xs" key={`${orderNumber} ${since} ${detail}`}>
            {orderNumber?.startsWith('Q-') ? (
              <QuoteLink number={orderNumber} />
            ) : (
              <CaseLink orderNumber={orderNumber} />
            )}
            <span className="todo-who" data-tip={`${title}, ${detail}`}>
              <bdi>{title}</bdi>{' '}
              <small>
                <bdi>{detail}</bdi>
              </small>
            </span>
            <small className="todo-age">{ageWords(since, now)}</small>
            {dismiss && mayManage && <Dismiss what={orderNumber ?? title} body={dismiss} />}
            {name === 'messagesToAnswer' && orderNumber && <NoAnswer {...{ orderNumber, title }} />}
            {send !== undefined && orderNumber && <Send {...{ orderNumber, title }} id={send} />}
          </li>
        ))}
      </ul>
      <AllOf name={name} />
      {children}
    </Card>
  );
}

type DismissProps = { what: string; body: NonNullable<Waiting['dismiss']> };

/** For a payment or an unpaid order about which nothing is to do. */
function Dismiss({ what, body }: DismissProps) {
  return (
    <Act
      isQuiet
      aria-label={`Dismiss ${what}`}
      act={(client) => client.call('POST /api/admin/payments/dismiss', { body })}
      failure="Couldn’t dismiss it"
    >
      Dismiss
    </Act>
  );
}

type ActOnProps = { orderNumber: string; title: string };

/** For a message that needs no answer, such as a thank-you. */
const NoAnswer = ({ orderNumber, title }: ActOnProps) => (
  <Act
    isQuiet
    aria-label={`No answer needed to ${title}`}
    act={(client) =>
      client.call('POST /api/admin/cases/:orderNumber/notes', {
        params: { orderNumber },
        body: { text: 'No answer needed', answers: 'nothing' },
      })
    }
    failure="Couldn’t note it"
  >
    No answer needed
  </Act>
);

const Send = ({ orderNumber, title, id }: ActOnProps & { id: number }) => (
  <Act
    isQuiet
    aria-label={`Send the request to ${title}`}
    act={(client) =>
      client.call('POST /api/admin/cases/:orderNumber/payment-requests/:id', {
        params: { orderNumber, id },
        body: { action: 'send' },
      })
    }
    failure="Couldn’t send the request"
  >
    Send
  </Act>
);

/** No list shows these. */
const UNLISTED = new Set<TodoName>(['unsentMessages', 'messagesToAnswer', 'paymentsToCollect']);

/** Links to all items of a task. */
function AllOf({ name }: { name: TodoName }) {
  return UNLISTED.has(name) ? null : (
    <p className="todo-all cluster middle any-width soft xs">{linksOf(name)}</p>
  );
}

function linksOf(name: TodoName): ReactNode {
  if (name === 'quotes')
    return (
      <>
        <Link to="/quotes" search={{ state: 'waiting' }}>
          To send or answer
        </Link>
        <Link to="/quotes" search={{ state: 'expiring' }}>
          About to expire
        </Link>
      </>
    );
  if (name === 'paymentsToReview')
    return (
      <Link to="/orders" search={{ payment: 'pending' }}>
        All pending orders
      </Link>
    );
  if (name === 'missingForms')
    return (
      <Link to="/orders" search={{ payment: 'completed', form: 'waiting', sort: 'oldest' }}>
        All paid orders missing a form
      </Link>
    );
  const search =
    name === 'quarantine' ? { flag: 'quarantine' } : { work: 'new', flag: 'not-quarantine', sort: 'oldest' };
  return (
    <>
      <span>All:</span>{' '}
      <Link to="/website-forms" search={search}>
        Website forms
      </Link>
      <Link to="/voice-forms" search={search}>
        Voice agent forms
      </Link>
      <Link to="/on-hold" search={search}>
        On-hold requests
      </Link>
    </>
  );
}

type BackupsProps = {
  backup: Backup;
  /** In milliseconds. */
  now: number;
};

/** A task when something is wrong with backups. */
export function BackupTask({ backup, now }: BackupsProps) {
  if (!backup.needsAttention) return null;
  const { title, text } = backupWords(backup, now);
  return (
    <Card className="overview-card" title={title}>
      <p className="admin-small">{text}</p>
    </Card>
  );
}

/** One quiet line when all is well. */
export function BackupLine({ backup, now }: BackupsProps) {
  if (backup.needsAttention) return null;
  return <p className="admin-small">{backupWords(backup, now).text}</p>;
}

type WebhookTaskProps = { failing: OverviewResponse['failingWebhooks'] };

/** A task when webhooks have been failing for more than a day. */
export function WebhookTask({ failing }: WebhookTaskProps) {
  const mayManage = useMay('manage');
  if (failing.length === 0) return null;
  return (
    <Card
      className="overview-card"
      title={`${failing.length === 1 ? 'A webhook has' : `${failing.length} webhooks have`} been failing for more than a day`}
    >
      {failing.map(({ host, since }) => (
        <p key={`${host} ${since}`} className="admin-small">
          <bdi>{host}</bdi> since <Moment at={since} />
        </p>
      ))}
      {mayManage && (
        <p className="todo-all cluster middle any-width soft xs">
          <Link to="/settings/$section" params={{ section: 'webhooks' }}>
            Webhooks and their logs
          </Link>
        </p>
      )}
    </Card>
  );
}
