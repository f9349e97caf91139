import type { WorkContext } from '../context.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { DAY_MS } from '../../base/units.ts';

const REMINDER_DAYS = [1, 3, 7] as const;

/** Schedules the form reminders from now on, once per order. Call it inside a transaction. */
export function planReminders(
  { db, now }: Pick<WorkContext, 'db' | 'now'>,
  orderNumber: string,
  recipient: string,
): void {
  const time = now();
  for (const day of REMINDER_DAYS) {
    const key = `form-reminder-${day}:${orderNumber}`;
    outboxStore.add(
      db,
      { kind: 'form-reminder', key, orderNumber, payload: { day }, recipient },
      time,
      new Date(time.getTime() + day * DAY_MS),
    );
  }
}
