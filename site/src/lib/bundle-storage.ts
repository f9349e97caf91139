import { SERVICE_IDS, type AddonId, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { parseJson, readItem, writeItem } from './web-storage.ts';

/**
 * What the visitor has chosen so far, stored in sessionStorage so that the separate static pages share it.
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

export function readBundle(): StoredBundle {
  return toBundle(parseJson(readItem('sessionStorage', BUNDLE_KEY)));
}

/** What is missing or malformed is not chosen. */
export function toBundle(stored: unknown): StoredBundle {
  const { isYearly, addonIds, serviceIds }: Partial<Record<keyof StoredBundle, unknown>> = stored ?? {};
  return {
    isYearly: isYearly === true,
    // The checkout knows which of them are sold.
    addonIds: Array.isArray(addonIds) ? addonIds.filter((id) => typeof id === 'string') : [],
    serviceIds: knownIds(serviceIds, SERVICE_IDS),
  };
}

/** Storage may be full or forbidden; the page then simply forgets. */
export function writeBundle(change: Partial<StoredBundle>): void {
  writeItem('sessionStorage', BUNDLE_KEY, JSON.stringify({ ...readBundle(), ...change }));
}

/** Home and the website page reset the choice to monthly billing without add-ons. */
export const resetChoices = (): void => writeBundle({ isYearly: false, addonIds: [] });

function knownIds<Id extends string>(value: unknown, known: readonly Id[]): Id[] {
  return Array.isArray(value) ? known.filter((id) => value.includes(id)) : [];
}
