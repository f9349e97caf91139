/**
 * API paths contain only letters, digits, underscores, dots, and dashes. Encoded slashes and backslashes are
 * rejected.
 */
const CALL = /^\/api(?:\/[\w-][\w.-]*)+$/;

/**
 * Returns the URL of an API call, which is always under /api of `origin`. Returns null if the path is
 * invalid.
 */
export function callAddress(origin: string, path: string): URL | null {
  const [pathname = '', ...query] = path.split('?');
  if (!CALL.test(pathname)) return null;
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = query.join('?');
  return address;
}
