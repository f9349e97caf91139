import type { ComponentType } from 'react';
import type { SubmissionFacts } from '../../contracts/admin/submissions.ts';

type SubmissionsTableProps<Submission> = {
  /** The heads of the columns that only this kind of form has. */
  heads: readonly string[];
  rows: readonly Submission[];
  Row: ComponentType<{ submission: Submission }>;
};

/** Order, date and sender, then what the form has of its own. */
export function SubmissionsTable<Submission extends SubmissionFacts>({
  heads,
  rows,
  Row,
}: SubmissionsTableProps<Submission>) {
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
      <tbody>
        {rows.map((submission) => (
          <Row key={submission.id} submission={submission} />
        ))}
      </tbody>
    </table>
  );
}

/** How many columns such a table has. */
export const columnsWith = (heads: readonly string[]): number => heads.length + 6;
