import { Link } from '@tanstack/react-router';
import { fold } from '../case/truncate.ts';
import type { LabelledAnswer } from '../../contracts/admin/answers.ts';

type AnswersProps = { answers: readonly LabelledAnswer[]; orderNumber: string };

/** Plain text, whatever it says; the case shows the long ones whole. */
export function Answers({ answers, orderNumber }: AnswersProps) {
  return (
    <dl className="list-answers">
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {answer ? <bdi>{fold(answer) ?? answer}</bdi> : <span className="list-none">No answer</span>}
            {fold(answer) !== null && (
              <>
                …{' '}
                <Link to="/case/$orderNumber" params={{ orderNumber }}>
                  Show all {answer.length.toLocaleString('en-US')} characters
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
