type Area = 'localStorage' | 'sessionStorage';

/** The stored text. Null when there is none. Where the browser forbids storage, the address may carry it (`carry`). */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return new URLSearchParams(location.hash.slice(1)).get(key);
  }
}

/** False when storage is full or forbidden: the page then keeps the value only until it closes. */
export function writeItem(area: Area, key: string, value: string): boolean {
  try {
    globalThis[area].setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/**
 * Stores a value for the next page and returns that page's address. Where the browser forbids storage, the value goes
 * along after `#`, which no server sees.
 */
export const carry = (address: string, key: string, value: string): string =>
  writeItem('sessionStorage', key, value) ? address : `${address}#${new URLSearchParams({ [key]: value })}`;

export function removeItem(area: Area, key: string): void {
  try {
    globalThis[area].removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Null for a text that is not JSON. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}
