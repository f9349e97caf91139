import type { Addon } from '@northlight/shared/catalog/catalog.ts';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { catalog } from './catalog.ts';

const { website, voice, onhold } = catalog.services;

const monthlyCents = website.monthlyCents ?? 0;
const yearlyCents = website.yearlyCents ?? 0;
const savedCents = 12 * monthlyCents - yearlyCents;
const saving = savedCents > 0 ? `Save ${formatPrice(savedCents)}` : '';
const freeMonths = savedCents / monthlyCents;

/** The prices for running text, from the catalog. */
export const prices = {
  website: formatPrice(website.firstPaymentCents),
  websiteMonthly: `${formatPrice(monthlyCents)} a month`,
  websiteYearly: `${formatPrice(yearlyCents)} a year`,
  /** Empty where a year saves nothing. */
  yearlySaving: saving,
  freeMonths:
    savedCents > 0 && Number.isInteger(freeMonths)
      ? `${freeMonths} ${freeMonths === 1 ? 'Month' : 'Months'} Free`
      : saving,
  voice: `From ${formatPrice(voice.firstPaymentCents)} + From ${formatPrice(voice.monthlyCents ?? 0)}/month`,
  voiceSetup: `from ${formatPrice(voice.firstPaymentCents)}`,
  voiceMonthly: `from ${formatPrice(voice.monthlyCents ?? 0)} a month`,
  onhold: formatPrice(onhold.firstPaymentCents),
};

/** One line below a service's name. */
export const priceLines: Record<ServiceId, string> = {
  website: `${prices.website}, then ${prices.websiteMonthly}`,
  voice: prices.voice,
  onhold: `${prices.onhold} one-time`,
};

/** "$49", "$20/month", "Custom" */
export const addonPrice = ({ priceCents, period }: Addon): string =>
  priceCents === null ? 'Custom' : `${formatPrice(priceCents)}${period ? `/${period}` : ''}`;
