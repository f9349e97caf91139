import type { FormAnswer } from '@northlight/shared/contracts/forms.ts';
import { fieldErrors, postJson } from '../../lib/api-client.ts';
import type { FormDraft } from './form-draft.ts';
import { RefusedAnswers, type Faults, type RequestForm, type Sent } from './request-form.ts';

/** Sending the same draft again is harmless (D18). Throws `CallError`, or `RefusedAnswers` before anything was sent. */
export async function sendForm(
  { path, verify, orderField }: RequestForm,
  { answers, submissionKey, openedAt, intake }: FormDraft,
  body: object,
  leaveEmpty: string,
): Promise<Sent> {
  await verify?.(answers);
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

export function faultsIn(error: unknown): Faults {
  return error instanceof RefusedAnswers ? error.faults : fieldErrors(error);
}
