import { Leaving } from '../success/redirect-after-submit.tsx';
import type { AfterwardsProps } from '../engine/request-form.ts';

export function AfterVoice({ sent, businessEmail }: AfterwardsProps) {
  return <Leaving sent={sent} type="chatbot" businessEmail={businessEmail} />;
}
