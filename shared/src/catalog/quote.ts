import type { ServiceId } from './ids.ts';
import { formatUsd, type Cents } from './money.ts';
import type { TaxRules } from './catalog.ts';
import {
  MINIMUM_AMOUNT_CENTS,
  percentOf,
  repeatedPrice,
  sum,
  taxPercentOf,
  type Price,
  type PriceLine,
  type TaxAddress,
} from './price.ts';
import { SERVICES } from './services.ts';

export type QuoteLine = {
  name: string;
  description: string;
  quantity: number;
  /** Of one. */
  amountCents: Cents;
  /** Null for what is paid once. */
  period: 'month' | 'year' | null;
  /** The customer chooses it. */
  isOptional: boolean;
  /** An optional line that is chosen until the customer leaves it out. */
  isSuggested?: boolean;
  service: ServiceId;
  /** In how many business days after the payment it is due. Absent if it is no work of its own. */
  dueDays?: number | null;
  /** Whether its service's form has to be filled out. Absent in older quotes, which needed it. */
  needsForm?: boolean;
};

/** What a quote offers. The customer accepts it with or without its optional lines. */
export type QuoteTerms = {
  lines: QuoteLine[];
  discountCents: Cents;
  /** How much of the total is paid when the customer accepts. 0: it is billed elsewhere, or later. */
  duePercent: number;
};

export type QuotePrice = {
  /** Everything that was chosen. */
  whole: Price;
  /** What is paid when the customer accepts, as the price of the order that it makes. */
  now: Price;
  /** The rest, or null. Both add up to `whole` to the cent. */
  later: Price | null;
};

/** The price of a quote without the optional lines at these indexes. At first, only suggested ones are chosen. */
export function priceQuote(
  { taxes, taxesRecurring, exempt }: TaxRules,
  { lines, discountCents: reduction, duePercent }: QuoteTerms,
  address: TaxAddress,
  without: readonly number[] = notSuggested(lines),
): QuotePrice {
  const chosen = chosenLines(lines, without);
  const once = chosen.filter(({ period }) => period === null);
  const later = chosen.filter(({ period }) => period !== null);
  const subtotalCents = sum(once.map(amountOf));
  const left = Math.max(0, subtotalCents - reduction);
  // A provider charges nothing or at least the minimum.
  const net = left === 0 ? 0 : Math.min(subtotalCents, Math.max(left, MINIMUM_AMOUNT_CENTS));
  const taxPercent = taxPercentOf(taxes, { ...address, exempt });
  const taxCents = percentOf(taxPercent, net);
  const repeated = duePercent === 0 ? 0 : sum(later.map(amountOf));
  const recurringCents = repeated + (taxesRecurring ? percentOf(taxPercent, repeated) : 0);
  const whole: Price = {
    lines: chosen.map(priceLine),
    subtotalCents,
    promoCode: null,
    discountCents: subtotalCents - net,
    taxCents,
    dueTodayCents: net + taxCents,
    recurringCents,
    recurringPeriod: recurringCents > 0 ? (later[0]?.period ?? null) : null,
    terms: { taxPercent, taxesRecurring, exempt, services: {} },
  };
  return split(whole, duePercent, servicesOf(chosen));
}

/** What counts for those who may not send every quote: all lines, also of what is billed elsewhere. */
export function sentCents(rules: TaxRules, terms: QuoteTerms, address: TaxAddress): Cents {
  const { dueTodayCents, recurringCents } = priceQuote(
    rules,
    { ...terms, duePercent: 100 },
    address,
    [],
  ).whole;
  return dueTodayCents + recurringCents;
}

/** The optional lines that nobody has chosen yet. */
export const notSuggested = (lines: readonly Pick<QuoteLine, 'isOptional' | 'isSuggested'>[]): number[] =>
  lines.flatMap(({ isOptional, isSuggested }, index) => (isOptional && !isSuggested ? [index] : []));

/** Without the optional lines at these indexes. */
export const chosenLines = (lines: readonly QuoteLine[], without: readonly number[]): QuoteLine[] =>
  lines.filter((line, index) => !(line.isOptional && without.includes(index)));

/** The lines that count, and those that the customer can still add. */
export function offeredLines(lines: readonly QuoteLine[], agreed?: { without: readonly number[] } | null) {
  const without = agreed?.without ?? notSuggested(lines);
  return {
    chosen: chosenLines(lines, without),
    options: agreed ? [] : lines.filter((_, index) => without.includes(index)),
  };
}

/** "Photos × 2" and "$500.00", or "$45.00 a month" */
export const lineName = ({ name, quantity }: QuoteLine): string =>
  quantity > 1 ? `${name} × ${quantity}` : name;
export const lineAmount = ({ quantity, amountCents, period }: QuoteLine): string =>
  period ? repeatedPrice(quantity * amountCents, period) : formatUsd(quantity * amountCents);

/** "Within 5 business days after your payment" */
export const dueWords = ({ dueDays }: Pick<QuoteLine, 'dueDays'>): string =>
  dueDays ? `Within ${dueDays} business ${dueDays === 1 ? 'day' : 'days'} after your payment` : '';

/** The services of the lines, in the order of the catalog. */
export const servicesOf = (lines: readonly QuoteLine[]): ServiceId[] =>
  (Object.keys(SERVICES) as ServiceId[]).filter((id) => lines.some(({ service }) => service === id));

const priceLine = (line: QuoteLine): PriceLine => ({
  serviceId: line.service,
  name: lineName(line),
  ...(line.period
    ? { amountCents: 0, note: repeatedPrice(amountOf(line), line.period) }
    : { amountCents: amountOf(line) }),
});

const amountOf = ({ quantity, amountCents }: QuoteLine): Cents => quantity * amountCents;

function split(whole: Price, percent: number, [service = 'website']: ServiceId[]): QuotePrice {
  const { dueTodayCents, taxCents, recurringCents, recurringPeriod, terms } = whole;
  const net = dueTodayCents - taxCents;
  const [netNow, taxNow] = [percentOf(percent, net), percentOf(percent, taxCents)];
  const part = (name: string, amountCents: Cents, tax: Cents): Price => ({
    lines: [{ serviceId: service, name, amountCents }],
    subtotalCents: amountCents,
    promoCode: null,
    discountCents: 0,
    taxCents: tax,
    dueTodayCents: amountCents + tax,
    recurringCents: 0,
    recurringPeriod: null,
    terms,
  });
  if (percent === 0) return { whole, now: part('Nothing due now', 0, 0), later: laterOf(whole) };
  const [now, rest] = [netNow + taxNow, dueTodayCents - netNow - taxNow];
  // Neither part may be too small to be charged.
  if (now < MINIMUM_AMOUNT_CENTS || rest < MINIMUM_AMOUNT_CENTS) return { whole, now: whole, later: null };
  const first = part(`First payment (${percent}%)`, netNow, taxNow);
  const repeated = whole.lines.filter(({ note }) => note);
  return {
    whole,
    now: { ...first, lines: [...first.lines, ...repeated], recurringCents, recurringPeriod },
    later: part('Final payment', net - netNow, taxCents - taxNow),
  };
}

/** An invoice follows, unless nothing costs anything here. */
const laterOf = (whole: Price): Price | null => (whole.dueTodayCents > 0 ? whole : null);
