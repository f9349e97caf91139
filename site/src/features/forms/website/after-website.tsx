import { Leaving } from '../leaving.tsx';
import type { AfterwardsProps } from '../request-form.ts';

export function AfterWebsite({ sent, businessEmail }: AfterwardsProps) {
  return <Leaving sent={sent} type="website" businessEmail={businessEmail} />;
}
