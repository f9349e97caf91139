import * as z from 'zod/mini';
import { SERVICE_IDS } from '../catalog/ids.ts';
import { success, type EndpointTable, raw } from './endpoint.ts';

/** The steps of a sale that are counted, in order. The server itself counts `paid`. */
export const SALE_STEPS = ['seen', 'services', 'information', 'payment', 'paid'] as const;
export type SaleStep = (typeof SALE_STEPS)[number];

const LONGEST = 60;
const UNREADABLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;

/** A label as it is counted. What looks like an email address does not belong in a link, and is dropped. */
function labelOf(typed: string): string {
  const label = typed.replaceAll(UNREADABLE, ' ').trim().toLowerCase().slice(0, LONGEST).trim();
  return label.includes('@') ? '' : label;
}

const Label = z._default(z.pipe(z.string().check(z.maxLength(2_000)), z.transform(labelOf)), '');

/** What a visit’s first link said about where it came from. Empty for what it did not say. */
export const CameFrom = z.object({
  /** `utm_source`, `utm_medium` and `utm_campaign`. */
  source: Label,
  medium: Label,
  campaign: Label,
  /** The host of the page with the link. */
  referrer: Label,
  /** The promo code in the link. */
  promo: Label,
});
export type CameFrom = z.infer<typeof CameFrom>;

/** One call for a step that a tab reaches for the first time, or for services that are new in it. */
export const CountStep = z.object({
  step: z.enum(SALE_STEPS).check(z.refine((step) => step !== 'paid', 'The shop counts payments itself')),
  /** False if this tab has reached the step before, with other services. */
  isFirst: z.boolean(),
  services: z
    .array(z.enum(SERVICE_IDS))
    .check(z.refine((ids) => new Set(ids).size === ids.length, 'Each service counts only once')),
  cameFrom: CameFrom,
});
export type CountStep = z.input<typeof CountStep>;

/** "newsletter / email / spring", "from google.com", "link with SAVE50", or "Direct". */
export function cameFromWords({ source, medium, campaign, referrer, promo }: CameFrom): string {
  const tags = [source, medium, campaign].filter((tag) => tag !== '').join(' / ');
  const parts = [
    tags || (referrer && `From ${referrer}`),
    promo && `Link with ${promo.toUpperCase()}`,
  ].filter((part) => part !== '');
  return parts.join(', ') || 'Direct';
}

export const FUNNEL_DAYS = ['30', '90'] as const;
export type FunnelDays = (typeof FUNNEL_DAYS)[number];
export const FunnelQuery = z.object({ days: z._default(z.enum(FUNNEL_DAYS), '30') });

/** The number of visits that reached each of `SALE_STEPS`, in that order. */
const Counts = z.array(z.int());

export const FunnelResponse = success({
  all: Counts,
  byService: z.record(z.enum(SERVICE_IDS), Counts),
  /** Where visits came from, those with the most revenue and visits first. */
  campaigns: z.array(z.object({ name: z.string(), counts: Counts, cents: z.int() })),
  /** The number of campaigns that are not listed. */
  more: z.int(),
});
export type FunnelResponse = z.infer<typeof FunnelResponse>;

export const funnelEndpoints = {
  'POST /api/sale-steps': raw(
    'public',
    'Counts that a visit reached a step toward an order. Stores nothing about the visitor.',
    'empty',
    { limits: [{ name: 'sale-steps', perMinute: 60 }], body: CountStep },
  ),
  'GET /api/json/funnel': {
    access: 'manage',
    summary: 'Counts how far visits got toward an order, by service and by where they came from.',
    query: FunnelQuery,
    response: FunnelResponse,
  },
} satisfies EndpointTable;
