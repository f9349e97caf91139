import { CASE_PATH, pathTo } from '../../contracts/cases.ts';
import type { LiveEvent } from '../../contracts/live.ts';
import { ORDERS_PATH } from '../../contracts/orders.ts';
import { OVERVIEW_PATH } from '../../contracts/overview.ts';
import {
  ON_HOLD_SUBMISSIONS_PATH,
  VOICE_SUBMISSIONS_PATH,
  WEBSITE_SUBMISSIONS_PATH,
} from '../../contracts/submissions.ts';

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
    (value.kind === 'order' || value.kind === 'submission') &&
    'orderNumber' in value &&
    typeof value.orderNumber === 'string' &&
    'title' in value &&
    typeof value.title === 'string'
  );
}

/** The calls whose answers it has changed. */
export function concernedPaths({ kind, orderNumber }: LiveEvent): string[] {
  const casePath = pathTo(CASE_PATH, { orderNumber });
  return [OVERVIEW_PATH, ORDERS_PATH, casePath, ...(kind === 'submission' ? FORM_LISTS : [])];
}

export function noticeWords({ kind, orderNumber, title }: LiveEvent): string {
  return `New ${kind === 'order' ? 'order' : 'form'} ${orderNumber}: ${title}`;
}
