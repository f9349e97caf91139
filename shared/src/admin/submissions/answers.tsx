import { Link } from '@tanstack/react-router';
import type { LabelledAnswer } from './answers-of.ts';

const LONGEST_SHOWN = 1_200;

type AnswersProps = { answers: readonly LabelledAnswer[]; orderNumber: string };

/** Plain text, whatever it says; the case shows the long ones whole. */
export function Answers({ answers, orderNumber }: AnswersProps) {
  return (
    <dl className="list-answers">
      {answers.map(({ label, answer }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {answer ? (
              <bdi>{answer.slice(0, LONGEST_SHOWN)}</bdi>
            ) : (
              <span className="list-none">No answer</span>
            )}
            {answer.length > LONGEST_SHOWN && (
              <>
                …{' '}
                <Link to="/case/$orderNumber" params={{ orderNumber }}>
                  All {answer.length.toLocaleString('en-US')} characters
                </Link>
              </>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
