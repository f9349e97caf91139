import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { WORK_STATUSES } from '@northlight/shared/contracts/lists.ts';
import { Card } from '@northlight/shared/admin/base/card.tsx';
import { Menu } from '@northlight/shared/admin/base/menu.tsx';
import { PageHead } from '@northlight/shared/admin/base/page-head.tsx';
import { Question } from '@northlight/shared/admin/base/question.tsx';
import { ask, useUi } from '@northlight/shared/admin/base/ui-store.ts';
import { ListTable, None, whoColumn, type ListColumns } from '@northlight/shared/admin/list/table.tsx';
import { WorkMark } from '@northlight/shared/admin/list/table-parts.tsx';
import { Due, Moment } from '@northlight/shared/admin/list/times.tsx';
import { BarChart } from '@northlight/shared/admin/overview/bar-chart.tsx';
import { Check, Group } from '@northlight/shared/admin/base/fields.tsx';
import { Button } from '@northlight/shared/ui/button.tsx';
import { SelectField, TextArea, TextField } from '@northlight/shared/ui/field.tsx';
import { Receipt } from '@northlight/shared/ui/receipt.tsx';
import { showToast } from '@northlight/shared/ui/toasts.ts';
import { Toaster } from '@northlight/shared/ui/toaster.tsx';
import tokens from '@northlight/shared/ui/tokens.css?raw';
import toast from '@northlight/shared/ui/toast.css?raw';

const HOUR = 60 * 60_000;
const at = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

/** The steps of a scale, such as all of `--text-`, as they are written in the tokens. */
const stepsOf = (name: string) =>
  [
    ...new Map(
      [...`${tokens}${toast}`.matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, token = '', value = '']) => [
        token,
        value,
      ]),
    ),
  ].filter(([token]) => token.startsWith(`--${name}`));

type Row = {
  id: number;
  customer: string;
  rest: string;
  status: (typeof WORK_STATUSES)[number];
  sum: string;
};
const LONG = 'Featherstonehaugh-Cholmondeley of Great Yarmouth and Elsewhere';
const ROWS: Row[] = WORK_STATUSES.map((status, id) => ({
  id,
  customer: id === 1 ? LONG : 'Ada Marlow',
  rest: 'Marlow Bicycles',
  status,
  sum: id === 2 ? '−$49.00' : '$1,240.00',
}));
const COLUMNS: ListColumns<Row> = {
  Customer: whoColumn(({ customer, rest }) => ({ name: customer, rest: [rest] })),
  Due: { kind: 'due', cell: ({ id }) => (id === 3 ? <None /> : <Due at={at(id * 30 - 20)} />) },
  'Work status': { kind: 'work', cell: ({ status }) => <WorkMark status={status} /> },
  Payments: { kind: 'money', cell: ({ sum }) => sum },
};
const PRICE = computePrice(DEFAULT_CATALOG, {
  serviceIds: ['website', 'voice'],
  addonIds: [],
  isYearly: false,
});

const QUESTION = {
  title: 'Close this order?',
  text: 'It is taken off the lists of what to do.',
  confirm: 'Close the order',
};

