import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { DuePromise, OverviewResponse, Waiting } from '../../contracts/overview.ts';
import { Button } from '../../ui/button.tsx';
import { Act } from '../base/act.tsx';
import type { PlaceId } from '../base/places.ts';
import { useMay } from '../base/session.queries.ts';
import type { ListSearch } from '../list/list-search.ts';
import { GoAct, NextAct } from '../list/next-act.tsx';
import { CaseLink, QuoteLink } from '../list/table-parts.tsx';
import { ageWords, Due } from '../list/times.tsx';
import {
  countOf,
  IN_LINE,
  KIND_WORDS,
  kindsOf,
  TASK_KINDS,
  wordsOf,
  type TaskKind,
  backupWords,
  unpublishedWords,
} from './overview-labels.ts';

type Task = { kind: TaskKind; harm: string; due?: DuePromise; item?: Waiting };

/** All that is known of what is to do, what harms most first. Those of one kind, if one is chosen. */
export function tasksOf(response: OverviewResponse, only: TaskKind | undefined): Task[] {
  const { late, today } = response.promises;
  const of = (kind: TaskKind): Task[] => {
    if (kind === 'late' || kind === 'today')
      return (kind === 'late' ? late : today).items.map((due) => ({ kind, harm: due.harm ?? '', due }));
    return response[kind].items.map((item) => ({ kind, harm: item.harm ?? '', item }));
  };
  // Older responses have no order of their own.
  return (only ? [only] : TASK_KINDS)
    .flatMap(of)
    .toSorted((a, b) => (a.harm < b.harm ? -1 : a.harm > b.harm ? 1 : 0));
}

/** How many there are of a kind. Shows only them. */
export const KindLink = ({ kind, response }: { kind: TaskKind; response: OverviewResponse }) => (
  <Link to="/" search={{ show: kind }} data-kind={kind}>
    {wordsOf(response, kind)}
  </Link>
);

/** A phone has room for half as many. */
const rowsAtFirst = () => (matchMedia('(width < 48rem)').matches ? 5 : 10);

type TasksProps = {
  response: OverviewResponse;
  only: TaskKind | undefined;
  /** In milliseconds. */
  now: number;
  /** An action for all items. */
  children?: ReactNode;
};

/** What to do now, whatever kind it is, and the act of each. */
export function Tasks({ response, only, now, children }: TasksProps) {
  const [isWhole, setIsWhole] = useState(false);
  const { unassigned = 0 } = response;
  const tasks = tasksOf(response, only);
  const count = (only ? [only] : TASK_KINDS).reduce((sum, kind) => sum + countOf(response, kind), 0);
  const shown = isWhole ? tasks : tasks.slice(0, rowsAtFirst());
  const isAlarmed = hasAlarm(response);
  if (count === 0 && !isAlarmed) return null;
  const left = count - tasks.length;
  return (
    <section className="overview-card gap-2 packed" aria-labelledby="tasks-title">
      <h3 id="tasks-title">{only ? KIND_WORDS[only].all : 'What to do now'}</h3>
      <ol className="tasks todo-items stack">
        {!only && <Alarms {...response} now={now} />}
        {shown.map((task) => (
          <TaskRow key={keyOf(task)} task={task} now={now} />
        ))}
      </ol>
      <p className="todo-all cluster middle any-width soft xs">
        {shown.length < tasks.length && (
          <Button
            isQuiet
            onClick={() => setIsWhole(true)}
          >{`Show all ${tasks.length.toLocaleString('en-US')}`}</Button>
        )}
        {(isWhole || shown.length === tasks.length) && left > 0 && (
          <span>{`And ${left.toLocaleString('en-US')} more in the lists.`}</span>
        )}
        {only ? (
          <>
            {LISTS[only]?.map(({ label, ...link }) => (
              <Link key={label} {...link}>
                {label}
              </Link>
            ))}
            <Link to="/" search={{}}>
              Show everything
            </Link>
          </>
        ) : (
          <>
            {kindsOf(response)
              .slice(IN_LINE)
              .map((kind) => (
                <KindLink key={kind} {...{ kind, response }} />
              ))}
            {unassigned > 0 && (
              <Link to="/orders" search={{ responsible: 'nobody', sort: 'due' }}>
                {`${unassigned.toLocaleString('en-US')} unassigned`}
              </Link>
            )}
          </>
        )}
      </p>
      {children}
    </section>
  );
}

// A case can be listed for several reasons.
const keyOf = ({ kind, due, item }: Task) =>
  due
    ? `${kind} ${due.orderNumber} ${due.what}`
    : `${kind} ${item?.orderNumber} ${item?.since} ${item?.detail}`;

function TaskRow({ task: { kind, due, item }, now }: { task: Task; now: number }) {
  const number = due ? due.orderNumber : (item?.orderNumber ?? null);
  const who = due ? due.customer : (item?.title ?? '');
  const label = KIND_WORDS[kind].label;
  const what = due ? due.what : [label, item?.detail].filter(Boolean).join(': ');
  return (
    <li className="stack gap-3 middle ruled xs" data-kind={kind}>
      {number?.startsWith('Q-') ? <QuoteLink number={number} /> : <CaseLink orderNumber={number} />}
      <span className="todo-who">
        <bdi>{who}</bdi>{' '}
        <small>
          <bdi>{what}</bdi>
        </small>
      </span>
      <span className="task-amount money">{item?.amount && formatUsd(textToCents(item.amount))}</span>
      <small className="todo-age">
        {due ? <Due at={due.dueAt} late={due.late} /> : item && ageWords(item.since, now)}
      </small>
      <span className="task-acts small-controls row middle gap-1">
        {due
          ? due.act && <NextAct isQuiet orderNumber={due.orderNumber} customer={who} act={due.act} />
          : item && <ItemActs {...{ kind, item }} />}
      </span>
    </li>
  );
}

