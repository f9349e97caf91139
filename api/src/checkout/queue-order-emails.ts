import type { StrangerMails } from '../limits/unverified-recipients.ts';
import type { OrderWithLines } from '../orders/order-store.ts';
import { planReminders } from '../orders/plan-reminders.ts';
import type { OutboxStore } from '../outbox/outbox-store.ts';

type Deps = {
  outboxStore: OutboxStore;
  /** Where the business reads its mail. */
  businessEmail: string;
  strangerMails: StrangerMails;
  now: () => Date;
};

/**
 * The mails of an order that is paid: the buyer's, the business's, and the reminders of its forms. Belongs into its
 * transaction. `clientAddress` is that of the browser, where one is there.
 */
export function announceOrder(
  deps: Deps,
  { orderNumber, email, initialPaymentCents }: OrderWithLines,
  clientAddress?: string,
): void {
  const { outboxStore, businessEmail, strangerMails, now } = deps;
  const add = (kind: 'order-confirmation' | 'new-order', recipient: string) =>
    outboxStore.add({ kind, key: `${kind}:${orderNumber}`, orderNumber, payload: null, recipient }, now());
  // Money shows that somebody means it; without any, the address may be somebody else's, who gets one mail at most.
  const isPaid = initialPaymentCents > 0;
  if (isPaid || strangerMails.mayGoTo(email, clientAddress)) add('order-confirmation', email);
  add('new-order', businessEmail);
  if (isPaid) planReminders(deps, orderNumber, email);
}
