import * as z from 'zod/mini';
import { ADDON_IDS, SERVICE_IDS } from '../../catalog/ids.ts';
import type { Quote } from '../../catalog/quote.ts';

/** The schema of a `Quote` in a response. */
export const QuoteAnswer = z.object({
  lines: z.array(
    z.object({
      serviceId: z.enum(SERVICE_IDS),
      addonId: z.optional(z.enum(ADDON_IDS)),
      name: z.string(),
      amountCents: z.int(),
      note: z.optional(z.enum(['billed-separately', 'custom-quote'])),
    }),
  ),
  subtotalCents: z.int(),
  promoCode: z.nullable(z.string()),
  discountCents: z.int(),
  taxCents: z.int(),
  dueTodayCents: z.int(),
  recurringCents: z.int(),
  recurringPeriod: z.nullable(z.enum(['month', 'year'])),
}) satisfies z.ZodMiniType<Quote>;
