import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { REPLY_FIELDS, ReminderDays, Reply, type ChangeWording } from '../../contracts/wording.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea, TextField } from '../../ui/field.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import { ActForm, useActForm } from '../base/act-form.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { QueryPanel, usePanelQuery } from '../base/query-panel.tsx';
import { reads } from '../base/query-fn.ts';
import { Check } from './group.tsx';
import { Name, Row } from './row.tsx';

type Wording = ResponseOf<'GET /api/json/wording'>;

const FAILURE = 'Couldn’t save the change';
const save = (client: AdminClient, body: ChangeWording) => client.call('POST /api/admin/wording', { body });

/** The owner’s own words: ready replies, and when reminders go out. */
export function Replies() {
  const query = usePanelQuery(reads('GET /api/json/wording'));
  return (
    <div className="admin-cards">
      <QueryPanel query={query}>
        {({ replies, reminderDays, asksForReview }) => (
          <>
            <ReplyList replies={replies} />
            <Reminders reminderDays={reminderDays} />
            <Reviews asksForReview={asksForReview} />
          </>
        )}
      </QueryPanel>
    </div>
  );
}

function ReplyList({ replies }: Pick<Wording, 'replies'>) {
  // Its index, or the length of the list for a new one.
  const [edited, setEdited] = useState<number | null>(null);
  const close = () => setEdited(null);
  return (
    <Card title="Ready replies">
      <p className="admin-small">
        Insert one into a message to a customer: with the list below the message, or with “Insert reply” in
        the command palette.
      </p>
      {replies.length > 0 && (
        <ol className="settings-rows">
          {replies.map((reply, index) => (
            <Row
              key={JSON.stringify(reply)}
              title={<Name name={reply.name} />}
              actions={
                <>
                  <Button isQuiet aria-label={`Edit ${reply.name}`} onClick={() => setEdited(index)}>
                    Edit
                  </Button>
                  <Act
                    isQuiet
                    aria-label={`Remove ${reply.name}`}
                    act={(client) => save(client, { replies: replies.toSpliced(index, 1) })}
                    failure={FAILURE}
                    onDone={close}
                  >
                    Remove
                  </Act>
                </>
              }
              below={edited === index && <ReplyForm {...{ replies, index, close }} />}
            >
              <bdi className="reply-text">{reply.text}</bdi>
            </Row>
          ))}
        </ol>
      )}
      {edited === replies.length ? (
        <ReplyForm {...{ replies, close }} index={replies.length} />
      ) : (
        <p className="admin-actions">
          <Button isQuiet onClick={() => setEdited(replies.length)}>
            Add a reply
          </Button>
        </p>
      )}
    </Card>
  );
}

type ReplyFormProps = { replies: readonly Reply[]; index: number; close: () => void };

function ReplyForm({ replies, index, close }: ReplyFormProps) {
  const { form, field } = useActForm<Reply>(Reply, replies[index] ?? { name: '', text: '' });
  return (
    <ActForm
      form={form}
      label={replies[index] ? `Edit ${replies[index].name}` : 'New reply'}
      act={(client, reply) => save(client, { replies: replies.toSpliced(index, 1, reply) })}
      failure={FAILURE}
      submit="Save the reply"
      busyLabel="Saving…"
      onCancel={close}
      onDone={close}
    >
      <TextField {...field('name')} label="Name" help="Only your team sees it." />
      <TextArea
        {...field('text')}
        label="Text"
        rows={6}
        help={`Filled in for each order: ${Object.entries(REPLY_FIELDS)
          .map(([name, what]) => `{${name}} (${what})`)
          .join(', ')}.`}
      />
    </ActForm>
  );
}

/** Days such as "1, 3, 7", typed as text. What is no number stays an error. */
const Typed = z.object({
  reminderDays: z.pipe(
    z.pipe(
      z.string(),
      z.transform((typed) =>
        typed
          .split(/[\s,]+/)
          .filter(Boolean)
          .map(Number),
      ),
    ),
    ReminderDays,
  ),
});

function Reminders({ reminderDays }: Pick<Wording, 'reminderDays'>) {
  const { form, field } = useActForm<{ reminderDays: string }, z.infer<typeof Typed>>(Typed, {
    reminderDays: reminderDays.join(', '),
  });
  return (
    <Card title="Reminders">
      <ActForm
        form={form}
        act={save}
        failure={FAILURE}
        counts="New orders and payment requests use these days. Reminders that are already planned stay."
      >
        <TextField
          {...field('reminderDays')}
          label="Days of reminders"
          help="We send a reminder this many days after an order whose form is missing, and after a payment request, such as 1, 3, 7. Leave this empty to send none."
          width="short"
        />
      </ActForm>
    </Card>
  );
}

function Reviews({ asksForReview }: Pick<Wording, 'asksForReview'>) {
  const { isBusy, run } = useAdminAction(save, FAILURE);
  return (
    <Card title="Reviews">
      <p className="admin-small">
        One email, three days after all of an order is delivered, and none after a refund or a dispute. The
        customer writes the review on the order’s page and says whether you may show it.
      </p>
      <Check
        label="Ask customers for a review"
        checked={asksForReview}
        disabled={isBusy}
        onChange={({ target }) => run({ asksForReview: target.checked })}
      />
    </Card>
  );
}
