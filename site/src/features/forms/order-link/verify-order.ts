import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import type { VerifyOrderResponse } from '@northlight/shared/contracts/forms/forms.ts';
import { call } from '../../../lib/api-client.ts';

const INVALID = 'Invalid order number. Please check and try again.';

/** The error for an order number, or null. Throws `CallError` when the server does not respond. */
export async function verifyOrder(orderNumber: string): Promise<string | null> {
  try {
    const { exists, message } = await ask(orderNumber);
    return exists ? null : message || INVALID;
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error;
    return error.response?.message || INVALID;
  }
}

/** Also false if unknown, when the server does not respond or was called too often. */
export async function isUnknownOrder(orderNumber: string): Promise<boolean> {
  return ask(orderNumber).then(
    ({ exists }) => !exists,
    () => false,
  );
}

function ask(typed: string): Promise<VerifyOrderResponse> {
  return call('GET /api/json/verify-order', { query: { orderNumber: normalizeOrderNumber(typed) } });
}
