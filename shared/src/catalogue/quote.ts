import type { Cents } from './money.ts';
import type { AddonId, ServiceId } from './ids.ts';
import { serviceList } from './services.ts';

export type Selection = {
  serviceIds: readonly ServiceId[];
  addonIds: readonly AddonId[];
  isYearly: boolean;
};

/** A promo code confirmed by the server. The codes are stored only in its database. */
export type Promo = { code: string; amountOffCents: Cents };

export type TaxAddress = {
  /** Defaults to the US. */
  country?: string | undefined;
  state?: string | undefined;
  postalCode?: string | undefined;
};

export type QuoteLine = {
  serviceId: ServiceId;
  addonId?: AddonId;
  name: string;
  amountCents: Cents;
  /** The reason for an amount of 0. */
  note?: 'billed-separately' | 'custom-quote';
};

export type Quote = {
  lines: QuoteLine[];
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

/** The only place that calculates prices. The site shows its result, and the API charges it. */
export function quote(
  selection: Selection,
  promo: Promo | null = null,
  address: TaxAddress = {},
  /** The setting RECURRING_TAX: the recurring amount then includes the tax of a taxed address. */
  taxesRecurring = false,
): Quote {
  const services = serviceList.filter((service) => selection.serviceIds.includes(service.id));
  const lines = services.flatMap((service): QuoteLine[] => [
    service.isBilledSeparately
      ? { serviceId: service.id, name: service.name, amountCents: 0, note: 'billed-separately' }
      : { serviceId: service.id, name: service.name, amountCents: service.basePriceCents },
    ...service.addons
      .filter((addon) => selection.addonIds.includes(addon.id))
      .map((addon): QuoteLine => ({
        serviceId: service.id,
        addonId: addon.id,
        name: addon.name,
        amountCents: addon.priceCents,
        ...(addon.isCustomQuote && { note: 'custom-quote' }),
      })),
  ]);
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const discountCents = Math.min(subtotalCents, promo?.amountOffCents ?? 0);
  const hasTax = isTaxed(address);
  const taxCents = hasTax ? taxOn(subtotalCents - discountCents) : 0;
  const recurringPriceCents = sum(
    services
      .filter((service) => service.hasRecurringCost && !service.isBilledSeparately)
      .map((service) => (selection.isYearly ? service.yearlyPriceCents : service.monthlyPriceCents) ?? 0),
  );
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

function isTaxed({ country, state, postalCode }: TaxAddress): boolean {
  // MI is also Milan's province code.
  if (!TAXED_COUNTRY.test(country?.trim() || 'US')) return false;
  return TAXED_STATE.test(state ?? '') && (postalCode ?? '').trim() !== '';
}

/** Rounds half up with integers. Floating-point math is wrong for thousands of amounts. */
function taxOn(cents: Cents): Cents {
  return Math.floor((cents * TAX_PERCENT + 50) / 100);
}

function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0);
}
