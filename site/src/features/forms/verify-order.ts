import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { VERIFY_ORDER_PATH } from '@northlight/shared/contracts/form-paths.ts';
import type { VerifyOrderAnswer } from '@northlight/shared/contracts/orders.ts';
import { getJson } from '../../lib/api-client.ts';

const INVALID = 'Invalid order number. Please check and try again.';

/** What is wrong with an order number, or null. Throws `CallError` when nobody answers. */
export async function verifyOrder(orderNumber: string): Promise<string | null> {
  try {
    const path = `${VERIFY_ORDER_PATH}?${new URLSearchParams({ orderNumber })}`;
    const { exists, message } = await getJson<VerifyOrderAnswer>(path);
    return exists ? null : message || INVALID;
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error;
    return error.answer?.message || INVALID;
  }
}
