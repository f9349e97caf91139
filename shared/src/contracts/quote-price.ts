import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import type { TaxRules } from '../catalog/catalog.ts';
import type { QuotePrice } from '../catalog/quote.ts';
import { PriceResponse } from './checkout.ts';

/** What a page needs to compute totals. */
export const TaxRulesResponse = z.object({
  taxes: z.array(z.object({ state: z.string(), name: z.string(), percent: z.number() })),
  taxesRecurring: z.boolean(),
  exempt: z.optional(z.string()),
}) satisfies z.ZodMiniType<TaxRules>;

/** The sums as they were agreed or sent, or those of today while the quote can be accepted. */
export const QuotePriceResponse = z.object({
  whole: PriceResponse,
  now: PriceResponse,
  later: z.nullable(PriceResponse),
}) satisfies z.ZodMiniType<QuotePrice>;

/** A line as it is shown. The amount is of one, such as "450.00". */
export const ShownLine = z.object({
  name: z.string(),
  description: z.string(),
  quantity: z.int(),
  amount: z.string(),
  period: z.nullable(z.enum(['month', 'year'])),
  isOptional: z.boolean(),
  isSuggested: z.optional(z.boolean()),
  service: z.enum(SERVICE_IDS),
  dueDays: z.optional(z.nullable(z.int())),
  needsForm: z.optional(z.boolean()),
});
