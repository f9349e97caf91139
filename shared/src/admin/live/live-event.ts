import { type Arrival, LiveEvent } from '../../contracts/live.ts';
import { pathOf } from '../../contracts/call-path.ts';

const OVERVIEW_AND_ORDERS = [
  pathOf('GET /api/json/overview'),
  pathOf('GET /api/json/figures'),
  pathOf('GET /api/json/orders'),
  pathOf('GET /api/json/recurring'),
  pathOf('GET /api/json/quotes'),
];
const SHOP = [
  pathOf('GET /api/json/shop'),
  pathOf('GET /api/json/shop/versions'),
  pathOf('GET /api/json/connections'),
  pathOf('GET /api/json/samples'),
  pathOf('GET /api/json/security'),
  pathOf('GET /api/json/wording'),
  pathOf('GET /api/json/rules'),
  pathOf('GET /api/json/promo-codes'),
  pathOf('GET /api/json/webhooks'),
  pathOf('GET /api/json/people'),
  // It has the name and the time zone of the shop.
  pathOf('GET /api/admin/auth-status'),
];
const FORM_LISTS = [
  pathOf('GET /api/json/form-submissions'),
  pathOf('GET /api/json/voice-agent-submissions'),
  pathOf('GET /api/json/on-hold-submissions'),
];

/** Parses an event. Returns null for unknown events. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    return LiveEvent.safeParse(JSON.parse(data)).data ?? null;
  } catch {
    return null;
  }
}

/** The page of an order, a quote, or a customer ("C-12"). */
function pathOfNumber(number: string): string {
  if (number.startsWith('Q-')) return pathOf('GET /api/json/quotes/:number', { number });
  if (number.startsWith('C-')) return pathOf('GET /api/json/customers/:id', { id: number.slice(2) });
  return pathOf('GET /api/json/cases/:orderNumber', { orderNumber: number });
}

/** The paths of the queries that the event makes outdated. */
export function concernedPaths({ kind, orderNumber }: LiveEvent): string[] {
  const ownPaths = orderNumber === null ? SHOP : [pathOfNumber(orderNumber)];
  return [...OVERVIEW_AND_ORDERS, ...ownPaths, ...(kind === 'order' ? [] : FORM_LISTS)];
}

export function noticeWords({ kind, orderNumber, title }: Arrival): string {
  return `New ${kind === 'order' ? 'order' : 'form'} ${orderNumber}: ${title}`;
}
