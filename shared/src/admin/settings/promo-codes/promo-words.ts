import { formatPrice } from '../../../catalog/money.ts';
import { SERVICES } from '../../../catalog/services.ts';
import type { ListedPromoCode } from '../../../contracts/promo-codes.ts';

type PromoState = 'On' | 'Off' | 'Scheduled' | 'Ended' | 'Used up';

/** Whether customers can use it today, a date in the studio's time zone. */
export function promoState(promo: ListedPromoCode, today: string): PromoState {
  if (!promo.isActive) return 'Off';
  if (promo.endsOn !== null && today > promo.endsOn) return 'Ended';
  if (promo.maxUses !== null && promo.uses >= promo.maxUses) return 'Used up';
  return promo.startsOn !== null && today < promo.startsOn ? 'Scheduled' : 'On';
}

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });
const dayWords = (date: string) => day.format(new Date(date));

/** "15% off Website, from Dec 1, 2026 through Dec 24, 2026. One use for each email." */
export function promoTerms(promo: ListedPromoCode): string {
  const { amountOffCents, percentOff, serviceIds, startsOn, endsOn, maxUsesPerEmail } = promo;
  const off = percentOff === null ? formatPrice(amountOffCents ?? 0) : `${percentOff}%`;
  const what = serviceIds ? serviceIds.map((id) => SERVICES[id].name).join(' and ') : 'the first payment';
  const from = startsOn ? `, from ${dayWords(startsOn)}` : '';
  const until = endsOn ? `${startsOn ? '' : ','} through ${dayWords(endsOn)}` : '';
  const each =
    maxUsesPerEmail === null
      ? ''
      : ` ${maxUsesPerEmail === 1 ? 'One use' : `${maxUsesPerEmail} uses`} for each email.`;
  return `${off} off ${what}${from}${until}.${each}`;
}
