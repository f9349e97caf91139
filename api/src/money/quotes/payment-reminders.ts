import type { AppContext } from '../context.ts';
import { DAY_MS } from '../../base/units.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { RequestRow } from './request-store.ts';

const REMINDER_DAYS = [1, 3, 7] as const;

type Context = Pick<AppContext, 'db' | 'now'>;

/** Asks for a payment, and reminds of it. Call it inside a transaction. */
export function planRequest(context: Context, request: RequestRow, recipient: string): void {
  queue(context, request, recipient, 0);
  planReminders(context, request, recipient);
}

/** The reminders alone. What was paid or stopped by then is not sent. */
export function planReminders(context: Context, request: RequestRow, recipient: string): void {
  for (const day of REMINDER_DAYS) queue(context, request, recipient, day);
}

function queue(
  { db, now }: Context,
  { id, details }: RequestRow,
  recipient: string,
  day: 0 | 1 | 3 | 7,
): void {
  const message = {
    kind: 'payment-request' as const,
    key: `payment-request-${day}:${id}:${now().getTime()}`,
    orderNumber: details.addonTo ?? null,
    payload: { id, day },
    recipient,
  };
  outboxStore.add(db, message, now(), new Date(now().getTime() + day * DAY_MS));
}
