/** External links, such as in an email: `northlight://order/ORD-10001`. */
export const LINK_SCHEME = 'northlight';

const ORDER_LINK = /^northlight:\/\/order\/(ORD-\d{5,12})\/?$/i;
const ORDER_NUMBER = /^ORD-\d{5,12}$/;

/** The dashboard's path to an order. Null if the order number is invalid. */
export const pathToOrder = (orderNumber: string): string | null =>
  ORDER_NUMBER.test(orderNumber) ? `/case/${orderNumber}` : null;

/** Returns the path that a link opens, or null. Anyone can write a link, so only the order number is used. */
export function readDeepLink(link: string): string | null {
  const [, orderNumber] = ORDER_LINK.exec(link) ?? [];
  return orderNumber ? pathToOrder(orderNumber.toUpperCase()) : null;
}

/** On Windows and Linux, the link is one of the arguments of a new start. */
export function findDeepLink(args: readonly string[]): string | null {
  const link = args.find((arg) => arg.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  return link ? readDeepLink(link) : null;
}

const EMAIL_PARTS = new Set(['to', 'cc', 'subject', 'body']);
const MAX_LENGTH = 2_000;
const EXTERNAL_PROTOCOLS = new Set(['http:', 'https:', 'mailto:']);

/**
 * Returns the URL to open in the system's browser or email program. Returns null for all others, however they
 * are spelled.
 */
export function readExternalLink(link: string): string | null {
  const url = URL.parse(link);
  if (!url || !EXTERNAL_PROTOCOLS.has(url.protocol)) return null;
  // With a user name before an @, a URL can look like a different one.
  if (url.username || url.password) return null;
  if (url.protocol === 'mailto:') {
    // Some email programs would attach files from this computer.
    const allowed = [...url.searchParams].filter(([name]) => EMAIL_PARTS.has(name.toLowerCase()));
    // Email programs do not read a plus as a space.
    url.search = new URLSearchParams(allowed).toString().replaceAll('+', '%20');
  }
  return url.href.length > MAX_LENGTH ? null : url.href;
}
