import { formatPrice } from '@northlight/shared/catalog/money.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES, type Addon } from '@northlight/shared/catalog/services.ts';

const { website, voice, onhold } = SERVICES;

const savedCents = 12 * website.monthlyPriceCents - website.yearlyPriceCents;

/** The prices for running text, from the catalog. */
export const prices = {
  website: formatPrice(website.basePriceCents),
  websiteMonthly: `${formatPrice(website.monthlyPriceCents)} a month`,
  websiteYearly: `${formatPrice(website.yearlyPriceCents)} a year`,
  yearlySaving: `Save ${formatPrice(savedCents)}`,
  freeMonths: `${savedCents / website.monthlyPriceCents} Months Free`,
  voice: `From ${formatPrice(voice.basePriceCents)} + From ${formatPrice(voice.monthlyPriceCents)}/month`,
  voiceSetup: `from ${formatPrice(voice.basePriceCents)}`,
  voiceMonthly: `from ${formatPrice(voice.monthlyPriceCents)} a month`,
  onhold: formatPrice(onhold.basePriceCents),
};

/** One line below a service's name. */
export const priceLines: Record<ServiceId, string> = {
  website: `${prices.website}, then ${prices.websiteMonthly}`,
  voice: prices.voice,
  onhold: `${prices.onhold} one-time`,
};

export function addonPrice(addon: Addon): string {
  return addon.isCustomQuote ? 'Custom' : formatPrice(addon.priceCents);
}
