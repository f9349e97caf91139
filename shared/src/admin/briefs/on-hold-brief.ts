import { spokenLengthHint } from '../../catalog/spoken-length.ts';
import type { OnHoldSubmission } from '../../contracts/submissions.ts';
import { fileNameOf, partsOf, type Brief } from './brief.ts';

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
