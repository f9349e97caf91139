type Area = 'localStorage' | 'sessionStorage';

/** The stored text. Null when there is none, also where the browser forbids storage. */
export function readItem(area: Area, key: string): string | null {
  try {
    return globalThis[area].getItem(key);
  } catch {
    return null;
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
