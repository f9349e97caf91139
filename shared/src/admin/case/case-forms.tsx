import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import type { CaseResponse, CaseSubmission } from '../../contracts/cases.ts';
import { BriefPanel } from '../briefs/brief-panel.tsx';
import { Moment } from '../list/timestamp.tsx';
import { missingWords } from '../orders/order-labels.ts';
import {
  onHoldAnswers,
  voiceAnswers,
  websiteAnswers,
  type LabeledAnswer,
} from '../../contracts/labeled-answers.ts';
import { CaseChanges } from './case-changes.tsx';
import { Card } from '../base/card.tsx';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { dentalAnswers } from './dental-answers.ts';
import { AnswerFacts } from './facts.tsx';
import { FileLinks } from './file-links.tsx';

/** All forms sent under the order number, with full answers. */
export function CaseForms({
  order,
  submissions,
  files,
}: Pick<CaseResponse, 'order' | 'submissions' | 'files'>) {
  const own = files.filter(({ isFromStudio }) => !isFromStudio);
  const missing = order && missingWords(order);
  return (
    <div className="case-forms">
      {submissions.map((sent) => (
        <Card className="case-card" key={`${sent.form} ${sent.submission.id}`} title={FORM_NAMES[sent.form]}>
          <p className="admin-small">
            <Moment at={sent.submission.timestamp} />
          </p>
          <Answers sent={sent} />
          <Corrections sent={sent} />
          {!sent.submission.isOutsideOrder && <BriefPanel sent={sent} />}
        </Card>
      ))}
      {own.length > 0 && (
        <Card className="case-card" title="Customer’s files">
          <FileLinks files={own} />
        </Card>
      )}
      {missing && (
        <Card className="case-card" title="Missing forms">
          <p>{missing}.</p>
        </Card>
      )}
    </div>
  );
}

/** What the customer changed with each correction, newest first. */
function Corrections({ sent }: { sent: CaseSubmission }) {
  // Responses cached by older versions have none.
  const earlier = sent.earlier ?? [];
  const versions = [...earlier.map(({ answers }) => labelled(sent, answers)), labelled(sent)];
  const times = [...earlier.slice(1).map(({ sentAt }) => sentAt), sent.submission.timestamp];
  return earlier
    .map((_, index) => (
      <details key={times[index]} className="case-category">
        <summary>
          Corrected <Moment at={times[index] ?? ''} />
        </summary>
        <CaseChanges before={versions[index] ?? []} after={versions[index + 1] ?? []} />
      </details>
    ))
    .toReversed();
}

/** The answers with their labels, or earlier ones by the names of their fields. */
function labelled(sent: CaseSubmission, earlier: Record<string, unknown> = {}): LabeledAnswer[] {
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
        <details key={title} className="case-category" open={isTicked}>
          <summary>
            {title} <small>{isTicked ? 'Requested' : 'Not requested'}</small>
          </summary>
          <AnswerFacts answers={answers} />
        </details>
      ))}
    </>
  );
}
