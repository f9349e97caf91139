import { useState } from 'react';
import * as z from 'zod/mini';
import { type OrderMessage, SendMessage } from '../../contracts/order-page.ts';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import type { ActionResponse } from '../../contracts/endpoint.ts';
import type { AdminClient } from '../base/admin-client.ts';
import { useWanted } from '../base/ui-store.ts';
import { Moment } from '../list/times.tsx';
import { ActForm, useSendOnce } from '../base/act-form.tsx';
import { Card } from '../base/card.tsx';
import { LongText } from './long-text.tsx';
import { ReplyPicker } from '../base/reply-picker.tsx';
import { Check } from '../settings/group.tsx';

export const MESSAGE_FIELD = 'case-message';
const Fields = z.object({ text: SendMessage.shape.text });

type MessageFormProps = {
  /** Of the order or the quote. */
  number: string;
  /** Where the customer sees it, such as "order page". */
  page: string;
  /** Whether ready replies can be inserted, which are filled in for the order. */
  hasReplies?: boolean;
  send: (client: AdminClient, body: { text: string; key: string }) => Promise<ActionResponse>;
  /** What is usually done with the answer: a box that is checked. */
  also?: { label: string; act: (client: AdminClient) => Promise<ActionResponse> } | false;
};

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

export const Message = ({ isFromStudio, isByEmail, text, sentAt }: OrderMessage) => (
  <>
    <p className="admin-small">
      <span>{`${isFromStudio ? 'You' : 'Customer'}${isByEmail ? ', by email' : ''},`}</span>{' '}
      <Moment at={sentAt} />
    </p>
    <div className="case-event">
      <LongText text={text} />
    </div>
  </>
);

export function MessageForm({ number, page, hasReplies = false, send, also }: MessageFormProps) {
  const [isAlso, setIsAlso] = useState(true);
  const { form, field, onSaved } = useDraftForm(`${number} message`, Fields, { text: '' });
  const sendOnce = useSendOnce();
  useWanted(`${number} message`, () => form.setFocus('text'));
  const insert = (add: (typed: string) => string) => {
    form.setValue('text', add(form.getValues('text')), { shouldDirty: true });
    form.setFocus('text');
  };
  return (
    <ActForm
      className="case-note-form cluster gap-2 middle"
      form={form}
      act={async (client, { text }) => {
        const sent = await sendOnce(text, (body) => send(client, body));
        return also && isAlso ? also.act(client) : sent;
      }}
      failure="Couldn’t send the message"
      submit="Send message"
      busyLabel="Sending…"
      isQuiet
      onSaved={onSaved}
    >
      <TextArea
        {...field('text')}
        id={MESSAGE_FIELD}
        label="Message to the customer"
        help={`We email it and show it on the ${page}.`}
        rows={2}
      />
      {also && (
        <Check label={also.label} checked={isAlso} onChange={({ target }) => setIsAlso(target.checked)} />
      )}
      {hasReplies && <ReplyPicker orderNumber={number} insert={insert} />}
    </ActForm>
  );
}
