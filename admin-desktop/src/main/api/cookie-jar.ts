import { parseSetCookie } from 'set-cookie-parser';

/** `expires` is in milliseconds since 1970. Null for session cookies. */
type Cookie = { name: string; value: string; path: string; isSecure: boolean; expires: number | null };

const MAX_COOKIES = 20;
const MAX_COOKIE_LENGTH = 4_096;

type Deps = {
  /** The server's origin. Its cookies are sent only there, whatever domain they name. */
  origin: string;
  now: () => Date;
  /** The text that `onChange` last received. */
  stored: string | null;
  /** Receives the persistent cookies to store. Null if there are none. */
  onChange: (text: string | null) => void;
};

export type CookieJar = ReturnType<typeof createCookieJar>;

/** The cookies of one server. The page never sees them. */
export function createCookieJar({ origin, now, stored, onChange }: Deps) {
  const { protocol, hostname } = new URL(origin);
  const isTrusted = protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  let cookies = stored === null ? [] : readStored(stored);
  const isAlive = ({ expires }: Cookie) => expires === null || expires > now().getTime();

  const change = (next: Cookie[]) => {
    cookies = next;
    const lasting = cookies.filter(({ expires }) => expires !== null);
    onChange(lasting.length > 0 ? JSON.stringify(lasting) : null);
  };

  return {
    /** The value of the `Cookie` header. Empty if no cookies match the path. */
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
        const cookie = readCookie(text, path, now());
        if (!cookie || (cookie.isSecure && !isTrusted)) continue;
        next = next.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
        if (isAlive(cookie)) next.push(cookie);
      }
      change(next.slice(-MAX_COOKIES));
    },
    clear: (): void => change([]),
  };
}

function readStored(text: string): Cookie[] {
  try {
    return JSON.parse(text);
  } catch {
    return [];
  }
}

function readCookie(text: string, requestPath: string, now: Date): Cookie | null {
  if (text.length > MAX_COOKIE_LENGTH) return null;
  const [cookie] = parseSetCookie([text], { decodeValues: false, silent: true });
  if (!cookie?.name) return null;
  const { name, value, path = '', secure: isSecure = false, maxAge, expires } = cookie;
  return {
    name,
    value,
    path: path.startsWith('/') ? path : defaultPath(requestPath),
    isSecure,
    expires: maxAge === undefined ? (expires?.getTime() ?? null) : now.getTime() + maxAge * 1_000,
  };
}

/** The folder of the path that set the cookie, as in browsers. */
const defaultPath = (path: string) => path.slice(0, path.lastIndexOf('/')) || '/';

const pathMatches = (path: string, of: string) =>
  path === of || path.startsWith(of.endsWith('/') ? of : `${of}/`);
