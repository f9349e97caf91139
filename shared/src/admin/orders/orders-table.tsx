import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import { formatUsd, textToCents } from '../../catalog/money.ts';
import type { ListedOrder } from '../../contracts/orders.ts';
import { Icon } from '../base/icon.tsx';
import { Menu } from '../base/menu.tsx';
import { DOTS } from '../base/page-head.tsx';
import { Button } from '../../ui/button.tsx';
import { reads } from '../base/query-panel.tsx';
import { useMay } from '../base/session.queries.ts';
import { chooseOrders, chooseRows, openDialog, useActions, useUi } from '../base/ui-store.ts';
import { ListTable, type ListColumns, None, whoColumn } from '../list/table.tsx';
import { CaseLink, ModeMark, WorkMark } from '../list/table-parts.tsx';
import { Due, Moment } from '../list/times.tsx';
import {
  extrasWords,
  formsWords,
  initialParts,
  missingWords,
  paymentWords,
  recurringWords,
  servicesOf,
  voiceWords,
} from './order-labels.ts';

// Nothing is chosen in the first view.
const ChosenOrders = lazy(async () => ({
  default: (await import('./chosen-orders.tsx')).ChosenOrders,
}));
const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog.tsx')).ColumnsDialog,
}));
const RowActs = lazy(async () => ({ default: (await import('./chosen-orders.tsx')).RowActs }));

/** A narrow list has no room for them. */
const BOOKS = 'orders-books';

const COLUMNS = {
  Order: {
    kind: 'key',
    cell: ({ orderNumber }) => (
      <>
        <Chooser orderNumber={orderNumber} />
        <CaseLink orderNumber={orderNumber} />
      </>
    ),
  },
  Date: {
    kind: 'date',
    sorts: { descending: 'newest', ascending: 'oldest' },
    cell: ({ createdAt }) => <Moment at={createdAt} />,
  },
  Customer: {
    ...whoColumn(({ firstName, lastName, businessName, email, isUnanswered }: ListedOrder) => ({
      name: `${firstName} ${lastName}`.trim() || email,
      rest: [businessName].filter(Boolean),
      flags: isUnanswered ? ['To answer'] : [],
    })),
    sorts: { ascending: 'business' },
  },
  Services: {
    kind: 'services',
    attributes: (order) => ({ 'data-tip': servicesWords(order) }),
    cell: (order) => <Services order={order} />,
  },
  Due: {
    kind: 'due',
    sorts: { ascending: 'due' },
    cell: (order) => {
      const missing = missingWords(order);
      return (
        <>
          <Due at={order.dueAt} late={order.late} />
          {missing && (
            <small data-tip={missing}>
              <span aria-hidden="true">{formsWords(order)}</span>
              <span className="visually-hidden">{missing}</span>
            </small>
          )}
        </>
      );
    },
  },
  'Work status': {
    kind: 'work',
    sorts: { other: 'work' },
    cell: ({ workStatus }) => <WorkMark status={workStatus} />,
  },
  Payments: {
    kind: 'money',
    sorts: { descending: 'highest', ascending: 'lowest' },
    cell: (order) => {
      const [kept, whole] = initialParts(order);
      return (
        <>
          <span>{kept}</span> <small>{whole ? `of ${whole}` : recurringWords(order)}</small>
        </>
      );
    },
  },
  Status: { kind: 'status', sorts: { other: 'payment' }, cell: (order) => <Status order={order} /> },
  Invoice: { kind: 'count', className: BOOKS, cell: ({ invoice }) => invoice ?? <None /> },
  Method: { kind: 'count', className: BOOKS, cell: ({ paidBy }) => paidBy ?? <None /> },
  Tax: { kind: 'money', className: BOOKS, cell: ({ tax }) => formatUsd(textToCents(tax ?? '0.00')) },
  Balance: { kind: 'money', className: BOOKS, cell: ({ owedCents }) => formatUsd(owedCents || 0) },
  Responsible: {
    kind: 'extra',
    cell: ({ responsible }) => (responsible ? <bdi>{responsible}</bdi> : <None />),
  },
  Actions: { kind: 'actions', cell: ({ orderNumber }) => <RowMenu orderNumber={orderNumber} /> },
} satisfies ListColumns<ListedOrder>;

const { Order, Actions, ...others } = COLUMNS;
const OPTIONAL: ListColumns<ListedOrder> = others;
/** A team of one has nobody else to show. */
const STANDARD = ['Date', 'Customer', 'Services', 'Due', 'Work status', 'Payments', 'Status'];
/** Of those who don't work on orders. */
const MONEY_ONLY = ['Date', 'Customer', 'Invoice', 'Method', 'Tax', 'Payments', 'Balance', 'Status'];

