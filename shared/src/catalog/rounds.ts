import type { ServiceId } from './ids.ts';
import type { PriceLine } from './price.ts';

/** Design revisions of a website and free updates of on-hold audio. A voice agent’s changes are not counted. */
const INCLUDED: Record<ServiceId, number | null> = { website: 5, voice: null, onhold: 6 };
/** What the add-on "Extra Design Revisions" brings. */
export const EXTRA_REVISIONS = 5;

/** How many changes an order includes for a service. Null if they are not counted. */
export function roundsIncluded(service: ServiceId, lines: readonly PriceLine[]): number | null {
  const included = INCLUDED[service];
  if (included === null) return null;
  const extras = lines.filter(({ serviceId, addonId }) => serviceId === service && addonId === 'revisions');
  return included + extras.length * EXTRA_REVISIONS;
}
