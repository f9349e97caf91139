import {
  DENTAL_FORM_TYPE,
  DENTAL_CATEGORIES,
  DENTAL_FORM_LABELS,
} from '../../contracts/forms/dental-form.ts';
import type { CaseResponse, CaseSubmission } from '../../contracts/cases.ts';
import { BriefPanel } from '../briefs/brief-panel.tsx';
import { Moment } from '../list/times.tsx';
import {
  onHoldAnswers,
  voiceAnswers,
  websiteAnswers,
  type LabeledAnswer,
} from '../../contracts/labeled-answers.ts';
import { Card } from '../base/card.tsx';
import { AnswerFacts, FileLinks } from './facts.tsx';
import type { VoiceSubmission } from '../../contracts/submissions.ts';
import { diffWords } from 'diff';

/** All answers of a form, and what was corrected. */
export const FormAnswers = ({ sent }: { sent: CaseSubmission }) => (
  <div className="stack gap-3">
    <Answers sent={sent} />
    <Corrections sent={sent} />
    {!sent.submission.isOutsideOrder && <BriefPanel sent={sent} />}
  </div>
);

/** Each service says which form is missing. */
export function CustomerFiles({ files }: Pick<CaseResponse, 'files'>) {
  const own = files.filter(({ isFromStudio }) => !isFromStudio);
  if (own.length === 0) return null;
  return (
    <Card className="case-card" title="Customer’s files">
      <FileLinks files={own} />
    </Card>
  );
}

/** What the customer changed with each correction, newest first. */
function Corrections({ sent }: { sent: CaseSubmission }) {
  const { earlier } = sent;
  const versions = [...earlier.map(({ answers }) => labeled(sent, answers)), labeled(sent)];
  const times = [...earlier.slice(1).map(({ sentAt }) => sentAt), sent.submission.timestamp];
  return earlier
    .map((_, index) => (
      <details key={times[index]} className="case-category ruled">
        <summary className="row middle gap-2 medium">
          Corrected <Moment at={times[index] ?? ''} />
        </summary>
        <CaseChanges before={versions[index] ?? []} after={versions[index + 1] ?? []} />
      </details>
    ))
    .toReversed();
}

/** The answers with their labels, or earlier ones by the names of their fields. */
function labeled(sent: CaseSubmission, earlier: Record<string, unknown> = {}): LabeledAnswer[] {
  const { dental, ...fields } = earlier;
  const changes = { ...fields, ...Object(dental) };
  if (sent.form === 'website') return websiteAnswers({ ...sent.submission, ...changes });
  if (sent.form === 'onhold') return onHoldAnswers({ ...sent.submission, ...changes });
  return voiceAnswers({ ...sent.submission, ...changes });
}

function Answers({ sent }: { sent: CaseSubmission }) {
  if (sent.form === 'website') return <AnswerFacts answers={websiteAnswers(sent.submission)} />;
  if (sent.form === 'onhold') return <AnswerFacts answers={onHoldAnswers(sent.submission)} />;
  if (sent.submission.formType !== DENTAL_FORM_TYPE)
    return <AnswerFacts answers={voiceAnswers(sent.submission)} />;
  const { other, categories } = dentalAnswers(sent.submission);
  return (
    <>
      <AnswerFacts answers={other} />
      {categories.map(({ title, isTicked, answers }) => (
        <details key={title} className="case-category ruled" open={isTicked}>
          <summary className="row middle gap-2 medium">
            <span>{title}</span> <small>{isTicked ? 'Requested' : 'Not requested'}</small>
          </summary>
          <AnswerFacts answers={answers} />
        </details>
      ))}
    </>
  );
}

type Dental = Extract<VoiceSubmission, { formType: 'dental-voice-agent' }>;
export type DentalCategory = { title: string; isTicked: boolean; answers: LabeledAnswer[] };

const LABELS_IN_CATEGORIES: ReadonlySet<string> = new Set(
  DENTAL_CATEGORIES.flatMap(({ id, details }) => [id, ...details].map((name) => DENTAL_FORM_LABELS[name])),
);

/** Groups a dental practice's answers by category. `other` holds the rest. */
export function dentalAnswers(submission: Dental): { other: LabeledAnswer[]; categories: DentalCategory[] } {
  const answers = voiceAnswers(submission);
  const labeled = new Map(answers.map((answer) => [answer.label, answer]));
  return {
    other: answers.filter(({ label }) => !LABELS_IN_CATEGORIES.has(label)),
    categories: DENTAL_CATEGORIES.map(({ id, details }) => ({
      title: DENTAL_FORM_LABELS[id],
      isTicked: submission[id],
      answers: details.flatMap((name) => labeled.get(DENTAL_FORM_LABELS[name]) ?? []),
    })),
  };
}

type CaseChangesProps = { before: readonly LabeledAnswer[]; after: readonly LabeledAnswer[] };

/** What a customer changed in the answers, word by word. */
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
          <dd className="case-words as-typed break">
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
