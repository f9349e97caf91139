import { ADDON_IDS, SERVICE_IDS, type AddonId, type ServiceId } from '@northlight/shared/catalogue/ids.ts';

/**
 * What the visitor has chosen so far, kept in sessionStorage so that the separate static pages share it.
 * No library here: the service pages load this too, and they stay under 3 KB of script.
 */
export type StoredBundle = {
  isYearly: boolean;
  addonIds: AddonId[];
  serviceIds: ServiceId[];
};

export const BUNDLE_KEY = 'northlight-bundle';
/** The storage name of a service that checkout is to preselect; other pages rely on it. */
export const FORCE_SELECTED_KEY = 'forceSelectedService';

const empty: StoredBundle = { isYearly: false, addonIds: [], serviceIds: [] };

export function readBundle(): StoredBundle {
  try {
    return toBundle(JSON.parse(sessionStorage.getItem(BUNDLE_KEY) ?? '{}'));
  } catch {
    return empty;
  }
}

/** What is missing or malformed is not chosen. */
export function toBundle(stored: Partial<Record<keyof StoredBundle, unknown>>): StoredBundle {
  return {
    isYearly: stored.isYearly === true,
    addonIds: knownIds(stored.addonIds, ADDON_IDS),
    serviceIds: knownIds(stored.serviceIds, SERVICE_IDS),
  };
}

/** Storage may be full or forbidden; the page then simply forgets. */
export function writeBundle(change: Partial<StoredBundle>): void {
  try {
    sessionStorage.setItem(BUNDLE_KEY, JSON.stringify({ ...readBundle(), ...change }));
  } catch {
    // Nothing to do: the selection lives on in the page.
  }
}

function knownIds<Id extends string>(value: unknown, known: readonly Id[]): Id[] {
  return Array.isArray(value) ? known.filter((id) => value.includes(id)) : [];
}
