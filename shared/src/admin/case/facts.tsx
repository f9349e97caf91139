import type { ReactNode } from 'react';
import type { LabelledAnswer } from '../../contracts/admin/answers.ts';
import { LongText } from './long-text.tsx';

/** A label and what is known under it. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** What a client answered, under the labels of the form. */
export function AnswerFacts({ answers }: { answers: readonly LabelledAnswer[] }) {
  return (
    <dl className="case-answers">
      {answers.map(({ label, answer }) => (
        <Fact key={label} label={label}>
          {answer ? <LongText text={answer} /> : <span className="list-none">No answer</span>}
        </Fact>
      ))}
    </dl>
  );
}
