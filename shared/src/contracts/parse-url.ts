/** Null for a text that is no address. `URL.parse` is younger than the oldest browsers we serve. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
