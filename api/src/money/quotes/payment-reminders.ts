import { readShopSettings } from '../../db/shop-settings.ts';
import type { AppContext } from '../context.ts';
import type { OutboxPayload } from '../../db/schema/messages.ts';
import { DAY_MS } from '../../base/units.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { RequestRow } from './request-store.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

/** Asks for a payment, and reminds of it. Call it inside a transaction. */
export function planRequest(context: Context, request: RequestRow, recipient: string): void {
  queue(context, request, recipient, { day: 0 });
  planReminders(context, request, recipient);
}

/** The reminders alone. What was paid or stopped by then is not sent. */
export function planReminders(context: Context, request: RequestRow, recipient: string): void {
  const { reminderDays } = readShopSettings(context.db);
  for (const day of reminderDays)
    queue(context, request, recipient, { day, isLast: day === reminderDays.at(-1) });
}

function queue(
  { db, now }: Context,
  { id, caseId, sentAt }: RequestRow,
  recipient: string,
  when: Pick<OutboxPayload['payment-request'], 'day' | 'isLast'>,
): void {
  const message = {
    kind: 'payment-request' as const,
    key: `payment-request-${when.day}:${id}:${now().getTime()}`,
    caseId,
    payload: { id, ...when, askedAt: sentAt?.getTime() ?? 0 },
    recipient,
  };
  outboxStore.queue({ db, now }, message, new Date(now().getTime() + when.day * DAY_MS));
}