/** What is done about one that is not a promise. */
function ItemActs({ kind, item }: { kind: TaskKind; item: Waiting }) {
  const mayManage = useMay('manage');
  const { orderNumber, title, dismiss, send, isQuestion } = item;
  const isMessage = kind === 'messagesToAnswer' || isQuestion;
  return (
    <>
      {/* For a message that needs none, such as a thank-you. */}
      {kind === 'messagesToAnswer' && orderNumber && (
        <Act
          isQuiet
          aria-label={`No answer needed to ${title}`}
          call="POST /api/admin/cases/:orderNumber/notes"
          params={{ orderNumber }}
          body={{ text: 'No answer needed', answers: 'nothing' }}
          failure="Couldn’t note it"
        >
          No answer needed
        </Act>
      )}
      {dismiss && mayManage && (
        <Act
          isQuiet
          aria-label={`${dismiss.leftAddress ? 'Answered' : 'Dismiss'} ${orderNumber ?? title}`}
          call="POST /api/admin/payments/dismiss"
          body={dismiss}
          failure="Couldn’t dismiss it"
        >
          {dismiss.leftAddress ? 'Answered' : 'Dismiss'}
        </Act>
      )}
      {dismiss?.leftAddress && (
        <a className="button quiet" href={`mailto:${encodeURIComponent(title)}`}>
          Answer
        </a>
      )}
      {send !== undefined && orderNumber ? (
        <Act
          isQuiet
          aria-label={`Send the request to ${title}`}
          call="POST /api/admin/cases/:orderNumber/payment-requests/:id"
          params={{ orderNumber, id: send }}
          body={{ action: 'send' }}
          failure="Couldn’t send the request"
        >
          Send
        </Act>
      ) : (
        orderNumber && (
          <GoAct isQuiet number={orderNumber} what={isMessage ? 'message' : 'look'}>
            <span>{isMessage ? 'Answer' : 'Look'}</span>
            <span className="visually-hidden">{` ${title}`}</span>
          </GoAct>
        )
      )}
    </>
  );
}

type ListLink = { to: PlaceId; search: ListSearch; label: string };

const ofForms = (search: ListSearch): ListLink[] => [
  { to: '/website-forms', search, label: 'Website forms' },
  { to: '/voice-forms', search, label: 'Voice agent forms' },
  { to: '/on-hold', search, label: 'On-hold requests' },
];

/** The lists that hold all of a kind. No list shows the others. */
const LISTS: { [kind in TaskKind]?: readonly ListLink[] } = {
  late: [{ to: '/orders', search: { due: 'late', sort: 'due' }, label: 'All late orders' }],
  today: [{ to: '/orders', search: { due: 'today', sort: 'due' }, label: 'All orders due today' }],
  quotes: [
    { to: '/quotes', search: { state: 'waiting' }, label: 'To send or answer' },
    { to: '/quotes', search: { state: 'expiring' }, label: 'About to expire' },
  ],
  paymentsToReview: [{ to: '/orders', search: { payment: 'pending' }, label: 'All pending orders' }],
  missingForms: [
    {
      to: '/orders',
      search: { payment: 'completed', form: 'waiting', sort: 'oldest' },
      label: 'All paid orders missing a form',
    },
  ],
  quarantine: ofForms({ flag: 'quarantine' }),
  newSubmissions: ofForms({ work: 'new', flag: 'not-quarantine', sort: 'oldest' }),
};

export const hasAlarm = ({ failingWebhooks, backup, publishFailure }: OverviewResponse): boolean =>
  failingWebhooks.length > 0 || backup?.needsAttention === true || publishFailure !== undefined;

type AlarmProps = {
  title: string;
  text: string;
  since?: string;
  section: string;
  now: number;
};

/** What fails in the shop itself stands above everything else until it is mended. */
export function Alarms({ backup, failingWebhooks, publishFailure, now }: OverviewResponse & { now: number }) {
  const words = backup?.needsAttention && backupWords(backup, now);
  return (
    <>
      {publishFailure !== undefined && (
        <Alarm title="Not published" text={unpublishedWords(publishFailure)} section="shop" now={now} />
      )}
      {words && <Alarm title={words.title ?? ''} text={words.text} section="connections" now={now} />}
      {failingWebhooks.map(({ host, since }) => (
        <Alarm
          key={`${host} ${since}`}
          title="A webhook has been failing for more than a day"
          text={host}
          {...{ since, now }}
          section="webhooks"
        />
      ))}
    </>
  );
}

const Alarm = ({ title, text, since, section, now }: AlarmProps) => (
  <li className="stack gap-3 middle ruled xs" data-kind="alarm">
    <span className="todo-who">
      <bdi>{title}</bdi>{' '}
      <small>
        <bdi>{text}</bdi>
      </small>
    </span>
    <small className="todo-age">{since && ageWords(since, now)}</small>
    <span className="task-acts small-controls row">
      <Link className="button quiet" to="/settings/$section" params={{ section }}>
        <span>Look</span>
        <span className="visually-hidden">{` at ${title}`}</span>
      </Link>
    </span>
  </li>
);
