import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactElement } from 'react';
import * as z from 'zod/mini';
import { Note } from '../../contracts/cases.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import { type OrderMessage, SendMessage } from '../../contracts/order-page.ts';
import { newUuid } from '../../ui/new-uuid.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { reads } from '../base/query-panel.tsx';
import { ReplyPicker } from '../base/reply-picker.tsx';
import { matchActions, useWanted } from '../base/ui-store.ts';
import { DataForm } from '../drafts/data-form.tsx';
import { Moment } from '../list/times.tsx';
import { Check } from '../base/fields.tsx';
import { LongText } from './long-text.tsx';

export const MESSAGE_FIELD = 'case-message';
export const NOTE_FIELD = 'case-note';

const KINDS = {
  message: {
    id: MESSAGE_FIELD,
    label: 'Message to the customer',
    schema: z.object({ text: SendMessage.shape.text }),
    words: { failure: 'Couldn’t send the message', submit: 'Send message', busyLabel: 'Sending…' },
  },
  note: {
    id: NOTE_FIELD,
    label: 'Internal note',
    schema: z.object({ text: Note.shape.text }),
    words: { failure: 'Couldn’t add the note', submit: 'Add note' },
  },
};

type WriteFormProps = {
  kind: keyof typeof KINDS;
  /** The number of the order or the quote, or the customer, for the draft. */
  about: string;
  help: string;
  send: (client: AdminClient, body: { text: string; key: string }) => Promise<ActionResponse>;
  /** Below the field: what puts words into it. */
  renderTools: (set: (text: string) => void, get: () => string) => ReactElement | false;
};

/**
 * Sends a text with a key, so that the server stores it once. The same text sent again after a lost response has the
 * same key; other text has another. After a success, the same words can be sent again on purpose.
 */
function useSendOnce() {
  const last = useRef<{ text: string; key: string } | null>(null);
  return async <Response,>(
    text: string,
    send: (body: { text: string; key: string }) => Promise<Response>,
  ): Promise<Response> => {
    if (last.current?.text !== text) last.current = { text, key: newUuid() };
    const response = await send(last.current);
    last.current = null;
    return response;
  };
}

/** A field for the next message or note. */
function WriteForm({ kind, about, help, send, renderTools }: WriteFormProps) {
  const { id, label, schema, words } = KINDS[kind];
  const sendOnce = useSendOnce();
  useWanted(`${about} ${kind}`, () => document.getElementById(id)?.focus());
  return (
    <DataForm
      className="case-note-form cluster gap-2 middle"
      draft={`${about} ${kind}`}
      schema={schema}
      initial={{ text: '' }}
      fields={(_typed, form) => [
        { name: 'text', kind: 'area', id, label, help, rows: 2 },
        renderTools(
          (text) => form.setValue('text', text, { shouldDirty: true }),
          () => form.getValues('text'),
        ),
      ]}
      act={(client, { text }) => sendOnce(text, (body) => send(client, body))}
      isQuiet
      {...words}
    />
  );
}

type MessageFormProps = Pick<WriteFormProps, 'send'> & {
  /** Of the order or the quote. */
  number: string;
  /** Where the customer sees it, such as "order page". */
  page: string;
  /** Whether ready replies can be inserted, which are filled in for the order. */
  hasReplies?: boolean;
  /** What is usually done with the answer: a box that is checked. */
  also?: { label: string; act: (client: AdminClient) => Promise<ActionResponse> } | false;
};

export function MessageForm({ number, page, hasReplies = false, send, also }: MessageFormProps) {
  const [isAlso, setIsAlso] = useState(true);
  return (
    <WriteForm
      kind="message"
      about={number}
      help={`We email it and show it on the ${page}.`}
      send={async (client, body) => {
        const sent = await send(client, body);
        return also && isAlso ? also.act(client) : sent;
      }}
      renderTools={(set, get) => (
        <>
          {also && (
            <Check label={also.label} checked={isAlso} onChange={({ target }) => setIsAlso(target.checked)} />
          )}
          {hasReplies && (
            <ReplyPicker
              orderNumber={number}
              insert={(add) => {
                set(add(get()));
                document.getElementById(MESSAGE_FIELD)?.focus();
              }}
            />
          )}
        </>
      )}
    />
  );
}

/** A name that is being typed at the end. */
const BEGUN_NAME = /@[^\s@]*$/;

/** Internal notes. Customers never see them. Names are offered once somebody types @. */
export function NoteForm({ about, send }: Pick<WriteFormProps, 'about' | 'send'>) {
  const team = useQuery(reads('GET /api/json/team')).data?.team ?? [];
  /** Inserts the name where the cursor is. */
  const mention = (name: string, set: (text: string) => void) => {
    const area = document.getElementById(NOTE_FIELD);
    if (!(area instanceof HTMLTextAreaElement)) return;
    area.focus();
    const begun = BEGUN_NAME.exec(area.value.slice(0, area.selectionStart))?.[0] ?? '';
    area.setRangeText(`@${name} `, area.selectionStart - begun.length, area.selectionEnd, 'end');
    set(area.value);
  };
  return (
    <WriteForm
      kind="note"
      {...{ about, send }}
      help={`For your team only.${team.length > 1 ? ' @name tells that person.' : ''}`}
      renderTools={(set, get) =>
        team.length > 1 &&
        BEGUN_NAME.test(get()) && (
          <p className="note-mentions cluster" role="group" aria-label="Mention">
            {matchActions(
              team.map(({ id, name }) => ({ id, name, label: name })),
              BEGUN_NAME.exec(get())?.[0].slice(1) ?? '',
            ).map(({ id, name }) => (
              <button key={id} className="list-action" type="button" onClick={() => mention(name, set)}>
                {`@${name}`}
              </button>
            ))}
          </p>
        )
      }
    />
  );
}

/** What the customer and administrators wrote to each other, and a field for the next message. */
export const CaseConversation = ({
  conversation,
  ...form
}: MessageFormProps & { conversation: readonly OrderMessage[] }) => (
  <Card className="case-card" title="Messages">
    <ol className="case-timeline stack">
      {conversation.map((message) => (
        <li className="stack" key={message.id} data-kind={message.isFromStudio ? 'studio' : 'customer'}>
          <Message {...message} />
        </li>
      ))}
    </ol>
    <MessageForm {...form} />
  </Card>
);

export const Message = ({ isFromStudio, isByEmail, by, text, sentAt }: OrderMessage) => (
  <>
    <p className="admin-small">
      <span>{`${isFromStudio ? by || 'The team' : 'Customer'}${isByEmail ? ', by email' : ''},`}</span>{' '}
      <Moment at={sentAt} />
    </p>
    <div className="case-event">
      <LongText text={text} />
    </div>
  </>
);
