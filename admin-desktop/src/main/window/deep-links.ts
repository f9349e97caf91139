/** Links from outside, such as one in a mail: `northlight://order/ORD-10001`. */
export const LINK_SCHEME = 'northlight';

const ORDER_LINK = /^northlight:\/\/order\/(ORD-\d{5,12})\/?$/i;
const ORDER_NUMBER = /^ORD-\d{5,12}$/;

/** The dashboard's path to an order; null when it is no number of one. */
export const pathToOrder = (orderNumber: string): string | null =>
  ORDER_NUMBER.test(orderNumber) ? `/case/${orderNumber}` : null;

/** Where a link leads, or null: anybody can write one, so nothing but an order's number is taken from it. */
export function readDeepLink(link: string): string | null {
  const [, orderNumber] = ORDER_LINK.exec(link) ?? [];
  return orderNumber ? pathToOrder(orderNumber.toUpperCase()) : null;
}

/** Windows and Linux give the link among the arguments of a new start. */
export function findDeepLink(args: readonly string[]): string | null {
  const link = args.find((arg) => arg.toLowerCase().startsWith(`${LINK_SCHEME}://`));
  return link ? readDeepLink(link) : null;
}
