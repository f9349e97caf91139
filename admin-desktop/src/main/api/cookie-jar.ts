/** Dates as numbers of milliseconds; null for a cookie that ends with the app. */
type Cookie = { name: string; value: string; path: string; isSecure: boolean; expires: number | null };

const MOST_COOKIES = 20;
const LONGEST_COOKIE = 4_096;

type Deps = {
  /** The server's; its cookies go nowhere else, whatever domain they name. */
  origin: string;
  now: () => Date;
  /** What `onChange` was last told. */
  kept: string | null;
  /** Null when there is nothing left to keep. */
  onChange: (text: string | null) => void;
};

export type CookieJar = ReturnType<typeof createCookieJar>;

/** The cookies of one server. The page never sees them. */
export function createCookieJar({ origin, now, kept, onChange }: Deps) {
  const { protocol, hostname } = new URL(origin);
  const isTrusted = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  let cookies = kept === null ? [] : readKept(kept);
  const isAlive = ({ expires }: Cookie) => expires === null || expires > now().getTime();

  const change = (next: Cookie[]) => {
    cookies = next;
    const lasting = cookies.filter(({ expires }) => expires !== null);
    onChange(lasting.length > 0 ? JSON.stringify(lasting) : null);
  };

  return {
    /** For the `Cookie` header; empty when there are none for that path. */
    header: (path: string): string =>
      cookies
        .filter((cookie) => isAlive(cookie) && pathMatches(path, cookie.path))
        .toSorted((a, b) => b.path.length - a.path.length)
        .map(({ name, value }) => `${name}=${value}`)
        .join('; '),
    take: (path: string, setCookies: string[]): void => {
      if (setCookies.length === 0) return;
      let next = cookies.filter(isAlive);
      for (const text of setCookies) {
        const cookie = parseCookie(text, path, now());
        if (!cookie || (cookie.isSecure && !isTrusted)) continue;
        next = next.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
        if (isAlive(cookie)) next.push(cookie);
      }
      change(next.slice(-MOST_COOKIES));
    },
    clear: (): void => change([]),
  };
}

function readKept(text: string): Cookie[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function parseCookie(text: string, requestPath: string, now: Date): Cookie | null {
  const [pair = '', ...attributes] = text.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  if (equals < 1 || name === '' || text.length > LONGEST_COOKIE) return null;
  const given = new Map(attributes.map(readAttribute));
  const path = given.get('path') ?? '';
  return {
    name,
    value: pair.slice(equals + 1).trim(),
    path: path.startsWith('/') ? path : defaultPath(requestPath),
    isSecure: given.has('secure'),
    expires: expiry(given, now),
  };
}

function readAttribute(text: string): [string, string] {
  const [name = '', ...value] = text.split('=');
  return [name.trim().toLowerCase(), value.join('=').trim()];
}

function expiry(given: ReadonlyMap<string, string>, now: Date): number | null {
  const maxAge = given.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return now.getTime() + Number(maxAge) * 1_000;
  const date = Date.parse(given.get('expires') ?? '');
  return Number.isNaN(date) ? null : date;
}

/** The folder of the path that set it, as browsers have it. */
const defaultPath = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/';

const pathMatches = (path: string, of: string) =>
  path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`);