/** Every component in every state, from the components themselves. */
export function ComponentStates() {
  const asked = useUi(({ asked }) => asked);
  return (
    <>
      <PageHead
        id="list-title"
        title="Page head"
        count="27 rows"
        menu={<Button isQuiet>Quiet action</Button>}
      >
        <Button>The one filled button</Button>
      </PageHead>
      <Card title="Buttons">
        <div className="cluster gap-2-4 middle">
          <Button>Filled</Button>
          <Button isQuiet>Quiet</Button>
          <Button className="danger">Danger</Button>
          <Button isBusy busyLabel="Sending…">
            Send
          </Button>
          <Button disabled>Disabled</Button>
          <Menu items={<Button isQuiet>In the menu</Button>}>Menu</Menu>
        </div>
        <p className="cluster gap-2-4 middle small-controls">
          <Button>Small</Button>
          <Button isQuiet>Small and quiet</Button>
        </p>
        <p className="cluster gap-2-4 middle">
          {(['website', 'voice', 'onhold'] as const).map((id) => (
            <span key={id} data-service={id}>
              <Button>{id}</Button>
            </span>
          ))}
        </p>
      </Card>
      <Card title="Fields">
        <div className="stack gap-3">
          <TextField label="Empty" />
          <TextField label="Required, with help" help="Help stands below the label." isRequired />
          <TextField label="With an error" defaultValue="nobody" error="Please enter a valid email" />
          <TextField label="Disabled" disabled defaultValue="Nothing to type" />
          <SelectField label="Choice">
            <option>First</option>
            <option>Second</option>
          </SelectField>
          <TextArea label="Text" rows={2} defaultValue="Two lines of text." />
          <Group legend="A group">
            <Check label="Chosen" defaultChecked />
            <Check label="Not chosen" />
          </Group>
        </div>
      </Card>
      <Card title="Marks and times">
        <p className="cluster gap-2-4 middle">
          {WORK_STATUSES.map((status) => (
            <WorkMark key={status} status={status} />
          ))}
          <span className="status-label" data-paid="">
            paid
          </span>
          <span className="status-label" data-paid="not">
            paid in part
          </span>
          <Due at={at(3)} />
          <Due at={at(-3)} late="3 hours late" />
          <Moment at={at(-30)} />
        </p>
      </Card>
      <ListTable className="orders" columns={COLUMNS} rows={ROWS} idOf={({ id }) => id} />
      <Card title="Empty, loading, and failed">
        <p className="admin-empty">Your first order will appear here.</p>
        <p className="notice">A notice with what to do next.</p>
        <div className="alert" role="alert">
          <p>Couldn’t reach the server.</p>
          <Button isQuiet>Try again</Button>
        </div>
        <div className="list-skeleton" aria-hidden="true">
          <span />
          <span />
          <span />
        </div>
      </Card>
      <Card title="What floats">
        <p className="cluster gap-2-4 middle">
          <Button isQuiet onClick={() => ask(QUESTION, () => undefined)}>
            Dialog
          </Button>
          <Button isQuiet onClick={() => showToast({ title: 'Saved', description: 'The change is live.' })}>
            Toast
          </Button>
          <Button isQuiet onClick={() => showToast({ title: 'Couldn’t save it', isError: true })}>
            Toast of an error
          </Button>
          <span data-tip="What is cut stands in full here">A tip on what is cut</span>
        </p>
        {asked && <Question asked={asked} />}
      </Card>
      <Receipt price={PRICE} title="Receipt" />
      <BarChart
        title="Chart"
        unit="From"
        ifEmpty=""
        series={[
          { name: 'This period', words: 'this period' },
          { name: 'Before', words: 'before' },
        ]}
        rows={[12_000, 0, 45_000, 30_000].map((cents, nth) => ({
          label: `Nov ${nth + 1}`,
          cents: [cents, 45_000 - cents],
        }))}
      />
      <Scales />
    </>
  );
}

/** Type, space, radius, and shadow, as the tokens have them. */
const Scales = () => (
  <Card title="Scales">
    {stepsOf('text-').map(([token, value]) => (
      <p key={token} style={{ fontSize: `var(${token})` }}>
        <span>{token}</span> <small>{value}</small>
      </p>
    ))}
    {stepsOf('space-').map(([token, value]) => (
      <p key={token} className="xs">
        <span
          style={{
            display: 'inline-block',
            width: `var(${token})`,
            height: '0.75rem',
            background: 'var(--ink)',
          }}
        />{' '}
        <span>{token}</span> <small>{value}</small>
      </p>
    ))}
    {[...stepsOf('radius'), ...stepsOf('shadow')].map(([token, value]) => (
      <p
        key={token}
        className="box xs"
        style={{
          padding: 'var(--space-3)',
          [token.startsWith('--radius') ? 'borderRadius' : 'boxShadow']: `var(${token})`,
        }}
      >
        <span>{token}</span> <small>{value}</small>
      </p>
    ))}
    <Toaster />
  </Card>
);
