import type { Cents } from './money.ts';

export const SERVICE_IDS = ['website', 'voice', 'onhold'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];

export const ADDON_IDS = ['revisions', 'custom-domain', 'additional-pages'] as const;
export type AddonId = (typeof ADDON_IDS)[number];

export type Addon = {
  id: AddonId;
  name: string;
  description: string;
  priceCents: Cents;
  /** Priced after a talk; counts as 0 until then. */
  isCustomQuote?: boolean;
};

export type Service = {
  id: ServiceId;
  name: string;
  summary: string;
  basePriceCents: Cents;
  monthlyPriceCents?: Cents;
  yearlyPriceCents?: Cents;
  hasRecurringCost: boolean;
  /** A third party bills it: it counts as 0 in the bundle, today and later. */
  isBilledSeparately?: boolean;
  features: readonly string[];
  addons: readonly Addon[];
};

export const SERVICES = {
  website: {
    id: 'website',
    name: 'Website',
    summary: 'One professional page, written, designed and hosted for you.',
    basePriceCents: 14_900,
    monthlyPriceCents: 3_000,
    yearlyPriceCents: 30_000,
    hasRecurringCost: true,
    features: [
      'One page, designed around your business',
      'Hosting included in the monthly price',
      'Up to 5 design revisions',
      'Live 1-2 business days after you approve',
    ],
    addons: [
      {
        id: 'revisions',
        name: 'Extra Design Revisions',
        description: 'More rounds after the five that are included.',
        priceCents: 4_900,
      },
      {
        id: 'custom-domain',
        name: 'Custom Domain Setup',
        description: 'Your own address, connected and secured.',
        priceCents: 4_900,
      },
      {
        id: 'additional-pages',
        name: 'Additional Pages',
        description: 'Tell us what you need; we quote before we build.',
        priceCents: 0,
        isCustomQuote: true,
      },
    ],
  },
  voice: {
    id: 'voice',
    name: 'AI Voice Agent',
    summary: 'Answers your phone day and night and books the work.',
    basePriceCents: 19_900,
    monthlyPriceCents: 19_900,
    yearlyPriceCents: 199_000,
    hasRecurringCost: true,
    isBilledSeparately: true,
    features: [
      'Answers every call, also at night',
      'Books appointments and takes messages',
      'Learns from your own pages and notes',
      'Operational in 1-2 business days',
    ],
    addons: [],
  },
  onhold: {
    id: 'onhold',
    name: 'On-Hold Audio',
    summary: 'A spoken message over music while your callers wait.',
    basePriceCents: 9_900,
    hasRecurringCost: false,
    features: [
      'Written and voiced for your business',
      'Delivered as an MP3 in 1 business day',
      'Up to 6 free updates',
      'One payment, nothing recurring',
    ],
    addons: [],
  },
} as const satisfies { [Id in ServiceId]: Service & { id: Id } };

/** The services in the order in which they are always shown, as plain `Service`. */
export const serviceList: readonly Service[] = SERVICE_IDS.map((id) => SERVICES[id]);

export function isServiceId(value: unknown): value is ServiceId {
  return SERVICE_IDS.some((id) => id === value);
}
