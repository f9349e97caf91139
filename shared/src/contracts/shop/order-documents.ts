import * as z from 'zod/mini';

/** An invoice or a credit note of an order. */
export const OrderDocument = z.object({
  /** Such as "INV-1001" or "CN-1003", from one sequence. */
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** When it was issued. */
  date: z.string(),
  /** Not negative, on a credit note, too. */
  amountCents: z.int(),
  /** A credit note whose refund failed later. */
  isVoid: z.boolean(),
  /** The path of its PDF. */
  url: z.string(),
});
export type OrderDocument = z.infer<typeof OrderDocument>;

/** Without a number: the order's own invoice, or a receipt if it cost nothing. */
export const DocumentQuery = z.object({
  number: z.optional(
    z
      .string('number must be text')
      .check(z.regex(/^(?:INV-|CN-)?[1-9]\d{0,14}$/i, 'number must look like INV-1001')),
  ),
});
