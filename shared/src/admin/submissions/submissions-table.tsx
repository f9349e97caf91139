import type { ReactNode } from 'react';

type SubmissionsTableProps = {
  /** The heads of the columns that only this kind of form has. */
  heads: readonly string[];
  children: ReactNode;
};

/** Order, date and sender, then what the form has of its own. */
export function SubmissionsTable({ heads, children }: SubmissionsTableProps) {
  return (
    <table className="list submissions" aria-labelledby="list-title">
      <thead>
        <tr>
          {['Order', 'Date', 'From', ...heads, 'Flags', 'Work status'].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** How many columns such a table has. */
export const columnsWith = (heads: readonly string[]): number => heads.length + 6;
