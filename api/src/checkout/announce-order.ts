import type { StrangerMails } from '../mail/stranger-mails.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';

type Deps = {
  outboxStore: OutboxStore;
  /** Where the business reads its mail. */
  businessEmail: string;
  strangerMails: StrangerMails;
  now: () => Date;
};

const DAY_MS = 24 * 60 * 60_000;
const REMINDER_DAYS = [1, 3, 7] as const;

/** The mails of an order that is paid: the buyer's, the business's, and the reminders of its forms. Belongs into its transaction. */
export function announceOrder(
  { outboxStore, businessEmail, strangerMails, now }: Deps,
  { orderNumber, email, initialPaymentCents }: OrderWithLines,
): void {
  const time = now();
  const bare = (kind: 'order-confirmation' | 'new-order', recipient: string) =>
    outboxStore.add({ kind, key: `${kind}:${orderNumber}`, orderNumber, payload: null, recipient }, time);
  // Money shows that somebody means it; without any, it may be a joke at the expense of whose address it is.
  const isMeant = initialPaymentCents > 0 || strangerMails.mayGoTo(email);
  if (isMeant) bare('order-confirmation', email);
  bare('new-order', businessEmail);
  for (const day of isMeant ? REMINDER_DAYS : []) {
    outboxStore.add(
      {
        kind: 'form-reminder',
        key: `form-reminder-${day}:${orderNumber}`,
        orderNumber,
        payload: { day },
        recipient: email,
      },
      time,
      new Date(time.getTime() + day * DAY_MS),
    );
  }
}
