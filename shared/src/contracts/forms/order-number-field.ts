import * as z from 'zod/mini';
import { normalizeOrderNumber } from './order-number.ts';

/** Accepts "ORD-10001", "10001" and similar spellings, and returns "ORD-10001". */
export const OrderNumber = z.pipe(
  z
    .string('Order number is required')
    .check(z.trim(), z.minLength(1, 'Order number is required'), z.maxLength(24, 'Order number is too long')),
  z.pipe(
    z.transform(normalizeOrderNumber),
    z
      .string()
      .check(
        z.regex(/^ORD-\d{5,}$/, 'Order number must be in format ORD-XXXXX (or just enter the 5 digits)'),
      ),
  ),
);

/** For forms that can be sent without an order number. Blank counts as missing. */
export const GivenOrderNumber = z.optional(
  z.pipe(
    z.transform((given: string | null | undefined) => (isBlank(given) ? undefined : given)),
    z.optional(OrderNumber),
  ),
);

function isBlank(given: unknown): boolean {
  return given === null || (typeof given === 'string' && given.trim() === '');
}
