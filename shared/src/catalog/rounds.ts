import type { Terms } from './catalog.ts';
import { REVISIONS, type ServiceId } from './ids.ts';
import type { PriceLine } from './price.ts';

/** What the add-on "Extra Design Revisions" brings. */
export const EXTRA_REVISIONS = 5;

/** How many changes an order includes for a service. Null if they are not counted. */
export function roundsIncluded(
  service: ServiceId,
  lines: readonly PriceLine[],
  terms: Pick<Terms, 'services'>,
): number | null {
  const rounds = terms.services[service]?.rounds ?? null;
  if (rounds === null) return null;
  const extras = lines.filter(({ serviceId, addonId }) => serviceId === service && addonId === REVISIONS);
  return rounds + extras.length * EXTRA_REVISIONS;
}
