import { linesOf } from '../../contracts/lines.ts';
import { DENTAL_FORM_TYPE } from '../../contracts/forms/dental-form.ts';
import type { VoiceSubmission } from '../../contracts/submissions.ts';
import { voiceAnswers, type LabeledAnswer } from '../../contracts/labeled-answers.ts';

/** An email to the shop's info address with all answers of a voice agent request, as a text file. */
export function emailFile(
  submission: VoiceSubmission,
  businessEmail: string,
): { name: string; text: string } {
  const { orderNumber, timestamp } = submission;
  const isDental = submission.formType === DENTAL_FORM_TYPE;
  const business = isDental ? submission.practiceName : submission.businessName;
  const lines = [
    `To: ${businessEmail}`,
    `Reply-To: ${submission.email}`,
    `Subject: ${isDental ? 'Dental' : 'AI'} Voice Agent Request ${orderNumber}: ${business}`,
    `Date: ${new Date(timestamp).toUTCString()}`,
    '',
    ...voiceAnswers(submission).map(answerText),
    '',
  ];
  return { name: `${`${orderNumber}-${business}`.replace(/[^a-z\d]/gi, '-')}.txt`, text: lines.join('\n') };
}

/** Further lines are indented, so that an answer cannot look like the next label. */
function answerText({ label, answer }: LabeledAnswer): string {
  const [first = '', ...rest] = linesOf(answer || '(no answer)');
  return [`${label}: ${first}`, ...rest.map((line) => `    ${line}`)].join('\n');
}
