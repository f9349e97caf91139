import { CallError } from '@northlight/shared/contracts/call-error.ts';
import type { InputOf } from '@northlight/shared/contracts/endpoints.ts';
import { call } from '../../../lib/api-client.ts';
import type { UploadsState } from '../../uploads/upload-field.tsx';
import type { FormDraft } from '../draft/form-draft.ts';
import type { ResolverResult } from 'react-hook-form';
import type { Question } from '../fields/questions.ts';
import type { Answers, FormCall, RequestForm, Sent } from '../request-form.ts';
import { FORM_PAGES } from '../../../lib/form-pages.ts';
import { intakeAnswers, isCorrection } from '../order-link/order-link.ts';
import { verifyOrder } from '../order-link/verify-order.ts';

const WAIT_MS = 100;
const MOST_WAITS = 100;
const FILE_MISSING = 'A file didn’t upload. Try again or remove it, then submit the form.';

type Options = {
  leaveEmpty: string;
  uploads: { current: UploadsState };
  /** The visitor was asked and wants to send a form that says nothing new. */
  isEmptyMeant: boolean;
};

/**
 * Safe to resend the same draft. Null if it says nothing but what its link filled in, so that one tap does not send an
 * empty form. Throws `CallError`.
 */
export async function sendForm(
  request: RequestForm,
  draft: FormDraft,
  body: object,
  { leaveEmpty, uploads, isEmptyMeant }: Options,
): Promise<Sent | null> {
  if (!isEmptyMeant && isOnlyPrefilled(request, draft)) return null;
  const { call: formCall, noOrderField, orderField } = request;
  const { answers, submissionKey, openedAt, intake } = draft;
  if (!(await haveArrived(uploads))) throw new CallError(413, JSON.stringify({ message: FILE_MISSING }));
  if (orderField && noOrderField && !answers[noOrderField])
    await refuseUnknown(orderField, String(answers[orderField]));
  const whole = {
    ...body,
    ...(!orderField && intake && { orderNumber: intake.orderNumber }),
    ...(intake && { orderKey: intake.key }),
    submissionKey,
    leaveEmpty,
    filledInMs: Math.max(0, Date.now() - openedAt),
  };
  // Its schema has checked the body of this form.
  const response = await call(formCall, { body: whole } as InputOf<FormCall>);
  const { nextForm } = response;
  const link = intake && new URLSearchParams({ order: intake.orderNumber, key: intake.key });
  return {
    response,
    email: String(answers['email']).trim(),
    nextForm: nextForm && link && `${FORM_PAGES[nextForm]}?${link}`,
    correctedAt: link && isCorrection() ? `/order?${link}&corrected` : null,
  };
}

export { fieldErrors } from '../../../lib/api-client.ts';

function isOnlyPrefilled(request: RequestForm, { answers, intake, files }: FormDraft): boolean {
  if (!intake || isCorrection() || files.length > 0) return false;
  const known = intakeAnswers(request, intake);
  return Object.entries(answers).every(
    ([name, value]) =>
      name in known || name === request.noOrderField || typeof value !== 'string' || value.trim() === '',
  );
}

/** The page's security policy forbids what zod does otherwise when it makes a schema. */
export async function loadStrict(loadSchema: RequestForm['loadSchema']) {
  await import('@northlight/shared/contracts/strict-zod.ts');
  return loadSchema();
}

/** What is sent, or the first error of each field. Without the schema, only the server checks. */
export async function check(
  { loadSchema, toBody }: RequestForm,
  questions: Record<string, Question>,
  answers: Answers,
): Promise<ResolverResult<Answers, object>> {
  const body = toBody(shownAnswers(answers, questions));
  const schemaFor = await loadStrict(loadSchema).catch(() => null);
  const issues = schemaFor?.(body).safeParse(body).error?.issues;
  if (!issues) return { values: body, errors: {} };
  const errors: Record<string, { type: string; message: string }> = {};
  for (const { path, message } of issues) errors[String(path[0])] ??= { type: 'check', message };
  return { values: {}, errors };
}

/** Answers under an unchecked box stay on the page in case it is checked again, but are not sent. */
export function shownAnswers(answers: Answers, questions: Record<string, Question>): Answers {
  const isShown = ([name]: [string, unknown]) => {
    const under = questions[name]?.under;
    return under === undefined || answers[under] === true;
  };
  return Object.fromEntries(Object.entries(answers).filter(isShown));
}

/** Waits for files that are under way. */
async function haveArrived(uploads: { current: UploadsState }): Promise<boolean> {
  for (let waits = 0; uploads.current === 'opening' && waits < MOST_WAITS; waits += 1)
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  const { current } = uploads;
  return current === null || (current !== 'opening' && current.whenDone());
}

/** In the same format as the server's errors. */
async function refuseUnknown(field: string, orderNumber: string): Promise<void> {
  const message = await verifyOrder(orderNumber);
  if (message) throw new CallError(400, JSON.stringify({ message, fields: { [field]: [message] } }));
}
