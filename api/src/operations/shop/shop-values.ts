import type { Addon, ServiceOffer } from '@northlight/shared/catalog/catalog.ts';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { MINIMUM_AMOUNT_CENTS } from '@northlight/shared/catalog/price.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { stateName } from '@northlight/shared/catalog/us-states.ts';
import { checkContent, missingCaptions } from '@northlight/shared/content/check-content.ts';
import { CONTENT } from '@northlight/shared/content/content.ts';
import { contentFacts, fillText } from '@northlight/shared/content/facts.ts';
import type { Item } from '@northlight/shared/content/field.ts';
import {
  BUSINESS_LABELS,
  type BusinessSettings,
  type ShopValues,
} from '@northlight/shared/contracts/shop.ts';
import { hoursProblems } from './business.ts';

type Problems = Record<string, string[]>;

/** What the rules of values need to know. */
type Given = {
  /** The values that they replace. */
  before: ShopValues;
  /** Such as "2026-12-24". */
  today: string;
  serverBusiness: BusinessSettings;
};

/** What is wrong with the values, by the names of the fields in the API. Empty if they can be published. */
export function problemsOf(values: ShopValues, { before, today, serverBusiness }: Given): Problems {
  const problems: Problems = {};
  const say = (field: string, message: string) => (problems[field] ??= []).push(message);
  for (const id of SERVICE_IDS)
    checkService(id, values.services[id], today, (field, message) => say(`services.${id}.${field}`, message));
  const ids = values.addons.map(({ id }) => id);
  for (const [index, addon] of values.addons.entries())
    checkAddon(addon, (field, message) => say(`addons.${index}.${field}`, message));
  if (new Set(ids).size < ids.length) say('addons', 'Each add-on can only be listed once');
  if (!before.addons.every(({ id }) => ids.includes(id)))
    say('addons', 'Please turn an add-on off instead of leaving it out, because earlier orders name it');
  const states = values.taxes.map(({ state }) => state);
  for (const [index, { state, name, percent }] of values.taxes.entries()) {
    if (stateName(state) !== name) say(`taxes.${index}.state`, 'Please choose a state');
    if (states.indexOf(state) < index) say(`taxes.${index}.state`, 'Each state can only be listed once');
    if (!Number.isInteger(Math.round(percent * 1e6) / 1e3))
      say(`taxes.${index}.percent`, 'Please use no more than three decimals');
  }
  if (values.business) hoursProblems(values.business, (field, message) => say(`business.${field}`, message));
  const facts = contentFacts(values.business ?? serverBusiness, values);
  for (const [index, { description }] of values.addons.entries())
    if (/[{}<>]/.test(fillText(description, facts)))
      say(
        `addons.${index}.description`,
        'Please leave out <, >, {, and }, except for placeholders from the list',
      );
  const faults = { ...missingCaptions(values.content), ...checkContent(values.content, facts) };
  for (const [key, message] of Object.entries(faults)) say(`content.${key}`, message);
  return problems;
}

type Say = (field: string, message: string) => void;

const MARKUP = /[<>]/;
const NO_MARKUP = 'Please leave out < and >';
const TOO_LITTLE = `Please enter at least ${formatPrice(MINIMUM_AMOUNT_CENTS)}`;

function checkService(id: ServiceId, offer: ServiceOffer, today: string, say: Say): void {
  const {
    firstPaymentCents,
    monthlyCents,
    yearlyCents,
    daysFrom,
    daysTo,
    rounds,
    state,
    pausedUntil,
    pausedText,
  } = offer;
  if (firstPaymentCents < MINIMUM_AMOUNT_CENTS) say('firstPaymentCents', TOO_LITTLE);
  for (const [field, cents] of [
    ['monthlyCents', monthlyCents],
    ['yearlyCents', yearlyCents],
  ] as const) {
    if (SERVICES[id].hasRecurringCost && (cents === null || cents < MINIMUM_AMOUNT_CENTS))
      say(field, TOO_LITTLE);
    if (!SERVICES[id].hasRecurringCost && cents !== null) say(field, 'On-hold audio is paid once');
  }
  if (monthlyCents !== null && yearlyCents !== null && yearlyCents > 12 * monthlyCents)
    say('yearlyCents', `A year can’t cost more than 12 months, ${formatPrice(12 * monthlyCents)}`);
  if (daysFrom > daysTo) say('daysTo', 'The second number must not be smaller than the first');
  if (id === 'voice' ? rounds !== null : rounds === null)
    say('rounds', id === 'voice' ? 'A voice agent’s changes aren’t counted' : 'Please enter 1 to 50');
  if (MARKUP.test(pausedText)) say('pausedText', NO_MARKUP);
  if (state !== 'paused') return;
  if (!pausedText) say('pausedText', 'Please enter what buyers see in place of the button');
  if (pausedUntil !== null && pausedUntil <= today) say('pausedUntil', 'Please enter a day after today');
}

