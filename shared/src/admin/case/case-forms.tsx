import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import type { CaseAnswer, CaseSubmission } from '../../contracts/admin/case-answers.ts';
import { BriefPanel } from '../briefs/brief-panel.tsx';
import { Moment } from '../list/timestamp.tsx';
import { missingWords } from '../orders/order-labels.ts';
import { onHoldAnswers, voiceAnswers, websiteAnswers } from '../../contracts/admin/answers.ts';
import { Card } from './card.tsx';
import { FORM_NAMES } from '../../contracts/forms/forms.ts';
import { dentalAnswers } from './dental-answers.ts';
import { AnswerFacts } from './facts.tsx';

/** All forms sent under the order number, with full answers. */
export function CaseForms({ order, submissions }: Pick<CaseAnswer, 'order' | 'submissions'>) {
  const missing = order && missingWords(order);
  return (
    <div className="case-forms">
      {submissions.map((sent) => (
        <Card key={`${sent.form} ${sent.submission.id}`} title={FORM_NAMES[sent.form]}>
          <p className="admin-small">
            <Moment at={sent.submission.timestamp} />
          </p>
          <Answers sent={sent} />
          {!sent.submission.isOutsideOrder && <BriefPanel sent={sent} />}
        </Card>
      ))}
      {missing && (
        <Card title="Missing forms">
          <p>{missing}.</p>
        </Card>
      )}
    </div>
  );
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
