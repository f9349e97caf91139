import * as z from 'zod/mini';
import { SERVICE_IDS } from '../../catalog/ids.ts';

export const FUNNEL_DAYS = ['30', '90'] as const;
export type FunnelDays = (typeof FUNNEL_DAYS)[number];
export const FunnelQuery = z.object({ days: z._default(z.enum(FUNNEL_DAYS), '30') });

/** The number of visits that reached each of `SALE_STEPS`, in that order. */
const Counts = z.array(z.int());

export const FunnelAnswer = z.object({
  success: z.literal(true),
  all: Counts,
  byService: z.record(z.enum(SERVICE_IDS), Counts),
  /** Where visits came from, those with the most revenue and visits first. */
  campaigns: z.array(z.object({ name: z.string(), counts: Counts, cents: z.int() })),
  /** The number of campaigns that are not listed. */
  more: z.int(),
});
export type FunnelAnswer = z.infer<typeof FunnelAnswer>;
