import { Link } from '@tanstack/react-router';
import { WORK_LABELS, type WorkStatus } from '../../contracts/lists.ts';

/** A row's link to its case. Row navigation by keyboard uses these links. */
export function CaseLink({ orderNumber }: { orderNumber: string | null }) {
  if (!orderNumber) return <span className="list-none">No order</span>;
  return (
    <Link className="list-number" to="/case/$orderNumber" params={{ orderNumber }} data-row-link="">
      {orderNumber}
    </Link>
  );
}

export function WorkMark({ status }: { status: WorkStatus }) {
  return (
    <span className="status-label" data-work={status}>
      <span>{WORK_LABELS[status]}</span>
    </span>
  );
}

type ColumnHeadsProps = {
  names: readonly string[];
  /** The column of amounts. */
  money?: string;
  /** Whether a column of buttons follows. */
  hasActions?: boolean;
};

/** The head of a table. */
export function ColumnHeads({ names, money, hasActions }: ColumnHeadsProps) {
  return (
    <thead>
      <tr>
        {names.map((name) => (
          <th key={name} scope="col" className={name === money ? 'list-money' : undefined}>
            {name}
          </th>
        ))}
        {hasActions && (
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

type WhoCellProps = { name: string; rest: readonly string[] };

/** The cell with a customer's name and details. */
export function WhoCell({ name, rest }: WhoCellProps) {
  return (
    <td className="list-who" data-tip={[name, ...rest].join(', ')}>
      <bdi>{name}</bdi>{' '}
      <small>
        {rest.map((text, index) => (
          // These items never change.
          // oxlint-disable-next-line react/no-array-index-key
          <span key={index}>
            {index > 0 && ' · '}
            <bdi>{text}</bdi>
          </span>
        ))}
      </small>
    </td>
  );
}
