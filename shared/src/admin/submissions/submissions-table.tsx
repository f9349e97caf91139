import { useUi, toggleRow } from '../base/ui-store.ts';
import { Link } from '@tanstack/react-router';
import type { ComponentType, ReactNode } from 'react';
import type { ServiceId } from '../../catalog/ids.ts';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';
import { type SubmissionFacts, flagWords } from '../../contracts/submissions.ts';
import { truncate } from '../case/long-text.tsx';
import type { PageResponse } from '../../contracts/lists.ts';
import { type Select, WORK_SELECT } from '../list/filters.tsx';
import type { List } from '../list/list.ts';
import { ListPage, type PreviewOf } from '../list/list-page.tsx';
import { ListTable, type ListColumns, whoColumn } from '../list/table.tsx';
import { CaseLink, WorkMark } from '../list/table-parts.tsx';
import { Due, Moment } from '../list/times.tsx';

type Page<Submission> = PageResponse & { submissions: readonly Submission[] };
type OwnList<Submission> = Omit<
  List<Page<Submission>, Submission>,
  'csvRight' | 'selects' | 'sorts' | 'rowsOf' | 'Table'
>;

type FormsList<Submission> = OwnList<Submission> & {
  form: ServiceId;
  whoOf: (submission: Submission) => { name: string; rest: readonly string[] };
  /** The extra columns of this kind of form. */
  extra: ListColumns<Submission>;
  answersOf: (submission: Submission) => LabeledAnswer[];
  actions?: (submission: Submission) => ReactNode;
  /** Filters besides those of every list of forms. */
  kinds?: readonly Select[];
};

const FLAGS: Select = {
  name: 'flag',
  label: 'Flag',
  options: [
    ['', 'Any flag'],
    ['none', 'No flags'],
    ['unverified', 'Unverified'],
    ['not-quarantine', 'Not in quarantine'],
    ['quarantine', 'In quarantine'],
  ],
};

/** The view of one kind of form: common columns, its extra ones, and the answers in a row that opens below. */
export function formsList<Submission extends SubmissionFacts>(
  all: FormsList<Submission>,
): ComponentType<{ Preview: PreviewOf }> {
  const { form, whoOf, extra, answersOf, actions, kinds = [], ...list } = all;
  const nameOf = ({ id }: Submission) => `${form} ${id}`;
  const columns: ListColumns<Submission> = {
    Order: { kind: 'key', cell: ({ orderNumber }) => <CaseLink orderNumber={orderNumber} /> },
    Date: {
      kind: 'date',
      sorts: { descending: 'newest', ascending: 'oldest' },
      cell: ({ timestamp }) => <Moment at={timestamp} />,
    },
    From: whoColumn((submission) => ({ ...whoOf(submission), flags: flagWords(submission) })),
    ...extra,
    Due: { kind: 'due', sorts: { ascending: 'due' }, cell: ({ dueAt }) => <Due at={dueAt} /> },
    'Work status': { kind: 'work', cell: ({ workStatus }) => <WorkMark status={workStatus} /> },
    Actions: {
      kind: 'actions',
      cell: (submission) => (
        <>
          {actions?.(submission)}
          <AnswersButton name={nameOf(submission)} orderNumber={submission.orderNumber} />
        </>
      ),
    },
  };
  function Below({ row, columns: width }: { row: Submission; columns: number }) {
    const name = nameOf(row);
    const isOpen = useUi(({ unfolded }) => unfolded.has(name));
    return (
      isOpen && (
        <tr className="list-expanded" id={idOf(name)}>
          <td colSpan={width}>
            <Answers answers={answersOf(row)} orderNumber={row.orderNumber} />
          </td>
        </tr>
      )
    );
  }
  const whole: List<Page<Submission>, Submission> = {
    csvRight: 'manage',
    selects: [...kinds, FLAGS, WORK_SELECT],
    sorts: [
      ['', 'Newest first'],
      ['oldest', 'Oldest first'],
      ['due', 'Due first'],
    ],
    rowsOf: ({ submissions }) => submissions,
    Table: ({ rows }) => (
      <ListTable className="submissions" idOf={({ id }) => id} {...{ columns, rows, Below }} />
    ),
    ...list,
  };
  return (props) => <ListPage list={whole} {...props} />;
}

const idOf = (name: string): string => `answers-${name.replace(' ', '-')}`;

function AnswersButton({ name, orderNumber }: { name: string; orderNumber: string }) {
  const isOpen = useUi(({ unfolded }) => unfolded.has(name));
  return (
    <button
      type="button"
      className="list-action"
      aria-expanded={isOpen}
      aria-controls={isOpen ? idOf(name) : undefined}
      aria-label={`Answers for ${orderNumber}`}
      data-row-unfold=""
      onClick={() => toggleRow(name)}
    >
      Answers
    </button>
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