export function ChooseColumns() {
  const open = () => openDialog('columns');
  useActions([{ label: 'Choose columns', run: open }]);
  return (
    <Button isQuiet onClick={open}>
      Columns
    </Button>
  );
}

export function OrdersTable({ rows }: { rows: readonly ListedOrder[] }) {
  const isChoosing = useUi(({ dialog }) => dialog === 'columns');
  const standard = useMay('work') ? STANDARD : MONEY_ONLY;
  const { columns: own, version = '' } = useQuery(reads('GET /api/json/order-views')).data ?? {};
  const shown = useMemo(
    // An older version may have had other columns.
    () => (own ?? standard).filter((name) => name in OPTIONAL),
    [own, standard],
  );
  const columns = useMemo((): ListColumns<ListedOrder> => {
    const chosen = shown.flatMap((name) => (OPTIONAL[name] ? [[name, OPTIONAL[name]] as const] : []));
    return { Order, ...Object.fromEntries(chosen), Actions };
  }, [shown]);
  const isAnyChosen = useUi(({ chosen }) => chosen.size > 0);
  useEffect(() => () => chooseRows([]), []);
  return (
    <>
      {isAnyChosen && (
        <Suspense>
          <ChosenOrders />
        </Suspense>
      )}
      {isChoosing && (
        <Suspense>
          <ColumnsDialog all={Object.keys(OPTIONAL)} shown={shown} version={version} />
        </Suspense>
      )}
      <ListTable className="orders" columns={columns} rows={rows} idOf={({ id }) => id} />
    </>
  );
}

/** With Shift, all rows from the last one that was chosen to this one. */
function rowsTo({ value }: HTMLInputElement, isRange: boolean): string[] {
  const { lastChosen } = useUi.getState();
  const all = Array.from(
    document.querySelectorAll<HTMLInputElement>('.list-choose > input'),
    (box) => box.value,
  );
  const [from, to] = [all.indexOf(lastChosen), all.indexOf(value)].toSorted((a, b) => a - b);
  return isRange && from !== undefined && from >= 0 ? all.slice(from, (to ?? from) + 1) : [value];
}

function Chooser({ orderNumber }: { orderNumber: string }) {
  const isChosen = useUi(({ chosen }) => chosen.has(orderNumber));
  return (
    <label className="list-choose">
      <input
        type="checkbox"
        value={orderNumber}
        aria-label={`Select ${orderNumber}`}
        checked={isChosen}
        onChange={({ nativeEvent, currentTarget }) =>
          chooseOrders(
            rowsTo(currentTarget, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true),
            currentTarget.checked,
            orderNumber,
          )
        }
      />
    </label>
  );
}

/** A hundred rows have no items before they are opened. */
function RowMenu({ orderNumber }: { orderNumber: string }) {
  const [isOpened, setIsOpened] = useState(false);
  return (
    <Menu
      className="icon-button"
      aria-label={`Actions for ${orderNumber}`}
      onClick={() => setIsOpened(true)}
      items={<Suspense>{isOpened && <RowActs orderNumber={orderNumber} />}</Suspense>}
    >
      <Icon d={DOTS} />
    </Menu>
  );
}

function servicesWords(order: ListedOrder): string {
  const names = servicesOf(order).map(({ label }) => label);
  const extras = extrasWords(order);
  return extras ? `${names.join(', ')}, with ${extras}` : names.join(', ');
}

function Services({ order }: { order: ListedOrder }) {
  const [first, ...others] = servicesOf(order);
  const extras = extrasWords(order);
  const voice = voiceWords(order);
  return (
    <>
      <span className="list-service one-line" data-service={first?.id}>
        {first?.label}
      </span>
      {/* Never at the end of a line. */}
      {others.length > 0 && '\u00A0\u00A0'}
      {others.map(({ id, label }) => (
        <span key={id} className="list-service one-line" data-service={id}>
          <span className="visually-hidden">{`${label} `}</span>
        </span>
      ))}
      {others.length > 0 && <span aria-hidden="true">{`+${others.length}`}</span>}
      {voice && <small>{` ${voice}`}</small>}
      {extras && <small>{` With ${extras}`}</small>}
    </>
  );
}

function Status({ order }: { order: ListedOrder }) {
  const { text, isGood } = paymentWords(order);
  return (
    <>
      <span className="status-label" data-paid={isGood ? '' : 'not'}>
        {text}
      </span>
      <ModeMark mode={order.paymentMode} />
      {order.reviewReason && (
        <small className="list-flag" data-review="" data-tip={order.reviewReason}>
          Review<span className="visually-hidden">{`: ${order.reviewReason}`}</span>
        </small>
      )}
    </>
  );
}
