import { isServiceId, type ServiceId } from '@northlight/shared/catalogue/ids.ts';
import { FORCE_SELECTED_KEY } from '../../../lib/bundle-storage.ts';
import { parseJson, readItem, removeItem, writeItem } from '../../../lib/web-storage.ts';

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
  const list = parseJson(legacy);
  return Array.isArray(list) ? (list.map(idOf).find(isServiceId) ?? null) : null;
}

function idOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
}

/** Reads the three sources and clears each: a second visit starts from what the visitor then chose. */
export function consumePreselection(): { service: ServiceId | null; isFromAddress: boolean } {
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
  const value = readItem('localStorage', key);
  removeItem('localStorage', key);
  return value;
}

export function rememberSelected(id: ServiceId): void {
  writeItem('localStorage', FORCE_SELECTED_KEY, id);
}

/** Deselecting one service leaves what is stored for another. */
export function forgetSelected(id: ServiceId): void {
  if (readItem('localStorage', FORCE_SELECTED_KEY) === id) removeItem('localStorage', FORCE_SELECTED_KEY);
}
