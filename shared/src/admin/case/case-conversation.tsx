import * as z from 'zod/mini';
import { type OrderMessage, SendMessage } from '../../contracts/order-page.ts';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { Moment } from '../list/times.tsx';
import { ActForm, useSendOnce } from '../base/act-form.tsx';
import { Card } from '../base/card.tsx';
import { LongText } from './long-text.tsx';

const Fields = z.object({ text: SendMessage.shape.text });

type CaseConversationProps = { orderNumber: string; conversation: readonly OrderMessage[] };

/** What the customer and administrators wrote to each other, and a field for the next message. */
export function CaseConversation({ orderNumber, conversation }: CaseConversationProps) {
  const { form, field, onSaved } = useDraftForm(`${orderNumber} message`, Fields, { text: '' });
  const sendOnce = useSendOnce();
  return (
    <Card className="case-card" title="Messages">
      <ol className="case-conversation">
        {conversation.map(({ id, isFromStudio, text, sentAt }) => (
          <li key={id} data-from={isFromStudio ? 'studio' : 'customer'}>
            <p className="admin-small">
              {isFromStudio ? 'You' : 'Customer'}, <Moment at={sentAt} />
            </p>
            <LongText text={text} />
          </li>
        ))}
      </ol>
      <ActForm
        className="case-note-form"
        form={form}
        act={(client, { text }) =>
          sendOnce(text, (body) =>
            client.call('POST /api/admin/cases/:orderNumber/messages', { params: { orderNumber }, body }),
          )
        }
        failure="Couldn’t send the message"
        submit="Send message"
        busyLabel="Sending…"
        isQuiet
        onSaved={onSaved}
      >
        <TextArea
          {...field('text')}
          id="case-message"
          label="Message to the customer"
          help="We email it and show it on the order page."
          rows={2}
        />
      </ActForm>
    </Card>
  );
}
