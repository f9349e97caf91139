import type { Cents } from './money.ts';
import type { AddonId, ServiceId } from './ids.ts';
import { serviceList, type Service } from './services.ts';

export type Selection = {
  serviceIds: readonly ServiceId[];
  addonIds: readonly AddonId[];
  isYearly: boolean;
  /** More for services that were bought before. */
  isAddonsOnly?: boolean;
};

/** A promo code confirmed by the server. The codes are stored only in its database. */
export type Promo = {
  code: string;
  amountOffCents: Cents;
  /** Instead of an amount. */
  percentOff?: number | undefined;
  /** The only services that it reduces, with their add-ons. */
  serviceIds?: ServiceId[] | undefined;
};

export type TaxAddress = {
  /** Defaults to the US. */
  country?: string | undefined;
  state?: string | undefined;
  postalCode?: string | undefined;
};

export type PriceLine = {
  serviceId: ServiceId;
  addonId?: AddonId;
  name: string;
  amountCents: Cents;
  /** The reason for an amount of 0. */
  note?: 'billed-separately' | 'custom-quote';
};

export type Price = {
  lines: PriceLine[];
  subtotalCents: Cents;
  promoCode: string | null;
  discountCents: Cents;
  taxCents: Cents;
  dueTodayCents: Cents;
  recurringCents: Cents;
  /** Null without recurring payments. */
  recurringPeriod: 'month' | 'year' | null;
};

const TAXED_COUNTRY = /^(us|usa|united states( of america)?)$/i;
const TAXED_STATE = /^\s*(mi|michigan)\s*$/i;
const TAX_PERCENT = 6;
/** The least that a provider charges. */
export const MINIMUM_AMOUNT_CENTS = 50;

/** The only place that calculates prices. The site shows its result, and the API charges it. */
export function computePrice(
  selection: Selection,
  promo: Promo | null = null,
  address: TaxAddress = {},
  /** The setting RECURRING_TAX: the recurring amount then includes the tax of a taxed address. */
  taxesRecurring = false,
): Price {
  const services = serviceList.filter((service) => selection.serviceIds.includes(service.id));
  const lines = services.flatMap((service): PriceLine[] => [
    ...(selection.isAddonsOnly ? [] : [serviceLine(service)]),
    ...service.addons
      .filter((addon) => selection.addonIds.includes(addon.id))
      .map((addon): PriceLine => ({
        serviceId: service.id,
        addonId: addon.id,
        name: addon.name,
        amountCents: addon.priceCents,
        ...(addon.isCustomQuote && { note: 'custom-quote' }),
      })),
  ]);
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const hasTax = isTaxed(address);
  const recurringPriceCents = sum(
    (selection.isAddonsOnly ? [] : services)
      .filter((service) => service.hasRecurringCost && !service.isBilledSeparately)
      .map((service) => (selection.isYearly ? service.yearlyPriceCents : service.monthlyPriceCents) ?? 0),
  );
  const discountCents = promo ? discountOf(promo, lines, recurringPriceCents > 0) : 0;
  const taxCents = hasTax ? taxOn(subtotalCents - discountCents) : 0;
  const recurringCents = recurringPriceCents + (hasTax && taxesRecurring ? taxOn(recurringPriceCents) : 0);
  return {
    lines,
    subtotalCents,
    promoCode: promo && discountCents > 0 ? promo.code : null,
    discountCents,
    taxCents,
    dueTodayCents: subtotalCents - discountCents + taxCents,
    recurringCents,
    recurringPeriod: recurringCents === 0 ? null : selection.isYearly ? 'year' : 'month',
  };
}

/**
 * What is left to pay can be charged: nothing, or at least the minimum. With a recurring payment it is never
 * nothing, because the first payment saves the card.
 */
function discountOf(promo: Promo, lines: readonly PriceLine[], isRecurring: boolean): Cents {
  const total = sum(lines.map((line) => line.amountCents));
  const reduced = sum(
    lines
      .filter((line) => promo.serviceIds?.includes(line.serviceId) ?? true)
      .map((line) => line.amountCents),
  );
  const off = promo.percentOff ? percentOf(promo.percentOff, reduced) : promo.amountOffCents;
  const left = total - Math.min(reduced, off);
  const payable = left === 0 && !isRecurring ? 0 : Math.max(left, MINIMUM_AMOUNT_CENTS);
  return Math.max(0, total - payable);
}

function serviceLine({ id, name, isBilledSeparately, basePriceCents }: Service): PriceLine {
  return isBilledSeparately
    ? { serviceId: id, name, amountCents: 0, note: 'billed-separately' }
    : { serviceId: id, name, amountCents: basePriceCents };
}

export function isTaxed({ country, state, postalCode }: TaxAddress): boolean {
  // MI is also Milan's province code.
  if (!TAXED_COUNTRY.test(country?.trim() || 'US')) return false;
  return TAXED_STATE.test(state ?? '') && (postalCode ?? '').trim() !== '';
}

/** Rounds half up with integers. Floating-point math is wrong for thousands of amounts. */
export function percentOf(percent: number, cents: Cents): Cents {
  return Math.floor((cents * percent + 50) / 100);
}

export const taxOn = (cents: Cents): Cents => percentOf(TAX_PERCENT, cents);

export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0);
}
