import type { ServiceId } from './ids.ts';
import { formatUsd, type Cents } from './money.ts';
import type { TaxRules } from './catalog.ts';
import { MINIMUM_AMOUNT_CENTS, percentOf, sum, taxPercentOf, type Price, type TaxAddress } from './price.ts';
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
    lines: chosen.map((line) => ({
      serviceId: line.service,
      name: line.quantity > 1 ? `${line.name} × ${line.quantity}` : line.name,
      ...(line.period ? { amountCents: 0, note: 'recurring' } : { amountCents: amountOf(line) }),
    })),
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

/** The optional lines that nobody has chosen yet. */
export const notSuggested = (lines: readonly Pick<QuoteLine, 'isOptional' | 'isSuggested'>[]): number[] =>
  lines.flatMap(({ isOptional, isSuggested }, index) => (isOptional && !isSuggested ? [index] : []));

/** Without the optional lines at these indexes. */
export const chosenLines = (lines: readonly QuoteLine[], without: readonly number[]): QuoteLine[] =>
  lines.filter((line, index) => !(line.isOptional && without.includes(index)));

/** "Photos × 2, $500.00: of the shop and the team." */
export function optionText({ name, quantity, amountCents, period, description }: QuoteLine): string {
  const price = `${formatUsd(quantity * amountCents)}${period ? ` a ${period}` : ''}`;
  return `${name}${quantity > 1 ? ` × ${quantity}` : ''}, ${price}${description ? `: ${description}` : '.'}`;
}

/** The services of the lines, in the order of the catalog. */
export const servicesOf = (lines: readonly QuoteLine[]): ServiceId[] =>
  (Object.keys(SERVICES) as ServiceId[]).filter((id) => lines.some(({ service }) => service === id));

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
  return {
    whole,
    now: { ...part(`First payment (${percent}%)`, netNow, taxNow), recurringCents, recurringPeriod },
    later: part('Final payment', net - netNow, taxCents - taxNow),
  };
}

/** An invoice follows, unless nothing costs anything here. */
const laterOf = (whole: Price): Price | null => (whole.dueTodayCents > 0 ? whole : null);
