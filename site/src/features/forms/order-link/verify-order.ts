import { CallError } from '@northlight/shared/contracts/call-error.ts';
import { VERIFY_ORDER_PATH } from '@northlight/shared/contracts/forms/form-paths.ts';
import { normaliseOrderNumber } from '@northlight/shared/contracts/forms/order-number.ts';
import type { VerifyOrderAnswer } from '@northlight/shared/contracts/forms/verify-order.ts';
import { getJson } from '../../../lib/api-client.ts';

const INVALID = 'Invalid order number. Please check and try again.';

/** The error for an order number, or null. Throws `CallError` when nobody answers. */
export async function verifyOrder(orderNumber: string): Promise<string | null> {
  try {
    const { exists, message } = await ask(orderNumber);
    return exists ? null : message || INVALID;
  } catch (error) {
    if (!(error instanceof CallError) || error.status === 0) throw error;
    return error.answer?.message || INVALID;
  }
}

/** Also false when it is unknown: the server does not answer, or was called too often. */
export async function isUnknownOrder(orderNumber: string): Promise<boolean> {
  return ask(orderNumber).then(
    ({ exists }) => !exists,
    () => false,
  );
}

function ask(typed: string): Promise<VerifyOrderAnswer> {
  const orderNumber = normaliseOrderNumber(typed);
  return getJson(`${VERIFY_ORDER_PATH}?${new URLSearchParams({ orderNumber })}`);
}
