import type { CaseSubmission } from '../../contracts/cases.ts';
import { type Brief, fileNameOf, partsOf } from './brief.ts';
import { voiceBrief } from './voice-brief.ts';
import { websiteBrief } from './website-brief.ts';
import { spokenLengthHint } from '../../catalog/spoken-length.ts';
import type { OnHoldSubmission } from '../../contracts/submissions.ts';

export function briefOf(sent: CaseSubmission): Brief {
  if (sent.form === 'website') return websiteBrief(sent.submission);
  if (sent.form === 'onhold') return onHoldBrief(sent.submission);
  return voiceBrief(sent.submission);
}

/** The audio script and its spoken length. */
export function onHoldBrief(submission: OnHoldSubmission): Brief {
  const { orderNumber, businessName, businessNiche, customMessage, email, phone } = submission;
  return {
    fileName: fileNameOf(orderNumber, businessName, 'on-hold-script'),
    title: `On-hold script ${orderNumber}: ${businessName}`,
    parts: partsOf([
      { heading: 'For', text: `${businessName}\n${businessNiche}` },
      { heading: 'Length', text: spokenLengthHint(customMessage) },
      { heading: 'Script', text: customMessage },
      { heading: 'Deliver to', text: [email, phone].filter(Boolean).join('\n') },
    ]),
    missing: [],
  };
}
