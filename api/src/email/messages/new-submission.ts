import { flagWords } from '@northlight/shared/contracts/submissions.ts';
import { caseAction, type EmailContext } from '../email-context.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type EmailContent, strong, text, userText } from '../blocks.ts';
import { isolated } from '../email-text.ts';
import { loadSubmission } from '../load-submission.ts';

/** Sends the business a form with all its answers. */
export function newSubmission(context: EmailContext, { payload }: MessageOf<'new-submission'>): EmailContent {
  const { name, sender, email, facts, answers } = loadSubmission(context, payload);
  const { orderNumber, orderMatch } = facts;
  const hasOrder = orderMatch !== 'request' && orderMatch !== 'unknown-order';
  const isCorrected = payload.version !== undefined;
  const given = answers.filter(({ answer }) => answer !== '');
  return {
    subject: `${isCorrected ? 'Corrected' : 'New'} ${name} for ${orderNumber}: ${isolated(sender)}`,
    preview: `All ${given.length} answers are in this email.`,
    title: [`${isCorrected ? 'Corrected' : 'New'} ${name} for ${orderNumber}`],
    blocks: [
      text('From ', userText(sender), '.'),
      ...flagWords(facts).map((words) => text(strong(`${words}.`))),
      { kind: 'facts', facts: given },
      caseAction(context, orderNumber, hasOrder ? 'order' : 'request'),
    ],
    toBusiness: { replyTo: email },
  };
}
