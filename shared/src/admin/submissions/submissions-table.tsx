import type { ComponentType } from 'react';
import type { SubmissionFacts } from '../../contracts/submissions.ts';
import { ColumnHeads } from '../list/column-heads.tsx';

type SubmissionsTableProps<Submission> = {
  /** The headings of the extra columns of this kind of form. */
  heads: readonly string[];
  rows: readonly Submission[];
  Row: ComponentType<{ submission: Submission }>;
};

/** The table of one kind of form: common columns, then its extra columns. */
export function SubmissionsTable<Submission extends SubmissionFacts>({
  heads,
  rows,
  Row,
}: SubmissionsTableProps<Submission>) {
  return (
    <table className="list submissions" aria-labelledby="list-title">
      <ColumnHeads names={['Order', 'Date', 'From', ...heads, 'Flags', 'Work status']} hasActions />
      <tbody>
        {rows.map((submission) => (
          <Row key={submission.id} submission={submission} />
        ))}
      </tbody>
    </table>
  );
}

/** The number of columns, including the common ones. */
export const columnsWith = (heads: readonly string[]): number => heads.length + 6;
