import { CASE_PATH, pathTo } from '../../contracts/admin/cases.ts';
import type { Arrival, LiveEvent } from '../../contracts/admin/live.ts';
import { ORDERS_PATH } from '../../contracts/admin/orders.ts';
import { OVERVIEW_PATH } from '../../contracts/admin/overview.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
} from '../../contracts/admin/submissions.ts';

const FORM_LISTS = [WEBSITE_SUBMISSIONS_PATH, VOICE_SUBMISSIONS_PATH, ON_HOLD_SUBMISSIONS_PATH];

/** What a message says, or null when it is not one that this version knows. */
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

/** The calls whose answers it has changed. */
export function concernedPaths({ kind, orderNumber }: LiveEvent): string[] {
  const casePaths = orderNumber === null ? [] : [pathTo(CASE_PATH, { orderNumber })];
  return [OVERVIEW_PATH, ORDERS_PATH, ...casePaths, ...(kind === 'order' ? [] : FORM_LISTS)];
}

export function noticeWords({ kind, orderNumber, title }: Arrival): string {
  return `New ${kind === 'order' ? 'order' : 'form'} ${orderNumber}: ${title}`;
}
