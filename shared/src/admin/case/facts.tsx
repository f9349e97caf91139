import type { ReactNode } from 'react';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';
import { LongText } from './long-text.tsx';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** A customer's answers with the form's labels. */
export function AnswerFacts({ answers }: { answers: readonly LabeledAnswer[] }) {
  return (
    <dl className="case-answers">
      {answers.map(({ label, answer }) => (
        <Fact key={label} label={label}>
          {answer ? <LongText text={answer} /> : <span className="list-none soft">No answer</span>}
        </Fact>
      ))}
    </dl>
  );
}
