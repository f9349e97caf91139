import { isServiceId, type ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { FORCE_SELECTED_KEY } from '../../../lib/bundle-storage.ts';

/** The name under which older pages stored this list. */
export const LEGACY_SERVICES_KEY = 'selectedServices';

export type PreselectSources = {
  /** `?service=` of the address. */
  query: string | null;
  /** localStorage `forceSelectedService`. */
  forced: string | null;
  /** localStorage `selectedServices`: a JSON list, of ids or of objects with an id. */
  legacy: string | null;
};

/** Which service checkout begins with: the address first, then what was selected last, then the older list. */
export function preselect({ query, forced, legacy }: PreselectSources): ServiceId | null {
  return [query, forced].find(isServiceId) ?? firstOfLegacy(legacy);
}

/** Only the first valid one of the list counts. */
function firstOfLegacy(legacy: string | null): ServiceId | null {
  try {
    const list: unknown = JSON.parse(legacy ?? '[]');
    return Array.isArray(list) ? (list.map(idOf).find(isServiceId) ?? null) : null;
  } catch {
    return null;
  }
}

function idOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
}

/** Reads the three sources and clears each: a second visit starts from what the visitor then chose. */
export function takePreselection(): { service: ServiceId | null; isFromAddress: boolean } {
  const address = new URL(location.href);
  const query = address.searchParams.get('service');
  const service = preselect({
    query,
    forced: takeItem(FORCE_SELECTED_KEY),
    legacy: takeItem(LEGACY_SERVICES_KEY),
  });
  if (query !== null) {
    address.searchParams.delete('service');
    history.replaceState(history.state, '', address);
  }
  return { service, isFromAddress: isServiceId(query) };
}

function takeItem(key: string): string | null {
  try {
    const value = localStorage.getItem(key);
    localStorage.removeItem(key);
    return value;
  } catch {
    return null;
  }
}

export function rememberSelected(id: ServiceId): void {
  try {
    localStorage.setItem(FORCE_SELECTED_KEY, id);
  } catch {
    // The bundle in this tab still knows.
  }
}

/** Deselecting one service leaves what is stored for another. */
export function forgetSelected(id: ServiceId): void {
  try {
    if (localStorage.getItem(FORCE_SELECTED_KEY) === id) localStorage.removeItem(FORCE_SELECTED_KEY);
  } catch {
    // Nothing was stored.
  }
}
