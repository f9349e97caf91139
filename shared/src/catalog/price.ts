import { formatUsd, type Cents } from './money.ts';
import type { AddonId, ServiceId } from './ids.ts';
import { addonsOf, type Addon, type Catalog, type TaxRate, type Terms } from './catalog.ts';
import { serviceList, type Service } from './services.ts';
import { isInUs, stateCode, stateOfZip, UNKNOWN_STATE } from './us-states.ts';

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
  country?: string | null | undefined;
  state?: string | null | undefined;
  postalCode?: string | null | undefined;
  /** The number of the certificate of a buyer who pays no sales tax. */
  exempt?: string | undefined;
};

export type PriceLine = {
  serviceId: ServiceId;
  addonId?: AddonId;
  name: string;
  amountCents: Cents;
  /** The reason for an amount of 0: `billed-separately`, `custom-quote`, or a price that repeats, such as "$45.00 a month". */
  note?: string;
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
  /** Absent for what was bought before they were stored. */
  terms?: Terms | undefined;
};

/** The least and the most that a provider charges. */
export const MINIMUM_AMOUNT_CENTS = 50;
export const MAXIMUM_AMOUNT_CENTS = 99_999_999;

/** The only place that calculates prices. The site shows its result, and the API charges it. */
export function computePrice(
  catalog: Catalog,
  selection: Selection,
  promo: Promo | null = null,
  address: TaxAddress = {},
  /** The setting RECURRING_TAX: the recurring amount then includes the tax of a taxed address. */
  taxesRecurring = false,
): Price {
  const { isYearly, isAddonsOnly } = selection;
  const services = serviceList.filter((service) => selection.serviceIds.includes(service.id));
  const addons = services.flatMap(({ id }) =>
    addonsOf(catalog, id, isYearly).filter((addon) => selection.addonIds.includes(addon.id)),
  );
  const lines = services.flatMap((service): PriceLine[] => [
    ...(isAddonsOnly ? [] : [serviceLine(catalog, service)]),
    ...addons.filter((addon) => addon.service === service.id).map(addonLine),
  ]);
  const subtotalCents = sum(lines.map((line) => line.amountCents));
  const taxPercent = taxPercentOf(catalog.taxes, address);
  const recurringPriceCents = sum([
    ...(isAddonsOnly ? [] : services)
      .filter((service) => service.hasRecurringCost && !service.isBilledSeparately)
      .map(({ id }) => catalog.services[id][isYearly ? 'yearlyCents' : 'monthlyCents'] ?? 0),
    ...addons.map(({ priceCents, period }) =>
      period ? (priceCents ?? 0) * (isYearly && period === 'month' ? 12 : 1) : 0,
    ),
  ]);
  const discountCents = promo ? discountOf(promo, lines, recurringPriceCents > 0) : 0;
  const taxCents = percentOf(taxPercent, subtotalCents - discountCents);
  const recurringCents =
    recurringPriceCents + (taxesRecurring ? percentOf(taxPercent, recurringPriceCents) : 0);
  return {
    lines,
    subtotalCents,
    promoCode: promo && discountCents > 0 ? promo.code : null,
    discountCents,
    taxCents,
    dueTodayCents: subtotalCents - discountCents + taxCents,
    recurringCents,
    recurringPeriod: recurringCents === 0 ? null : isYearly ? 'year' : 'month',
    // Orders keep those of their own services: see `terms.ts`.
    terms: { taxPercent, taxesRecurring, exempt: address.exempt, services: catalog.services },
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

function serviceLine({ services }: Catalog, { id, name, isBilledSeparately }: Service): PriceLine {
  return isBilledSeparately
    ? { serviceId: id, name, amountCents: 0, note: 'billed-separately' }
    : { serviceId: id, name, amountCents: services[id].firstPaymentCents };
}

/** "$45.00 a month" */
export const repeatedPrice = (cents: Cents, period: 'month' | 'year'): string =>
  `${formatUsd(cents)} a ${period}`;

function addonLine({ id, service, name, priceCents, period }: Addon): PriceLine {
  const note = priceCents === null ? 'custom-quote' : period && repeatedPrice(priceCents, period);
  return {
    serviceId: service,
    addonId: id,
    name,
    amountCents: note ? 0 : (priceCents ?? 0),
    ...(note && { note }),
  };
}

/** The tax rate of an address in percent, or 0. */
export function taxPercentOf(
  taxes: readonly TaxRate[],
  { country, state, postalCode, exempt }: TaxAddress,
): number {
  if (exempt !== undefined) return 0;
  // MI is also Milan's province code.
  if (!isInUs(country) || !postalCode?.trim()) return 0;
  const code = stateCode(state ?? '');
  return taxes.find((one) => one.state === code)?.percent ?? 0;
}

/** What to ask about an address in the US without a state whose ZIP code is in a taxed one. Undefined where nothing is. */
export function stateQuestion(
  taxes: readonly TaxRate[],
  { dueTodayCents, recurringCents, terms }: Pick<Price, 'dueTodayCents' | 'recurringCents' | 'terms'>,
  { country, state, postalCode }: TaxAddress,
): string | undefined {
  const isTaxable = dueTodayCents > 0 || (recurringCents > 0 && terms?.taxesRecurring === true);
  if (!isTaxable || terms?.exempt !== undefined || !isInUs(country) || state?.trim()) return undefined;
  const code = stateOfZip(postalCode ?? '');
  const tax = taxes.find((one) => one.state === code && one.percent > 0);
  return (
    tax &&
    `This ZIP code is in ${tax.name}, where sales tax is collected. Enter the state, or continue to leave it empty.`
  );
}

/** What is wrong with the state of an address, or what to ask about it. */
export const stateFaultOf = (
  taxes: readonly TaxRate[],
  price: Price,
  address: TaxAddress,
): string | undefined =>
  address.state && isInUs(address.country) && !stateCode(address.state)
    ? UNKNOWN_STATE
    : stateQuestion(taxes, price, address);

/** Rounds half up with integers. Floating-point math is wrong for thousands of amounts. */
export function percentOf(percent: number, cents: Cents): Cents {
  return Math.floor((cents * Math.round(percent * 1000) + 50_000) / 100_000);
}

export function sum(amounts: readonly Cents[]): Cents {
  return amounts.reduce((total, amount) => total + amount, 0);
}
