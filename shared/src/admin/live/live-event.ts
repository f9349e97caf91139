import type { Arrival, LiveEvent } from '../../contracts/live.ts';
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
];
const FORM_LISTS = [
  pathOf('GET /api/json/form-submissions'),
  pathOf('GET /api/json/voice-agent-submissions'),
  pathOf('GET /api/json/on-hold-submissions'),
];

/** Parses an event. Returns null for unknown events. */
export function readLiveEvent(data: string): LiveEvent | null {
  try {
    const value: unknown = JSON.parse(data);
    return isLiveEvent(value) ? value : null;
  } catch {
    return null;
  }
}

function isLiveEvent(value: unknown): value is LiveEvent {
  return (
    typeof value === 'object' &&
    value !== null &&
    'kind' in value &&
    'orderNumber' in value &&
    (value.kind === 'change' ? isTextOrNull(value.orderNumber) : isArrival(value))
  );
}

const isTextOrNull = (value: unknown) => value === null || typeof value === 'string';

function isArrival(value: object & { kind: unknown; orderNumber: unknown }): boolean {
  return (
    (value.kind === 'order' || value.kind === 'submission') &&
    typeof value.orderNumber === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  );
}

/** The paths of the queries that the event makes outdated. */
export function concernedPaths({ kind, orderNumber }: LiveEvent): string[] {
  const ownPaths =
    orderNumber === null
      ? SHOP
      : [
          orderNumber.startsWith('Q-')
            ? pathOf('GET /api/json/quotes/:number', { number: orderNumber })
            : pathOf('GET /api/json/cases/:orderNumber', { orderNumber }),
        ];
  return [...OVERVIEW_AND_ORDERS, ...ownPaths, ...(kind === 'order' ? [] : FORM_LISTS)];
}

export function noticeWords({ kind, orderNumber, title }: Arrival): string {
  return `New ${kind === 'order' ? 'order' : 'form'} ${orderNumber}: ${title}`;
}
