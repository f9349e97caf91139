import type { FormKind } from '@northlight/shared/contracts/forms/forms.ts';

/** More tabs than anyone opens. Further tabs save no draft. */
const SLOT_NUMBERS = [1, 2, 3, 4, 5, 6, 7, 8];
const MAX_WAIT_MS = 1_000;

/**
 * The localStorage key of this tab's draft. Empty when all keys are taken. A lock holds the key while the
 * page lives, so no tab overwrites another's draft. A reloaded tab gets its own key back, and a new tab gets
 * the newest draft that no tab has open.
 */
export async function findDraftSlot(kind: FormKind): Promise<string> {
  const first = `northlight-form-${kind}`;
  try {
    const slots = SLOT_NUMBERS.map((number) => (number === 1 ? first : `${first}-${number}`));
    const own = sessionStorage.getItem(first);
    const rank = (slot: string) => (slot === own ? Infinity : savedAt(slot));
    for (const slot of slots.toSorted((a, b) => rank(b) - rank(a))) {
      if (!(await lock(slot, slot === own))) continue;
      sessionStorage.setItem(first, slot);
      return slot;
    }
    return '';
  } catch {
    // Storage is blocked, or the page uses plain HTTP, which has no locks.
    return first;
  }
}

function savedAt(slot: string): number {
  try {
    return Number(JSON.parse(localStorage.getItem(slot) ?? '')?.savedAt) || 0;
  } catch {
    return 0;
  }
}

/** False when another tab holds it. The page replaced by a reload may hold it for a moment. */
function lock(name: string, mayWait: boolean): Promise<boolean> {
  return new Promise((resolve) => {
    navigator.locks
      .request(
        name,
        mayWait ? { signal: AbortSignal.timeout(MAX_WAIT_MS) } : { ifAvailable: true },
        (held) => {
          resolve(held !== null);
          // Holds the lock until the page closes.
          return held && new Promise(() => {});
        },
      )
      .catch(() => resolve(false));
  });
}
