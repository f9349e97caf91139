import type { ServiceOffer } from './catalog.ts';
import { formatPrice, formatUsd } from './money.ts';

/** "1-2 business days", "1 business day" */
export const daysText = ({ daysFrom, daysTo }: Pick<ServiceOffer, 'daysFrom' | 'daysTo'>): string =>
  `${daysFrom === daysTo ? daysTo : `${daysFrom}-${daysTo}`} business ${daysTo === 1 ? 'day' : 'days'}`;

/** What a year saves: "Save $60" and, for whole months, "2 Months Free". Both are empty where it saves nothing. */
export function yearlySaving({
  monthlyCents,
  yearlyCents,
}: Pick<ServiceOffer, 'monthlyCents' | 'yearlyCents'>) {
  const savedCents = 12 * (monthlyCents ?? 0) - (yearlyCents ?? 0);
  const months = savedCents / (monthlyCents || 1);
  const text = savedCents > 0 ? `Save ${formatPrice(savedCents)}` : '';
  const isWhole = savedCents > 0 && Number.isInteger(months);
  return {
    savedCents,
    months,
    text,
    tag: isWhole ? `${months} ${months === 1 ? 'Month' : 'Months'} Free` : text,
  };
}

type SeparatePrice = Pick<ServiceOffer, 'firstPaymentCents' | 'monthlyCents'>;

/** "$199.00 + $199.00/month", the third party's price for the voice agent. */
export const separatePrice = ({ firstPaymentCents, monthlyCents }: SeparatePrice): string =>
  `${formatUsd(firstPaymentCents)} + ${formatUsd(monthlyCents ?? 0)}/month`;
