import { useQueryClient } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { failureText } from '../../contracts/call-error.ts';
import { MAX_PAGE_SIZE, type PageResponse } from '../../contracts/lists.ts';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import type { Undo } from '../../contracts/endpoint.ts';
import { newUuid } from '../../ui/new-uuid.ts';
import { Button } from '../../ui/button.tsx';
import { TextArea } from '../../ui/field.tsx';
import { pathPattern } from '../../contracts/call-path.ts';
import { useAdminAction } from '../base/act.tsx';
import { useDownload } from '../base/download.tsx';
import { Menu } from '../base/menu.tsx';
import { ReplyPicker } from '../base/reply-picker.tsx';
import { withQuery } from '../base/query-fn.ts';
import { useMay } from '../base/session.queries.ts';
import { ask, chooseRows, useUi } from '../base/ui-store.ts';
import { readOrderSearch } from '../list/list-search.ts';
import { type Act, labelOf, stateWords, useActs } from './order-acts.ts';

const LIST = 'GET /api/json/orders';
/** As many fit into an address. */
const MOST_DOWNLOADED = 150;
const MESSAGE = 'Message';

/** The menu of one order in the list. */
export function RowActs({ orderNumber }: { orderNumber: string }) {
  const acts = useActs();
  const { run } = useAdminAction((client, { work }: Act) => work(client, orderNumber), FAILURE);
  return (
    <>
      <Link className="button quiet" to="/case/$orderNumber" params={{ orderNumber }}>
        Open
      </Link>
      {acts.map((act) => (
        <Button key={labelOf(act)} isQuiet onClick={() => askFirst(act, [orderNumber], () => run(act))}>
          {labelOf(act)}
        </Button>
      ))}
      {acts.length > 0 && (
        <Button isQuiet onClick={() => chooseRows([orderNumber], true)}>
          {MESSAGE}
        </Button>
      )}
    </>
  );
}

const FAILURE = 'Couldn’t finish';

/** Each by its number, as long as one can read them. */
function named(all: readonly string[]): string {
  const most = 12;
  const rest = all.length - most;
  return new Intl.ListFormat('en-US').format(
    rest > 1 ? [...all.slice(0, most), `${rest.toLocaleString('en-US')} more`] : all,
  );
}

/** Asks first, if the act wants it. */
function askFirst(act: Act, numbers: readonly string[], go: () => void): void {
  if (!act.ask) return go();
  const orders = numbers.length === 1 ? '1 order' : `${numbers.length.toLocaleString('en-US')} orders`;
  const question = act.ask(orders);
  ask({ ...question, text: `${named(numbers)}. ${question.text}` }, go);
}

type Each = Pick<Act, 'done' | 'isState' | 'work'> & { numbers: readonly string[] };

/** Does one thing with each of some orders. What failed is selected afterwards. */
function useEach() {
  const [progress, setProgress] = useState('');
  const { isBusy, run } = useAdminAction(async (client, { done, isState, work, numbers }: Each) => {
    const failed: { orderNumber: string; reason: string }[] = [];
    const undo: Undo[] = [];
    let [tried, closed] = [0, 0];
    for (const orderNumber of numbers) {
      setProgress(`${(tried += 1)} of ${numbers.length}`);
      // One after the other, so that the shop has time for its customers.
      // oxlint-disable-next-line no-await-in-loop
      const worked = await work(client, orderNumber).catch((error: unknown) => {
        failed.push({ orderNumber, reason: failureText(error, 'It was refused.', 'No connection.') });
      });
      if (worked?.undo) undo.push(worked.undo);
      if (worked?.workStatus === 'closed') closed += 1;
    }
    setProgress('');
    chooseRows(failed.map(({ orderNumber }) => orderNumber));
    const [first] = failed;
    const worked = `${isState ? stateWords(numbers.length, failed.length, done) : `${done}: ${numbers.length - failed.length} of ${numbers.length}`}${closed > 0 ? ` (${closed} closed without a delivered version)` : ''}`;
    const problem = first && `. ${first.orderNumber}: ${first.reason} What failed is still selected.`;
    return { success: true as const, message: `${worked}${problem ?? ''}`, undo };
  }, FAILURE);
  return { progress, isBusy, run };
}

