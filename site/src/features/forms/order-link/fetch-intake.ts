import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { INTAKE_PATH } from '@northlight/shared/contracts/forms/form-paths.ts';
import type { Intake } from '@northlight/shared/contracts/forms/forms.ts';
import { getJson } from '../../../lib/api-client.ts';
import type { LinkedOrder } from '../draft/form-draft.ts';
import type { OrderLink } from './order-link.ts';

/** What a link returns: the customer's details, or a message for them; neither if nobody answers. */
export type FoundIntake = { intake: LinkedOrder | null; note: string };

export async function fetchIntake(link: OrderLink): Promise<FoundIntake> {
  try {
    const intake = await getJson<Intake>(`${INTAKE_PATH}?${new URLSearchParams(link)}`);
    return { intake: { ...intake, key: link.key }, note: '' };
  } catch (error) {
    // The link is not ours, or its order was delivered long ago.
    const isUnusable = error instanceof CallError && (error.status === 404 || error.status === 410);
    return { intake: null, note: isUnusable ? (error.answer?.message ?? '') : '' };
  }
}
