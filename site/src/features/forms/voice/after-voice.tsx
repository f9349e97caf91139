import { Leaving } from '../leaving.tsx';
import type { AfterwardsProps } from '../request-form.ts';

export function AfterVoice({ sent, businessEmail }: AfterwardsProps) {
  return <Leaving sent={sent} type="chatbot" businessEmail={businessEmail} />;
}
