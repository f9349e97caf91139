import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { call } from '../../../lib/api-client.ts';
import type { LinkedOrder } from '../draft/form-draft.ts';
import type { OrderLink } from './order-link.ts';

/** What a link opens, or what the buyer should know of it; neither where nobody answers. */
export type FoundIntake = { intake: LinkedOrder | null; note: string };

export async function fetchIntake(link: OrderLink): Promise<FoundIntake> {
  try {
    const intake = await call('GET /api/intake', { query: link });
    return { intake: { ...intake, key: link.key }, note: '' };
  } catch (error) {
    // It is none of ours, or its order was delivered long ago.
    const isUnusable = error instanceof CallError && (error.status === 404 || error.status === 410);
    return { intake: null, note: isUnusable ? (error.answer?.message ?? '') : '' };
  }
}
