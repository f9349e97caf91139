import { formatPrice } from '../catalog/money.ts';
import { RETENTION } from '../catalog/retention.ts';
import { roundsIncluded } from '../catalog/rounds.ts';
import { addonPrice, SERVICES, serviceList, yearlySavingCents } from '../catalog/services.ts';

/** What the texts' placeholders stand for, by name. */
export type Facts = Record<string, string>;

type Business = { name: string; email: string; phone: string; address: string };

export function contentFacts(business: Business): Facts {
  const { website, voice, onhold } = SERVICES;
  const savedCents = yearlySavingCents(website);
  return {
    'business name': business.name,
    'business email': business.email,
    'business phone': business.phone,
    'business address': business.address,
    'website price': formatPrice(website.basePriceCents),
    'website monthly price': formatPrice(website.monthlyPriceCents),
    'website yearly price': formatPrice(website.yearlyPriceCents),
    'website yearly saving': formatPrice(savedCents),
    'website free months': String(savedCents / website.monthlyPriceCents),
    'voice agent price': formatPrice(voice.basePriceCents),
    'voice agent monthly price': formatPrice(voice.monthlyPriceCents),
    'on-hold price': formatPrice(onhold.basePriceCents),
    ...Object.fromEntries(
      serviceList.flatMap(({ addons }) => addons.map((addon) => [`${addon.id} price`, addonPrice(addon)])),
    ),
    'website revisions': String(roundsIncluded('website', [])),
    'on-hold updates': String(roundsIncluded('onhold', [])),
    // The server keeps these promises (api/src/work/fulfillment/promise-clock.ts).
    'website time': '1-2 business days',
    'voice agent time': '1-2 business days',
    'on-hold time': '1 business day',
    'contact time': '24 hours',
    'answers kept for': periodText(RETENTION.answers.days),
    'emails kept for': periodText(RETENTION.emails.days),
    'spam kept for': periodText(RETENTION.quarantine.days),
    'unfinished checkouts kept for': periodText(RETENTION.unfinished.days),
    'payment messages kept for': periodText(RETENTION.providerEvents.days),
    'webhooks kept for': periodText(RETENTION.webhooks.days),
  };
}

/** In years, months, or days, as people say it. */
function periodText(days: number): string {
  if (days >= 365) return `${Math.round(days / 365)} years`;
  return days > 30 ? `${Math.round(days / 30)} months` : `${days} days`;
}

const IN_WORDS = / in words$/;
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "1-2 business days" → "one to two business days". */
function inWords(fact: string): string {
  return fact
    .replaceAll(/(\d)-(?=\d)/g, '$1 to ')
    .replaceAll(/\d+/g, (number) => NUMBERS[Number(number)] ?? number);
}

/**
 * What a placeholder stands for. At the end of its name, "in words" turns numbers into words. A capital letter at
 * its beginning gives the fact one.
 */
export function findFact(name: string, facts: Facts): string | undefined {
  const plain = name.replace(IN_WORDS, '');
  const known = [plain, plain.slice(0, 1).toLowerCase() + plain.slice(1)].find((one) =>
    Object.hasOwn(facts, one),
  );
  if (known === undefined) return undefined;
  const fact = facts[known] ?? '';
  const words = plain === name ? fact : inWords(fact);
  return known === plain ? words : words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const PLACEHOLDER = /\{([^{}]*)\}/g;

/** Replaces `{placeholders}` by what they stand for. An unknown one stays as it is. */
export function fillText(text: string, facts: Facts): string {
  return text.replaceAll(PLACEHOLDER, (placeholder, name: string) => findFact(name, facts) ?? placeholder);
}
