import { isServiceId, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { FORCE_SELECTED_KEY } from '../../../lib/bundle-storage.ts';
import { parseJson, readItem, removeItem, writeItem } from '../../../lib/web-storage.ts';

/** The key under which older pages stored this list. */
export const LEGACY_SERVICES_KEY = 'selectedServices';

export type PreselectSources = {
  /** `?service=` from the URL. */
  query: string | null;
  /** localStorage `forceSelectedService`. */
  forced: string | null;
  /** localStorage `selectedServices`: a JSON list of IDs or of objects with an ID. */
  legacy: string | null;
};

/** The service that checkout starts with: from the URL, then the last selected one, then the older list. */
export function preselect({ query, forced, legacy }: PreselectSources): ServiceId | null {
  return [query, forced].find(isServiceId) ?? firstOfLegacy(legacy);
}

/** Only the first valid entry counts. */
function firstOfLegacy(legacy: string | null): ServiceId | null {
  const list = parseJson(legacy);
  return Array.isArray(list) ? (list.map(idOf).find(isServiceId) ?? null) : null;
}

function idOf(entry: unknown): unknown {
  return typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
}

/** Reads and clears the three sources, so that a second visit starts from the visitor's later selection. */
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

/** Keeps the stored service if it is a different one. */
export function forgetSelected(id: ServiceId): void {
  if (readItem('localStorage', FORCE_SELECTED_KEY) === id) removeItem('localStorage', FORCE_SELECTED_KEY);
}
