import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';

/** More tabs of one form than anybody opens; those beyond keep no draft. */
const PLACES = [1, 2, 3, 4, 5, 6, 7, 8];
const MAX_WAIT_MS = 1_000;

/**
 * Where this tab keeps the draft of a form, as a key of localStorage; empty when every place is taken. A lock holds it for
 * as long as the page lives, so no tab writes over another's. A reloaded tab gets its own place back, a new one the newest
 * draft that no tab has open.
 */
export async function findDraftPlace(kind: FormKind): Promise<string> {
  const first = `northlight-form-${kind}`;
  try {
    const places = PLACES.map((number) => (number === 1 ? first : `${first}-${number}`));
    const own = sessionStorage.getItem(first);
    const rank = (place: string) => (place === own ? Infinity : savedAt(place));
    for (const place of places.toSorted((a, b) => rank(b) - rank(a))) {
      if (!(await lock(place, place === own))) continue;
      sessionStorage.setItem(first, place);
      return place;
    }
    return '';
  } catch {
    // A storage that is forbidden, or a page that came by plain http, which has no locks.
    return first;
  }
}

function savedAt(place: string): number {
  try {
    return Number(JSON.parse(localStorage.getItem(place) ?? '')?.savedAt) || 0;
  } catch {
    return 0;
  }
}

/** False when another tab has it. The page that a reload replaces may hold it for a moment longer. */
function lock(name: string, mayWait: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(
        name,
        mayWait ? { signal: AbortSignal.timeout(MAX_WAIT_MS) } : { ifAvailable: true },
        (held) => {
          resolve(held !== null);
          // Until the page ends.
          return held && new Promise(() => {});
        },
      )
      .catch(() => resolve(false));
  });
}
