import { useState, type ReactNode } from 'react';
import type { CaseResponse, TimelineEntry } from '../../contracts/cases.ts';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../base/card.tsx';
import { Moment, MomentBy } from '../list/times.tsx';
import { Message, MessageForm, NoteForm } from './case-conversation.tsx';
import { FormAnswers } from './case-forms.tsx';
import { LongText } from './long-text.tsx';

const GROUPS = { messages: 'Messages', work: 'Work', money: 'Money', notes: 'Notes' } as const;
type Group = keyof typeof GROUPS;

/** Emails and what is left stand only among all. */
const GROUP_OF: Partial<Record<TimelineEntry['kind'], Group>> = {
  contact: 'messages',
  note: 'notes',
  order: 'money',
  payment: 'money',
  refund: 'money',
  recurring: 'money',
  delivery: 'work',
  'work-status': 'work',
  file: 'work',
  accept: 'work',
  release: 'work',
  assign: 'work',
};
const KIND_LABELS: Partial<Record<TimelineEntry['kind'], string>> = {
  note: 'Note',
  'work-status': 'Work status',
};

type Entry = { key: string; at: string; kind: string; group: Group | undefined; body: ReactNode };

/** Messages, forms, and all else, newest first. */
function entriesOf({ timeline, conversation, submissions, services }: CaseResponse): Entry[] {
  // What is made from a form is open until it was made.
  const isToDo = services.every(({ deliveries }) => deliveries.length === 0);
  const entries: Entry[] = [
    // Forms have entries of their own.
    ...timeline.flatMap((one, index) =>
      one.kind === 'form'
        ? []
        : // New entries are added at the start, so keys count from the end.
          {
            key: `event ${timeline.length - index}`,
            at: one.at,
            kind: one.kind,
            group: GROUP_OF[one.kind],
            body: <Event {...one} />,
          },
    ),
    ...conversation.map((message) => ({
      key: `message ${message.id}`,
      at: message.sentAt,
      kind: message.isFromStudio ? 'studio' : 'customer',
      group: 'messages' as const,
      body: <Message {...message} />,
    })),
    ...submissions.map((sent) => ({
      key: `${sent.form} ${sent.submission.id}`,
      at: sent.submission.timestamp,
      kind: 'form',
      group: 'work' as const,
      body: (
        <section aria-label={FORM_NAMES[sent.form]}>
          <details className="case-category" open={isToDo}>
            <summary className="row middle gap-2 medium">
              <span>{`${FORM_NAMES[sent.form]} received`}</span>{' '}
              <small>
                <Moment at={sent.submission.timestamp} />
              </small>
            </summary>
            <FormAnswers sent={sent} />
          </details>
        </section>
      ),
    })),
  ];
  return entries.toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}

const SHOWN_AT_FIRST = 15;

type StreamProps = { response: CaseResponse; mayWork: boolean };

/** Fields for a message and a note, and below them everything that happened, newest first. */
export function Stream({ response, mayWork }: StreamProps) {
  const { orderNumber, order } = response;
  const [group, setGroup] = useState<Group>();
  const [isWhole, setIsWhole] = useState(false);
  const everything = entriesOf(response);
  const groups = (Object.keys(GROUPS) as Group[]).filter((name) =>
    everything.some((entry) => entry.group === name),
  );
  const all = everything.filter((entry) => !group || entry.group === group);
  const params = { orderNumber };
  return (
    <Card className="case-card" title="What happened">
      {mayWork && (
        <div className="case-write stack gap-4">
          {order && (
            <MessageForm
              number={orderNumber}
              page="order page"
              hasReplies
              send={(client, body) =>
                client.call('POST /api/admin/cases/:orderNumber/messages', { params, body })
              }
            />
          )}
          <NoteForm
            about={orderNumber}
            send={(client, body) => client.call('POST /api/admin/cases/:orderNumber/notes', { params, body })}
          />
        </div>
      )}
      {groups.length > 1 && (
        <div className="segments row" role="group" aria-label="Show">
          {[undefined, ...groups].map((choice) => (
            <button
              key={choice ?? 'all'}
              className="soft xs"
              type="button"
              aria-pressed={choice === group}
              onClick={() => setGroup(choice)}
            >
              {choice ? GROUPS[choice] : 'All'}
            </button>
          ))}
        </div>
      )}
      <ol className="case-timeline stack">
        {(isWhole ? all : all.slice(0, SHOWN_AT_FIRST)).map(({ key, kind, body }) => (
          <li className="stack" key={key} data-kind={kind}>
            {body}
          </li>
        ))}
      </ol>
      {all.length > SHOWN_AT_FIRST && !isWhole && (
        <p className="case-actions cluster gap-2">
          <Button
            isQuiet
            onClick={() => setIsWhole(true)}
          >{`Show all ${all.length.toLocaleString('en-US')}`}</Button>
        </p>
      )}
    </Card>
  );
}

const Event = ({ at, kind, text, by }: TimelineEntry) => (
  <>
    <MomentBy at={at} by={by} />
    <div className="case-event">
      {KIND_LABELS[kind] && <strong>{`${KIND_LABELS[kind]}: `}</strong>}
      <LongText text={text} />
    </div>
  </>
);
