import { Leaving } from '../success/redirect-after-submit.tsx';
import type { SuccessViewProps } from '../request-form.ts';

export function WebsiteSuccess({ sent, businessEmail }: SuccessViewProps) {
  return <Leaving sent={sent} type="website" businessEmail={businessEmail} />;
}
