import { type ComponentType, useId, type ReactNode } from 'react';
import { type SubmissionFacts, flagWords } from '../../contracts/submissions.ts';
import { ColumnHeads, CaseLink, WorkMark, WhoCell } from '../list/table-parts.tsx';
import { Link } from '@tanstack/react-router';
import type { ServiceId } from '../../catalog/ids.ts';
import { Due, Moment } from '../list/times.tsx';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';
import { toggleRow, useUi } from '../base/ui-store.ts';
import { truncate } from '../case/truncate.ts';

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
      <ColumnHeads
        columns={{
          Order: 'key',
          Date: 'date',
          From: 'who',
          ...Object.fromEntries(heads.map((head) => [head, 'extra' as const])),
          Due: 'due',
          'Work status': 'work',
          Actions: 'actions',
        }}
      />
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

type SubmissionRowProps = {
  form: ServiceId;
  submission: SubmissionFacts;
  who: { name: string; rest: readonly string[] };
  /** Extra cells of this kind of form. */
  children: ReactNode;
  columns: number;
  answersOf: () => LabeledAnswer[];
  actions?: ReactNode;
};

/** A row for a form, with its answers in an expandable row below. */
export function SubmissionRow(props: SubmissionRowProps) {
  const { form, submission, who, children, columns, answersOf, actions } = props;
  const row = `${form} ${submission.id}`;
  const isOpen = useUi(({ unfolded }) => unfolded.has(row));
  const answersId = useId();
  return (
    <>
      <tr data-open={isOpen || undefined}>
        <th scope="row" className="list-key">
          <CaseLink orderNumber={submission.orderNumber} />
        </th>
        <td className="list-date soft">
          <Moment at={submission.timestamp} />
        </td>
        <WhoCell {...who} flags={flagWords(submission)} />
        {children}
        <td className="list-due">
          <Due at={submission.dueAt} />
        </td>
        <td className="list-work">
          <WorkMark status={submission.workStatus} />
        </td>
        <td className="list-actions">
          {actions}
          <button
            type="button"
            className="list-action"
            aria-expanded={isOpen}
            aria-controls={isOpen ? answersId : undefined}
            aria-label={`Answers for ${submission.orderNumber}`}
            data-row-unfold=""
            onClick={() => toggleRow(row)}
          >
            Answers
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr className="list-expanded" id={answersId}>
          <td colSpan={columns}>
            <Answers answers={answersOf()} orderNumber={submission.orderNumber} />
          </td>
        </tr>
      )}
    </>
  );
}

type AnswersProps = { answers: readonly LabeledAnswer[]; orderNumber: string };

/** The answers as plain text. Long answers are truncated, and the case shows them in full. */
function Answers({ answers, orderNumber }: AnswersProps) {
  return (
    <dl className="facts list-answers sm">
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="as-typed break">
            {answer ? (
              <bdi>{truncate(answer) ?? answer}</bdi>
            ) : (
              <span className="list-none soft">No answer</span>
            )}
            {truncate(answer) !== null && (
              <>
                <span>…</span>{' '}
                <Link
                  to="/case/$orderNumber"
                  params={{ orderNumber }}
                >{`Show all ${answer.length.toLocaleString('en-US')} characters`}</Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
