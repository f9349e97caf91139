import { useRef, useState } from 'react';
import { failureText } from '../../contracts/call-error.ts';
import { WORK_LABELS, WORK_STATUSES, type WorkStatus } from '../../contracts/lists.ts';
import type { Undo, UndoableResponse } from '../../contracts/endpoint.ts';
import { newUuid } from '../../ui/new-uuid.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { pathPattern } from '../../contracts/call-path.ts';
import { useAdminAction } from '../base/act.tsx';
import type { AdminClient } from '../base/admin-client.ts';
import { useDownload } from '../base/download.tsx';
import { Question } from '../base/question.tsx';
import { ReplyPicker } from '../base/reply-picker.tsx';
import { withQuery } from '../base/query-fn.ts';
import { useMay } from '../base/session.queries.ts';
import { chooseRows, useUi } from '../base/ui-store.ts';
import { Choice } from '../list/filters.tsx';

type Work = (client: AdminClient, orderNumber: string) => Promise<UndoableResponse>;

/** What can be done with several orders at once. Renders nothing while none is chosen. */
export function ChosenOrders() {
  const chosen = useUi((ui) => ui.chosen);
  const mayWork = useMay('work');
  const mayExport = useMay('export');
  const download = useDownload();
  const [status, setStatus] = useState<string>();
  const [isWriting, setIsWriting] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [progress, setProgress] = useState('');
  const message = useRef<HTMLTextAreaElement>(null);
  // A message that is sent again after a failure keeps its key, so nobody gets it twice.
  const keys = useRef(new Map<string, string>());
  const { isBusy, run } = useAdminAction(async (client, { what, work }: { what: string; work: Work }) => {
    const failed: { orderNumber: string; reason: string }[] = [];
    const undo: Undo[] = [];
    let done = 0;
    for (const orderNumber of chosen) {
      setProgress(`${(done += 1)} of ${chosen.size}`);
      // One after the other, so that the shop has time for its customers.
      // oxlint-disable-next-line no-await-in-loop
      const worked = await work(client, orderNumber).catch((error: unknown) => {
        failed.push({ orderNumber, reason: failureText(error, 'It was refused.', 'No connection.') });
      });
      if (worked?.undo) undo.push(worked.undo);
    }
    setProgress('');
    chooseRows(failed.map(({ orderNumber }) => orderNumber));
    const [first] = failed;
    const worked = `${what}: ${chosen.size - failed.length} of ${chosen.size}`;
    const problem = first && `. ${first.orderNumber}: ${first.reason} What failed is still chosen.`;
    return { success: true as const, message: `${worked}${problem ?? ''}`, undo };
  }, 'Couldn’t finish');
  if (chosen.size === 0) return null;
  const changeStatus = (workStatus: WorkStatus) =>
    run({
      what: `Work status “${WORK_LABELS[workStatus]}”`,
      work: async (client, orderNumber) => {
        const { workVersion } = await client.call('GET /api/json/cases/:orderNumber', {
          params: { orderNumber },
        });
        const body = { workStatus, workVersion };
        return client.call('POST /api/admin/cases/:orderNumber/work-status', {
          params: { orderNumber },
          body,
        });
      },
    });
  const send = (text: string) =>
    run(
      {
        what: 'Message sent',
        work: async (client, orderNumber) => {
          const named = `${orderNumber} ${text}`;
          const key = keys.current.get(named) ?? newUuid();
          keys.current.set(named, key);
          const body = { key, text, fillsFields: true };
          return client.call('POST /api/admin/cases/:orderNumber/messages', {
            params: { orderNumber },
            body,
          });
        },
      },
      () => setIsWriting(false),
    );
  return (
    <section className="chosen-orders cluster gap-2 middle xs" aria-label="Chosen orders">
      <p>
        <strong>{`${chosen.size.toLocaleString('en-US')} chosen`}</strong>{' '}
        <span role="status">{progress}</span>
      </p>
      {mayWork && (
        <>
          <Choice
            label="New work status"
            options={[['', 'Work status…'], ...WORK_STATUSES.map((one) => [one, WORK_LABELS[one]] as const)]}
            value={status}
            onChoose={setStatus}
          />
          <Button
            isQuiet
            isBusy={isBusy}
            onClick={() => {
              const known = WORK_STATUSES.find((one) => one === status);
              if (known === 'delivered') setIsAsking(true);
              else if (known) changeStatus(known);
            }}
          >
            Apply
          </Button>
          <Button isQuiet aria-expanded={isWriting} onClick={() => setIsWriting(!isWriting)}>
            Message
          </Button>
        </>
      )}
      {isAsking && (
        <Question
          title={
            chosen.size === 1
              ? 'Mark 1 order as delivered?'
              : `Mark ${chosen.size.toLocaleString('en-US')} orders as delivered?`
          }
          text={`${new Intl.ListFormat('en-US').format([...chosen])}. Work without a delivered version is closed instead: its customer reads that it is closed, not that it is finished, and what was promised no longer counts.`}
          confirm="Mark as delivered"
          onConfirm={() => changeStatus('delivered')}
          onClose={() => setIsAsking(false)}
        />
      )}
      {mayExport && (
        <Button
          isQuiet
          onClick={() =>
            download(withQuery(pathPattern('GET /api/json/orders.csv'), { numbers: [...chosen].join() }))
          }
        >
          Download these
        </Button>
      )}
      <Button isQuiet onClick={() => chooseRows([])}>
        Clear
      </Button>
      {isWriting && (
        <form
          className="stack gap-2 start"
          onSubmit={(event) => {
            event.preventDefault();
            const text = String(new FormData(event.currentTarget).get('text')).trim();
            if (text) send(text);
          }}
        >
          <TextArea
            ref={message}
            name="text"
            label="Message to each of these customers"
            help="We email it and show it on each order page. Fields such as {name} are filled in for each order."
            rows={3}
            required
            maxLength={10_000}
          />
          <ReplyPicker
            insert={(add) => {
              const field = message.current;
              if (!field) return;
              field.value = add(field.value);
              field.focus();
            }}
          />
          <Button type="submit" isBusy={isBusy} busyLabel="Sending…">
            {`Send to ${chosen.size.toLocaleString('en-US')}`}
          </Button>
        </form>
      )}
    </section>
  );
}
