import { diffWords } from 'diff';
import type { LabeledAnswer } from '../../contracts/labeled-answers.ts';

type CaseChangesProps = { before: readonly LabeledAnswer[]; after: readonly LabeledAnswer[] };

/** What a customer changed in the answers, word by word. Loads when an administrator asks for it. */
export function CaseChanges({ before, after }: CaseChangesProps) {
  const changed = after.flatMap(({ label, answer }) => {
    const old = before.find((one) => one.label === label)?.answer ?? '';
    return old === answer ? [] : [{ label, words: diffWords(old, answer) }];
  });
  if (changed.length === 0) return <p className="admin-small">Nothing was changed.</p>;
  return (
    <dl className="case-answers">
      {changed.map(({ label, words }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd className="case-words">
            {words.map(({ value, added, removed }, index) => {
              const Tag = added ? 'ins' : removed ? 'del' : 'span';
              // oxlint-disable-next-line react/no-array-index-key
              return <Tag key={index}>{value}</Tag>;
            })}
          </dd>
        </div>
      ))}
    </dl>
  );
}
