import { SERVICE_IDS, type AddonId, type ServiceId } from './ids.ts';
import { formatPrice, type Cents } from './money.ts';

export type Addon = {
  id: AddonId;
  name: string;
  priceCents: Cents;
  /** Priced individually. Counts as 0 until then. */
  isCustomQuote?: boolean;
};

export type Service = {
  id: ServiceId;
  name: string;
  basePriceCents: Cents;
  monthlyPriceCents?: Cents;
  yearlyPriceCents?: Cents;
  hasRecurringCost: boolean;
  /** Billed by a third party, so it counts as 0 in the bundle and in recurring payments. */
  isBilledSeparately?: boolean;
  addons: readonly Addon[];
};

export const SERVICES = {
  website: {
    id: 'website',
    name: 'Website',
    basePriceCents: 14_900,
    monthlyPriceCents: 3_000,
    yearlyPriceCents: 30_000,
    hasRecurringCost: true,
    addons: [
      {
        id: 'revisions',
        name: 'Extra Design Revisions',
        priceCents: 4_900,
      },
      {
        id: 'custom-domain',
        name: 'Custom Domain Setup',
        priceCents: 4_900,
      },
      {
        id: 'additional-pages',
        name: 'Additional Pages',
        priceCents: 0,
        isCustomQuote: true,
      },
    ],
  },
  voice: {
    id: 'voice',
    name: 'AI Voice Agent',
    basePriceCents: 19_900,
    monthlyPriceCents: 19_900,
    yearlyPriceCents: 199_000,
    hasRecurringCost: true,
    isBilledSeparately: true,
    addons: [],
  },
  onhold: {
    id: 'onhold',
    name: 'On-Hold Audio',
    basePriceCents: 9_900,
    hasRecurringCost: false,
    addons: [],
  },
} as const satisfies { [Id in ServiceId]: Service & { id: Id } };

/** The services in display order, typed as `Service`. */
export const serviceList: readonly Service[] = SERVICE_IDS.map((id) => SERVICES[id]);

export function addonPrice(addon: Addon): string {
  return addon.isCustomQuote ? 'Custom' : formatPrice(addon.priceCents);
}

/** What paying by the year saves. */
export function yearlySavingCents(
  service: Pick<Required<Service>, 'monthlyPriceCents' | 'yearlyPriceCents'>,
): Cents {
  return 12 * service.monthlyPriceCents - service.yearlyPriceCents;
}
