import { daysText, yearlySaving } from '../catalog/offer-texts.ts';
import { formatPrice } from '../catalog/money.ts';
import { DEFAULT_KEPT, type Kept, periodText } from '../catalog/retention.ts';
import { addonPrice, type Catalog } from '../catalog/catalog.ts';

/** What the texts' placeholders stand for, by name. */
export type Facts = Record<string, string>;

type Business = { name: string; email: string; phone: string; address: string };

export function contentFacts(
  business: Business,
  { services, addons }: Omit<Catalog, 'version'>,
  kept: Kept = DEFAULT_KEPT,
): Facts {
  const { website, voice, onhold } = services;
  const { savedCents, months, tag } = yearlySaving(website);
  return {
    'business name': business.name,
    'business email': business.email,
    'business phone': business.phone,
    'business address': business.address,
    'business name and address': [business.name, business.address].filter(Boolean).join(', '),
    'or by phone': business.phone && ` or call ${business.phone}`,
    'website price': formatPrice(website.firstPaymentCents),
    'website monthly price': formatPrice(website.monthlyCents ?? 0),
    'website yearly price': formatPrice(website.yearlyCents ?? 0),
    'website yearly saving': formatPrice(savedCents),
    'website free months': `${Math.round(months * 10) / 10} ${months === 1 ? 'month' : 'months'}`,
    'website free tag': tag,
    'voice agent price': formatPrice(voice.firstPaymentCents),
    'voice agent monthly price': formatPrice(voice.monthlyCents ?? 0),
    'on-hold price': formatPrice(onhold.firstPaymentCents),
    // One that isn't sold keeps its price, because texts of the code name it.
    ...Object.fromEntries(addons.map((addon) => [`${addon.id} price`, addonPrice(addon)])),
    'website revisions': String(website.rounds),
    'on-hold updates': String(onhold.rounds),
    'website time': daysText(website),
    'voice agent time': daysText(voice),
    'on-hold time': daysText(onhold),
    'contact time': '24 hours',
    'reply days': 'business days',
    'answers kept for': periodText(kept.answersDays),
    'emails kept for': periodText(kept.emailsDays),
    'spam kept for': periodText(kept.quarantineDays),
    'unfinished checkouts kept for': periodText(kept.unfinishedDays),
    'payment messages kept for': periodText(kept.providerEventsDays),
    'webhooks kept for': periodText(kept.webhooksDays),
  };
}

const IN_WORDS = / in words$/;
const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');

/** "1-2 business days" → "one to two business days". */
function inWords(fact: string): string {
  return fact
    .replaceAll(/(\d)-(?=\d)/g, '$1 to ')
    .replaceAll(/(?<![\d.])\d+(?![\d.])/g, (number) => NUMBERS[Number(number)] ?? number);
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