/** Code and emails rely on what these are for. */
const FIXED: Record<string, Pick<Addon, 'service' | 'period'>> = {
  revisions: { service: 'website', period: null },
  'custom-domain': { service: 'website', period: null },
  'additional-pages': { service: 'website', period: null },
};

function checkAddon({ id, name, priceCents, period, service }: Addon, say: Say): void {
  const fixed = FIXED[id];
  if (MARKUP.test(name)) say('name', NO_MARKUP);
  if (fixed && service !== fixed.service) say('service', 'This add-on belongs to the website');
  if (fixed && period !== fixed.period) say('period', 'This add-on is paid once');
  if (id === 'revisions' && priceCents === null)
    say('priceCents', 'Customers buy this by themselves, so it needs a price');
  if (priceCents !== null && priceCents < MINIMUM_AMOUNT_CENTS) say('priceCents', TOO_LITTLE);
  if (period !== null && service !== 'website') say('period', 'Only a website has recurring payments');
  if (period !== null && priceCents === null) say('priceCents', 'Please enter a price for each period');
}

/** Each value in words, by its label, to compare two versions. */
function wordsOf(
  { services, addons, taxes, content, business }: ShopValues,
  serverBusiness: BusinessSettings,
): Record<string, string> {
  const words: Record<string, string> = {};
  for (const [field, label] of Object.entries(BUSINESS_LABELS))
    words[label] = (business ?? serverBusiness)[field as keyof BusinessSettings];
  for (const id of SERVICE_IDS) {
    const { name } = SERVICES[id];
    const offer = services[id];
    words[`${name}: first payment`] = formatPrice(offer.firstPaymentCents);
    if (offer.monthlyCents !== null) words[`${name}: price a month`] = formatPrice(offer.monthlyCents);
    if (offer.yearlyCents !== null) words[`${name}: price a year`] = formatPrice(offer.yearlyCents);
    words[`${name}: business days`] =
      offer.daysFrom === offer.daysTo ? `${offer.daysTo}` : `${offer.daysFrom}-${offer.daysTo}`;
    if (offer.rounds !== null) words[`${name}: included changes`] = `${offer.rounds}`;
    words[`${name}: sold`] =
      offer.state === 'paused'
        ? `paused${offer.pausedUntil ? ` until ${offer.pausedUntil}` : ''}: ${offer.pausedText}`
        : offer.state;
  }
  for (const { name, description, priceCents, period, service, isActive } of addons)
    words[`Add-on ${name}`] =
      `${priceCents === null ? 'quoted' : formatPrice(priceCents)}${period ? ` a ${period}` : ''}, ${SERVICES[service].name}${isActive ? '' : ', off'}${description ? `: ${description}` : ''}`;
  for (const { state, percent } of taxes) words[`Sales tax ${state}`] = `${percent}%`;
  for (const [key, value] of Object.entries(content))
    words[NAMES.get(key) ?? key] = [value].flat().map(inWords).join('\n');
  return words;
}

/** "Home, Top of the page: Heading", as the editor calls what a key stands for. */
const NAMES = new Map(
  CONTENT.flatMap((page) =>
    page.sections.flatMap((section) =>
      section.fields.map(({ key, label }) => [key, `${page.label}, ${section.label}: ${label}`]),
    ),
  ),
);

/** A file has no name here: what its picture shows, and the beginning of what its content is called. */
function inWords(value: string | Item): string {
  if (typeof value === 'string') return value;
  const { file, words, ...part } = value;
  const all = file
    ? [words || 'a file', `(${[file.slice(0, 8), ...Object.values(part)].join(' ')})`]
    : Object.values(value);
  return all.join(file ? ' ' : ' – ');
}

export type Difference = { what: string; from: string; to: string };

/** What differs, in words. An empty side: it was not there. */
export function differences(
  before: ShopValues,
  after: ShopValues,
  serverBusiness: BusinessSettings,
): Difference[] {
  const [from = {}, to = {}] = [before, after].map((values) => wordsOf(values, serverBusiness));
  return [...new Set([...Object.keys(from), ...Object.keys(to)])]
    .map((what) => ({ what, from: from[what] ?? '', to: to[what] ?? '' }))
    .filter((one) => one.from !== one.to);
}
