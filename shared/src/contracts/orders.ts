import * as z from 'zod/mini';

/** Digits alone get the prefix; the result is upper case and trimmed. */
export function normaliseOrderNumber(text: string): string {
  const trimmed = text.trim().toUpperCase();
  return /^\d+$/.test(trimmed) ? `ORD-${trimmed}` : trimmed;
}

/** "ORD-10001" or "10001", given back as "ORD-10001" (D12). */
export const OrderNumber = z.pipe(
  z
    .string('Order number is required')
    .check(z.trim(), z.minLength(1, 'Order number is required'), z.maxLength(24, 'Order number is too long')),
  z.pipe(
    z.transform(normaliseOrderNumber),
    z
      .string()
      .check(
        z.regex(
          /^ORD-\d{5,}$/,
          'Order number must be in format ORD-XXXXX (or just enter the 5 digits)',
        ),
      ),
  ),
);

export const VERIFY_ORDER_PATH = '/api/json/verify-order';
export const VerifyOrderQuery = z.object({ orderNumber: OrderNumber });
export type VerifyOrderAnswer = { exists: boolean; message: string };
