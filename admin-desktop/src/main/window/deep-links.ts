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
