import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import { formatPrice } from '@northlight/shared/catalog/money.ts';
import { SERVICES, type Service } from '@northlight/shared/catalog/services.ts';
import { catalog } from '../../../content/catalog.ts';

/** A card's price: the first payment, what recurs, and a note. */
export function servicePrice(
  id: ServiceId,
  isYearly: boolean,
): { base: string; recurring: string; note?: string | undefined } {
  const service: Service = SERVICES[id];
  const { firstPaymentCents, monthlyCents, yearlyCents } = catalog.services[id];
  const base = formatPrice(firstPaymentCents);
  const monthly = monthlyCents ?? 0;
  if (!service.hasRecurringCost) return { base, recurring: 'one-time' };
  if (service.isBilledSeparately) {
    return {
      base: `From ${base}`,
      recurring: `+ From ${formatPrice(monthly)}/month`,
      note: 'Subject to quote and billed separately by the voice platform. Adds $0 today.',
    };
  }
  return isYearly
    ? { base, recurring: `+ ${formatPrice(yearlyCents ?? 0)}/year`, note: import.meta.env.YEARLY_TAG }
    : { base, recurring: `+ ${formatPrice(monthly)}/month` };
}
