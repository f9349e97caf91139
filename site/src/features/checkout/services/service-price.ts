import { formatPrice } from '@northlight/shared/catalog/money.ts';
import type { Service } from '@northlight/shared/catalog/services.ts';

/** A card's price: the first payment, what recurs, and a note. */
export function servicePrice(
  service: Service,
  isYearly: boolean,
): { base: string; recurring: string; note?: string } {
  const base = formatPrice(service.basePriceCents);
  const monthly = service.monthlyPriceCents ?? 0;
  if (!service.hasRecurringCost) return { base, recurring: 'one-time' };
  if (service.isBilledSeparately) {
    return {
      base: `From ${base}`,
      recurring: `+ From ${formatPrice(monthly)}/month`,
      note: 'Subject to quote and billed separately by the voice platform. Adds $0 today.',
    };
  }
  return isYearly
    ? { base, recurring: `+ ${formatPrice(service.yearlyPriceCents ?? 0)}/year`, note: '2 Months Free' }
    : { base, recurring: `+ ${formatPrice(monthly)}/month` };
}
