import type { AddonId, ServiceId } from './ids.ts';
import type { Cents } from './money.ts';

export type Addon = {
  id: AddonId;
  service: ServiceId;
  name: string;
  description: string;
  /** Of one period if there is one. Null for a price that is quoted. It counts as 0 until then. */
  priceCents: Cents | null;
  /**
   * Null for what is paid once. With yearly billing, twelve months are charged at once. A price per year is offered
   * with yearly billing only.
   */
  period: 'month' | 'year' | null;
  isActive: boolean;
};

/** `paused` and `hidden` cannot be bought. */
export type ServiceState = 'open' | 'paused' | 'hidden';

export type ServiceOffer = {
  firstPaymentCents: Cents;
  /** Null for a service without recurring payments. */
  monthlyCents: Cents | null;
  yearlyCents: Cents | null;
  state: ServiceState;
  /** The first day on which a paused service is sold again, such as "2026-12-24". Null until the owner says so. */
  pausedUntil: string | null;
  /** Shown in place of the button of a paused service. */
  pausedText: string;
  /** The promise: at least and at most so many business days until it is delivered or online. */
  days: readonly [number, number];
  /** How many design revisions or updates are included. Null if they are not counted. */
  rounds: number | null;
};

export type TaxRate = {
  /** "MI" */
  state: string;
  /** "Michigan", which buyers may also type. */
  name: string;
  /** With at most three decimals. */
  percent: number;
};

/** What decides a tax. */
export type TaxRules = {
  taxes: readonly TaxRate[];
  /** The setting RECURRING_TAX: recurring amounts include tax. */
  taxesRecurring: boolean;
};

/** What the shop sells, in one published version. */
export type Catalog = {
  /** Of the published version. 0 in the code. */
  version: number;
  services: Record<ServiceId, ServiceOffer>;
  /** In display order. */
  addons: readonly Addon[];
  taxes: readonly TaxRate[];
};

const open = { state: 'open', pausedUntil: null, pausedText: '' } as const;

/** The first version of every shop. */
export const DEFAULT_CATALOG: Catalog = {
  version: 0,
  services: {
    website: {
      firstPaymentCents: 14_900,
      monthlyCents: 3_000,
      yearlyCents: 30_000,
      ...open,
      days: [1, 2],
      rounds: 5,
    },
    voice: {
      firstPaymentCents: 19_900,
      monthlyCents: 19_900,
      yearlyCents: 199_000,
      ...open,
      days: [1, 2],
      rounds: null,
    },
    onhold: {
      firstPaymentCents: 9_900,
      monthlyCents: null,
      yearlyCents: null,
      ...open,
      days: [1, 1],
      rounds: 6,
    },
  },
  addons: [
    {
      id: 'revisions',
      service: 'website',
      name: 'Extra Design Revisions',
      description: 'More revisions beyond the five included.',
      priceCents: 4_900,
      period: null,
      isActive: true,
    },
    {
      id: 'custom-domain',
      service: 'website',
      name: 'Custom Domain Setup',
      description: 'Your own web address, connected and secured.',
      priceCents: 4_900,
      period: null,
      isActive: true,
    },
    {
      id: 'additional-pages',
      service: 'website',
      name: 'Additional Pages',
      description: 'Tell us what you need. We’ll quote before we build.',
      priceCents: null,
      period: null,
      isActive: true,
    },
  ],
  taxes: [{ state: 'MI', name: 'Michigan', percent: 6 }],
};

/** The add-ons of a service that can be bought with this billing. */
export const addonsOf = ({ addons }: Pick<Catalog, 'addons'>, service: ServiceId, isYearly = true): Addon[] =>
  addons.filter(
    (addon) => addon.isActive && addon.service === service && (isYearly || addon.period !== 'year'),
  );

/** What applied when something was bought. It stays with the order. */
export type Terms = {
  /** Of the buyer's address. 0 without tax. */
  taxPercent: number;
  /** The recurring amount includes tax. */
  taxesRecurring: boolean;
  services: Partial<
    Record<ServiceId, Pick<ServiceOffer, 'firstPaymentCents' | 'monthlyCents' | 'days' | 'rounds'>>
  >;
};

/** "1-2 business days", "1 business day" */
export const daysText = ([least, most]: readonly [number, number]): string =>
  `${least === most ? most : `${least}-${most}`} business ${most === 1 ? 'day' : 'days'}`;
