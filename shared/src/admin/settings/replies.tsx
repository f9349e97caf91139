import { useState } from 'react';
import * as z from 'zod/mini';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { REPLY_FIELDS, ReminderDays, Reply, type ChangeWording } from '../../contracts/wording.ts';
import { Button } from '../../ui/button.tsx';
import { Act, useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { Card } from '../base/card.tsx';
import { Reads } from '../base/query-panel.tsx';
import { DataForm } from '../drafts/data-form.tsx';
import { Check } from '../base/fields.tsx';
import { Name, Row } from './row.tsx';

type Wording = ResponseOf<'GET /api/json/wording'>;

const FAILURE = 'Couldn’t save the change';
const saver = (version: string) => (client: AdminClient, changes: Omit<ChangeWording, 'version'>) =>
  client.call('POST /api/admin/wording', { body: { version, ...changes } });
type Saving = { save: ReturnType<typeof saver> };

/** The owner’s own words: ready replies, and when reminders go out. */
export function Replies() {
  return (
    <div className="stack gap-4">
      <Reads call="GET /api/json/wording">
        {({ version, ...wording }) => (
          <>
            <ReplyList {...wording} save={saver(version)} />
            <Reminders {...wording} save={saver(version)} />
            <Reviews {...wording} save={saver(version)} />
          </>
        )}
      </Reads>
    </div>
  );
}

function ReplyList({ replies, save }: Pick<Wording, 'replies'> & Saving) {
  // Its index, or the length of the list for a new one.
  const [edited, setEdited] = useState<number | null>(null);
  const close = () => setEdited(null);
  return (
    <Card
      title="Ready replies"
      about="Insert one into a message to a customer: with the list below the message, or with “Insert reply” in Find (Ctrl K)."
    >
      {replies.length > 0 && (
        <ol className="settings-rows lines">
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
              below={edited === index && <ReplyForm {...{ replies, index, close, save }} />}
            >
              <bdi className="reply-text as-typed">{reply.text}</bdi>
            </Row>
          ))}
        </ol>
      )}
      {edited === replies.length ? (
        <ReplyForm {...{ replies, close, save }} index={replies.length} />
      ) : (
        <p className="cluster gap-2-4 middle">
          <Button isQuiet onClick={() => setEdited(replies.length)}>
            Add a reply
          </Button>
        </p>
      )}
    </Card>
  );
}

type ReplyFormProps = Saving & { replies: readonly Reply[]; index: number; close: () => void };

const ReplyForm = ({ replies, index, close, save }: ReplyFormProps) => (
  <DataForm
    label={replies[index] ? `Edit ${replies[index].name}` : 'New reply'}
    schema={Reply}
    initial={replies[index] ?? { name: '', text: '' }}
    fields={[
      { name: 'name', label: 'Name', help: 'Only your team sees it.' },
      {
        name: 'text',
        label: 'Text',
        kind: 'area',
        rows: 6,
        help: `Filled in for each order: ${Object.entries(REPLY_FIELDS)
          .map(([name, what]) => `{${name}} (${what})`)
          .join(', ')}.`,
      },
    ]}
    act={(client, reply) => save(client, { replies: replies.toSpliced(index, 1, reply) })}
    failure={FAILURE}
    submit="Save the reply"
    busyLabel="Saving…"
    onCancel={close}
    onDone={close}
  />
);

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

const Reminders = ({ reminderDays, save }: Pick<Wording, 'reminderDays'> & Saving) => (
  <Card title="Reminders">
    <DataForm
      schema={Typed}
      initial={{ reminderDays: reminderDays.join(', ') }}
      fields={[
        {
          name: 'reminderDays',
          label: 'Days until a reminder',
          help: 'We send a reminder this many days after an order whose form is missing, and after a payment request, such as 1, 3, 7. Leave this empty to send none.',
          width: 'short',
        },
      ]}
      act={save}
      failure={FAILURE}
      counts="New orders and payment requests use these days. Reminders that are already planned stay."
    />
  </Card>
);

function Reviews({ asksForReview, save }: Pick<Wording, 'asksForReview'> & Saving) {
  const { isBusy, run } = useAdminAction(save, FAILURE);
  return (
    <Card
      title="Reviews"
      about="One email, three days after all of an order is delivered, and none after a refund or a dispute. The customer writes the review on the order’s page and says whether you may show it."
    >
      <Check
        label="Ask customers for a review"
        checked={asksForReview}
        disabled={isBusy}
        onChange={({ target }) => run({ asksForReview: target.checked })}
      />
    </Card>
  );
}
