import { Link } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { useShopMode } from '../base/session.queries.ts';
import { hasPreview, openPreview, useUi } from '../base/ui-store.ts';
import { MODE_MARKS, type OrderMode } from '../../contracts/payments.ts';
import { WORK_LABELS, type ShownWork } from '../../contracts/lists.ts';

/** A row's link to its case. Row navigation by keyboard uses these links. */
export function CaseLink({ orderNumber }: { orderNumber: string | null }) {
  const isPreviewed = useUi(({ preview }) => preview !== null && preview === orderNumber);
  if (!orderNumber) return <span className="list-none soft">No order</span>;
  return (
    <Link
      className="list-number"
      to="/case/$orderNumber"
      params={{ orderNumber }}
      data-row-link=""
      aria-current={isPreviewed || undefined}
      onClick={(event) => {
        // Enter shows the order beside the list, and the second time on its page. A click always opens the page.
        const isEnter = event.detail === 0 && event.currentTarget.closest('.list-area') !== null;
        if (!isEnter || isPreviewed || !hasPreview()) return;
        event.preventDefault();
        openPreview(orderNumber);
      }}
    >
      {orderNumber}
    </Link>
  );
}

/** Only people who work on quotes open them. */
export function QuoteLink({ number }: { number: string }) {
  return (
    <Link className="list-number" to="/quotes/$number" params={{ number }} data-row-link="">
      {number}
    </Link>
  );
}

export function WorkMark({ status }: { status: ShownWork }) {
  return (
    <span className="status-label" data-work={status}>
      <span>{WORK_LABELS[status]}</span>
    </span>
  );
}

/** That an order is not paid as the shop is now. What nobody has bought yet has no mode. */
export function ModeMark({ mode }: { mode?: OrderMode | undefined }) {
  const ofShop = useShopMode();
  if (!mode || !ofShop || mode === ofShop) return null;
  return <small data-tip={mode === 'live' ? 'A real payment' : 'No real payment'}>{MODE_MARKS[mode]}</small>;
}

/** The kinds of columns. `table.css` has a width for each. */
export type Column =
  | 'key'
  | 'date'
  | 'who'
  | 'services'
  | 'due'
  | 'work'
  | 'money'
  | 'count'
  | 'status'
  | 'extra'
  | 'actions';

type ColumnHeadsProps = {
  /** The kind of each column by its name. */
  columns: Readonly<Record<string, Column>>;
};

/** The head of a table. */
export function ColumnHeads({ columns }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {Object.entries(columns).map(([name, kind]) => (
          <ColumnHead key={name} {...{ name, kind }} />
        ))}
      </tr>
    </thead>
  );
}

type ColumnHeadProps = { name: string; kind: Column; children?: ReactNode } & Pick<
  ComponentProps<'th'>,
  'aria-sort'
>;

export const ColumnHead = ({ name, kind, children = name, ...sorted }: ColumnHeadProps) => (
  <th scope="col" className={`list-${kind}`} {...sorted}>
    {kind === 'actions' ? <span className="visually-hidden">{name}</span> : children}
  </th>
);
