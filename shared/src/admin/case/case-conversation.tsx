import * as z from 'zod/mini';
import { type OrderMessage, SendMessage } from '../../contracts/order-page.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { useDraftForm } from '../drafts/use-draft-form.ts';
import { Moment } from '../list/timestamp.tsx';
import { useAdminAction } from '../base/use-admin-action.ts';
import { useSendKey } from '../base/use-send-key.ts';
import { Card } from './card.tsx';
import { LongText } from './long-text.tsx';

const Fields = z.object({ text: SendMessage.shape.text });

type CaseConversationProps = { orderNumber: string; conversation: readonly OrderMessage[] };

/** What the customer and administrators wrote to each other, and a field for the next message. */
export function CaseConversation({ orderNumber, conversation }: CaseConversationProps) {
  const { form, onSaved } = useDraftForm(`${orderNumber} message`, Fields, { text: '' });
  const { keyOf, onStored } = useSendKey();
  const { isBusy, run } = useAdminAction(async (client, typed: { text: string }) => {
    const text = typed.text.trim();
    const answer = await client.call('POST /api/admin/cases/:orderNumber/messages', {
      params: { orderNumber },
      body: { key: keyOf(text), text },
    });
    onStored();
    onSaved(typed);
    return answer;
  }, 'Couldn’t send the message');
  return (
    <Card title="Messages">
      <ol className="case-conversation">
        {conversation.map(({ id, isFromStudio, text, sentAt }) => (
          <li key={id}>
            <p className="admin-small">
              {isFromStudio ? 'You' : 'Customer'}, <Moment at={sentAt} />
            </p>
            <LongText text={text} />
          </li>
        ))}
      </ol>
      <form
        className="case-note-form"
        noValidate
        onSubmit={(event) => void form.handleSubmit(() => run({ ...form.getValues() }))(event)}
      >
        <TextArea
          {...form.register('text')}
          id="case-message"
          label="Message to the customer"
          help="The customer gets it by email and sees it on the order page."
          rows={2}
          error={form.formState.errors.text?.message}
        />
        <Button type="submit" isQuiet isBusy={isBusy} busyLabel="Sending…">
          Send message
        </Button>
      </form>
    </Card>
  );
}
