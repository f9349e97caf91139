import type { CaseSubmission } from '../../contracts/cases.ts';
import type { Brief } from './brief.ts';
import { onHoldBrief } from './on-hold-brief.ts';
import { voiceBrief } from './voice-brief.ts';
import { websiteBrief } from './website-brief.ts';

export function briefOf(sent: CaseSubmission): Brief {
  if (sent.form === 'website') return websiteBrief(sent.submission);
  if (sent.form === 'onhold') return onHoldBrief(sent.submission);
  return voiceBrief(sent.submission);
}
