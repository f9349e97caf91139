/** No call has more than letters, digits, dots and dashes in its path; an encoded slash or a backslash never leaves. */
const CALL = /^\/api(?:\/[\w-][\w.-]*)+$/;

/** Where a call goes, or null when it is none: always under /api of that very origin. */
export function callAddress(origin: string, path: string): URL | null {
  const [pathname = '', ...query] = path.split('?');
  if (!CALL.test(pathname)) return null;
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = query.join('?');
  return address;
}
