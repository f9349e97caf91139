import { Link, useSearch } from '@tanstack/react-router';
import { memo, type ComponentType, type ReactNode } from 'react';
import { ColumnHead, type Column } from './table-parts.tsx';

/** How all cells of a kind look, by their layout classes. */
const TONES: Record<string, string> = { money: ' money', date: ' soft' };

/** The sort orders of the list that its head chooses in turn, each with its direction. */
type Sorts = Partial<Record<'descending' | 'ascending' | 'other', string>>;

export type ListColumn<Row> = {
  kind: Column;
  sorts?: Sorts;
  className?: string;
  /** Besides its content, such as a tooltip. */
  attributes?: (row: Row) => Attributes;
  cell: (row: Row) => ReactNode;
};
type Attributes = Readonly<Record<`data-${string}`, string | boolean | undefined>>;

/** The columns of a list by their names. The first one names its row. */
export type ListColumns<Row> = Readonly<Record<string, ListColumn<Row>>>;

type RowProps<Row> = {
  columns: ListColumns<Row>;
  rowAttributes?: ((row: Row) => Attributes) | undefined;
  /** What can be opened below a row. */
  Below?: ComponentType<{ row: Row; columns: number }> | undefined;
};

type ListTableProps<Row> = RowProps<Row> & {
  rows: readonly Row[];
  idOf: (row: Row) => string | number;
  className: string;
  /** The heading of the view without one. */
  label?: string;
};

/** The table of a list. */
export function ListTable<Row>({ rows, idOf, className, label, ...row }: ListTableProps<Row>) {
  return (
    <table
      className={`list ${className}`}
      aria-label={label}
      aria-labelledby={label ? undefined : 'list-title'}
    >
      <thead>
        <tr>
          {Object.entries(row.columns).map(([name, { kind, sorts }]) =>
            sorts ? (
              <SortHead key={name} {...{ name, kind, sorts }} />
            ) : (
              <ColumnHead key={name} {...{ name, kind }} />
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <ListRow key={idOf(one)} row={one} {...(row as RowProps<unknown>)} />
        ))}
      </tbody>
    </table>
  );
}

type SortHeadProps = { name: string; kind: Column; sorts: Sorts };

/** A list is sorted by it, then the other way around, then as at first. */
function SortHead({ name, kind, sorts }: SortHeadProps) {
  const { sort = 'newest' } = useSearch({ strict: false });
  const all = Object.entries(sorts);
  const index = all.findIndex(([, one]) => one === sort);
  const [direction] = all[index] ?? [];
  return (
    <ColumnHead kind={kind} name={name} aria-sort={direction as keyof Sorts | undefined}>
      <Link
        to="."
        search={(current) => ({ ...current, sort: all[index + 1]?.[1], cursor: undefined }) as never}
        resetScroll={false}
      >
        {name}
      </Link>
    </ColumnHead>
  );
}

/** Memoized: unchanged rows keep their identity across refetches, so they do not rerender. */
const ListRow = memo(function ListRow({
  row,
  columns,
  rowAttributes,
  Below,
}: RowProps<unknown> & { row: unknown }) {
  const cells = Object.entries(columns);
  return (
    <>
      <tr {...rowAttributes?.(row)}>
        {cells.map(([name, { kind, className = '', attributes, cell }], index) => {
          const Cell = index === 0 ? 'th' : 'td';
          return (
            <Cell
              key={name}
              scope={index === 0 ? 'row' : undefined}
              className={`list-${kind}${TONES[kind] ?? ''} ${className}`.trim()}
              {...attributes?.(row)}
            >
              {cell(row)}
            </Cell>
          );
        })}
      </tr>
      {Below && <Below row={row} columns={cells.length} />}
    </>
  );
});

type Who = {
  name: string;
  rest: readonly string[];
  /** What is wrong, if anything. */
  flags?: readonly string[];
};

/** The column with a customer's name and details. */
export const whoColumn = <Row,>(whoOf: (row: Row) => Who): ListColumn<Row> => ({
  kind: 'who',
  attributes: (row) => {
    const { name, rest, flags = [] } = whoOf(row);
    return { 'data-tip': [name, ...rest, ...flags].join(', ') };
  },
  cell: (row) => {
    const { name, rest, flags = [] } = whoOf(row);
    return (
      <>
        <bdi className="medium">{name}</bdi>{' '}
        <small>
          {rest.map((text, index) => (
            // These items never change.
            // oxlint-disable-next-line react/no-array-index-key
            <span key={index}>
              {index > 0 && <span> · </span>}
              <bdi>{text}</bdi>
            </span>
          ))}
        </small>
        {flags.length > 0 && (
          <span className="list-flags">
            {flags.map((flag) => (
              <span key={flag}>{flag}</span>
            ))}
          </span>
        )}
      </>
    );
  },
});

export const None = () => (
  <span className="list-none soft" aria-label="None">
    –
  </span>
);
