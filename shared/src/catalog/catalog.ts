import type { AddonId, ServiceId } from './ids.ts';
import { formatPrice, type Cents } from './money.ts';

export type Addon = {
  id: AddonId;
  service: ServiceId;
  name: string;
  /** May contain the placeholders of the pages' texts. */
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
  daysFrom: number;
  daysTo: number;
  /** How many design revisions or updates are included. Null if they are not counted. */
  rounds: number | null;
};

export type TaxRate = {
  /** "MI" */
  state: string;
  /** "Michigan" */
  name: string;
  /** With at most three decimals. */
  percent: number;
};

/** What decides a tax. */
export type TaxRules = {
  taxes: TaxRate[];
  /** The setting RECURRING_TAX: recurring amounts include tax. */
  taxesRecurring: boolean;
  /** The number of the certificate of a customer who pays none. */
  exempt?: string;
};

/** What the shop sells, in one published version. */
export type Catalog = {
  /** Of the published version. 0 in the code. */
  version: number;
  services: Record<ServiceId, ServiceOffer>;
  /** In display order. */
  addons: Addon[];
  taxes: TaxRate[];
};

/** The add-ons of a service that can be bought with this billing. */
export const addonsOf = ({ addons }: Pick<Catalog, 'addons'>, service: ServiceId, isYearly = true): Addon[] =>
  addons.filter(
    (addon) => addon.isActive !== false && addon.service === service && (isYearly || addon.period !== 'year'),
  );

/** What applied when something was bought. It stays with the order. */
export type Terms = {
  /** Of the buyer's address. 0 without tax. */
  taxPercent: number;
  /** The recurring amount includes tax. */
  taxesRecurring: boolean;
  /** The number of the certificate of a customer who was exempt. */
  exempt?: string;
  services: Partial<
    Record<
      ServiceId,
      Pick<ServiceOffer, 'firstPaymentCents' | 'monthlyCents' | 'daysFrom' | 'daysTo' | 'rounds'>
    >
  >;
};

/** "$49", "$20/month", "Custom" */
export const addonPrice = ({ priceCents, period }: Pick<Addon, 'priceCents' | 'period'>): string =>
  priceCents === null ? 'Custom' : `${formatPrice(priceCents)}${period ? `/${period}` : ''}`;
