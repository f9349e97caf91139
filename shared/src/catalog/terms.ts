import type { Catalog, Terms } from './catalog.ts';
import type { ServiceId } from './ids.ts';

/** What applies to these services, as it is stored with an order. */
export function termsOf(
  { services }: Pick<Catalog, 'services'>,
  ids: readonly ServiceId[],
  { taxPercent, taxesRecurring, exempt }: Pick<Terms, 'taxPercent' | 'taxesRecurring' | 'exempt'>,
): Terms {
  const terms = ids.map((id) => {
    const { firstPaymentCents, monthlyCents, daysFrom, daysTo, rounds } = services[id];
    return [id, { firstPaymentCents, monthlyCents, daysFrom, daysTo, rounds }];
  });
  return { taxPercent, taxesRecurring, exempt, services: Object.fromEntries(terms) };
}
