import type { Sent } from '../request-form.ts';

/** For a form that was sent under an order's number without its link. */
export function ToConfirm({ sent }: { sent: Sent }) {
  if (sent.response.promises !== 'confirm') return null;
  return (
    <p>
      Please open the email that we’ve just sent you and confirm that this form is yours. We start once you
      have.
    </p>
  );
}
