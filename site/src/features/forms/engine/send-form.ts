import { CallError } from '@northlight/shared/contracts/call-error.ts';
import type { FormAnswer } from '@northlight/shared/contracts/forms/forms.ts';
import { postJson } from '../../../lib/api-client.ts';
import type { FormDraft } from '../draft/form-draft.ts';
import type { RequestForm, Sent } from './request-form.ts';
import { verifyOrder } from '../order-link/verify-order.ts';

/** Safe to resend the same draft. Throws `CallError`. */
export async function sendForm(
  { path, noOrderField, orderField }: RequestForm,
  { answers, submissionKey, openedAt, intake }: FormDraft,
  body: object,
  leaveEmpty: string,
): Promise<Sent> {
  if (orderField && noOrderField && !answers[noOrderField])
    await refuseUnknown(orderField, String(answers[orderField]));
  const answer = await postJson<FormAnswer>(path, {
    ...body,
    ...(!orderField && intake && { orderNumber: intake.orderNumber }),
    ...(intake && { orderKey: intake.key }),
    submissionKey,
    leaveEmpty,
    filledInMs: Math.max(0, Date.now() - openedAt),
  });
  return { answer, email: String(answers['email']).trim() };
}

export { fieldErrors } from '../../../lib/api-client.ts';

/** In the same format as the server's errors. */
async function refuseUnknown(field: string, orderNumber: string): Promise<void> {
  const message = await verifyOrder(orderNumber);
  if (message) throw new CallError(400, JSON.stringify({ message, fields: { [field]: [message] } }));
}