/** What can be done with several orders at once. Renders nothing while none is chosen. */
export function ChosenOrders() {
  const chosen = useUi((ui) => ui.chosen);
  const mayExport = useMay('export');
  const download = useDownload();
  const acts = useActs();
  const isWriting = useUi((ui) => ui.isWriting);
  const { progress, isBusy, run } = useEach();
  const numbers = [...chosen];
  const message = useRef<HTMLTextAreaElement>(null);
  // A message that is sent again after a failure keeps its key, so nobody gets it twice.
  const keys = useRef(new Map<string, string>());
  if (chosen.size === 0) return null;
  const button = (one: Act, label: string) => (
    <Button
      key={label}
      isQuiet
      isBusy={isBusy}
      onClick={() => askFirst(one, numbers, () => run({ ...one, numbers }))}
    >
      {label}
    </Button>
  );
  const send = (text: string) =>
    run(
      {
        numbers,
        done: 'Message sent',
        work: async (client, orderNumber) => {
          const named = `${orderNumber} ${text}`;
          const key = keys.current.get(named) ?? newUuid();
          keys.current.set(named, key);
          const [params, body] = [{ orderNumber }, { key, text, fillsFields: true }];
          return client.call('POST /api/admin/cases/:orderNumber/messages', { params, body });
        },
      },
      () => useUi.setState({ isWriting: false }),
    );
  return (
    <section className="chosen-orders cluster gap-2 middle xs" aria-label="Selected orders">
      <p>
        <strong>{`${chosen.size.toLocaleString('en-US')} selected`}</strong>{' '}
        <span role="status">{progress}</span>
      </p>
      <ChooseAll chosen={chosen.size} />
      {(['Status', 'Responsible'] as const).map((group) => {
        const items = acts.filter((one) => one.group === group);
        return (
          items.length > 0 && (
            <Menu key={group} items={items.map((one) => button(one, one.name))}>
              {group}
            </Menu>
          )
        );
      })}
      {acts.filter(({ group }) => !group).map((one) => button(one, one.name))}
      {acts.length > 0 && (
        <Button isQuiet aria-expanded={isWriting} onClick={() => useUi.setState({ isWriting: !isWriting })}>
          {MESSAGE}
        </Button>
      )}
      {mayExport && chosen.size <= MOST_DOWNLOADED && (
        <Button
          isQuiet
          onClick={() =>
            download(withQuery(pathPattern('GET /api/json/orders.csv'), { numbers: numbers.join() }))
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

/** Chooses every order that the filters find, not only those of this page. */
function ChooseAll({ chosen }: { chosen: number }) {
  const search = readOrderSearch(useSearch({ strict: false }));
  const path = pathPattern(LIST);
  const shown = useQueryClient().getQueryData<PageResponse>([path, search]);
  const { isBusy, run } = useAdminAction(async (client) => {
    const whole = withQuery(path, { ...search, cursor: undefined, limit: String(MAX_PAGE_SIZE) });
    const { orders } = await client.get<ResponseOf<typeof LIST>>(whole);
    chooseRows(orders.map(({ orderNumber }) => orderNumber));
    return undefined;
  }, 'Couldn’t select them');
  const all = Math.min(shown?.total ?? 0, MAX_PAGE_SIZE);
  if (!shown || chosen >= all) return null;
  const isWhole = shown.isTotalExact && all === shown.total;
  return (
    <Button isQuiet isBusy={isBusy} onClick={() => run(undefined)}>
      {`${isWhole ? 'Select all' : 'Select the first'} ${all.toLocaleString('en-US')}`}
    </Button>
  );
}
