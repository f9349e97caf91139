/** The order number and the link's key in the URL. */
export type OrderLink = { order: string; key: string };

const MAX_ORDER_NUMBER_LENGTH = 24;

export function readOrderLink(search: string): OrderLink {
  const query = new URLSearchParams(search);
  return {
    order: (query.get('order') ?? '').trim().slice(0, MAX_ORDER_NUMBER_LENGTH),
    key: query.get('key') ?? '',
  };
}
