import * as z from 'zod/mini';
import { normalizeOrderNumber } from '../order-number.ts';
import { line, oneLine } from '../texts.ts';

/** For multiline answers. A whole form must stay below the server's limit of 256 KB. */
export const MAX_ANSWER_LENGTH = 100_000;

/**
 * The fields that each form sends in addition to its answers. All are optional, so answers alone also work.
 */
export const formMeta = {
  /** Generated when the page opens. The same content with the same key is stored only once. */
  submissionKey: z.optional(z.uuid('Must be a UUID')),
  /** A hidden field. Only programs fill it in. */
  leaveEmpty: z.optional(z.string('Please enter text').check(z.maxLength(MAX_ANSWER_LENGTH))),
  /** Milliseconds since the form was first opened in this browser. */
  filledInMs: z.optional(z.number('Must be a number').check(z.gte(0, 'Must not be negative'))),
  /**
   * The key of the customer's link with which the form was opened. It proves that the sender is the customer.
   */
  orderKey: z.optional(line(64)),
};
export type FormMeta = z.infer<z.ZodMiniObject<typeof formMeta>>;

/** Accepts "ORD-10001", "10001" and similar spellings, and returns "ORD-10001". */
export const OrderNumber = z.pipe(
  z
    .string('Order number is required')
    .check(
      oneLine(),
      z.minLength(1, 'Order number is required'),
      z.maxLength(24, 'Order number is too long'),
    ),
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
