import * as z from 'zod/mini';

export const UnfinishedAnswer = z.object({
  success: z.literal(true),
  /** The number of checkouts of the last 30 days that reached the details and were not paid. */
  count: z.int(),
  /** The newest, without the customers. */
  items: z.array(
    z.object({
      id: z.int(),
      what: z.string(),
      dueCents: z.int(),
      step: z.enum(['information', 'payment']),
      /** Whether the customer wants a link to finish, or opened it. */
      link: z.enum(['none', 'wanted', 'opened']),
      updatedAt: z.string(),
    }),
  ),
  /** Orders that were finished with a link in the last 30 days. */
  recovered: z.object({ count: z.int(), cents: z.int() }),
});
export type UnfinishedAnswer = z.infer<typeof UnfinishedAnswer>;
