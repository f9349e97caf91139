import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../../lib/api-client.ts';
import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';
import type { Answers } from '../request-form.ts';
import type { LinkedOrder } from '../draft/form-draft.ts';
import { isCorrection, type OrderLink } from './order-link.ts';

/**
 * The response for a link: the customer's details, or a message for them. Neither if the server does not
 * respond.
 */
export type FoundIntake = {
  intake: LinkedOrder | null;
  note: string;
  /** The answers that are corrected. Empty for a new form. */
  answers: Answers;
};

export async function fetchIntake(link: OrderLink, kind: FormKind): Promise<FoundIntake> {
  try {
    const intake = await call('GET /api/intake', { query: link });
    if (isCorrection()) showCorrection();
    const sent = isCorrection() && (await call('GET /api/order/answers', { query: { ...link, form: kind } }));
    return { intake: { ...intake, key: link.key }, note: '', answers: sent ? sent.answers : {} };
  } catch (error) {
    // The link is invalid, or its order was delivered long ago.
    const isUnusable = error instanceof CallError && (error.status === 404 || error.status === 410);
    return { intake: null, note: isUnusable ? (error.response?.message ?? '') : '', answers: {} };
  }
}

/** The page was written for a first form. */
function showCorrection(): void {
  const [heading, lede] = ['h1', '.lede'].map((name) => document.querySelector(`.request-head ${name}`));
  if (heading) heading.textContent = 'Correct your answers';
  if (lede)
    lede.textContent =
      'Change what you like and save. We’ll start from the new answers. Your files stay with your order.';
}
