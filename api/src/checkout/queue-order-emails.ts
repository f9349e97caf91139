import type { OrderWithLines } from '../orders/order-store.ts';
import { planReminders } from '../orders/plan-reminders.ts';
import * as outboxStore from '../outbox/outbox-store.ts';
import type { AppContext } from '../context.ts';

/**
 * The mails of an order that is paid: the buyer's, the business's, and the reminders of its forms. Belongs into its
 * transaction. `clientAddress` is that of the browser, where one is there.
 */
export function queueOrderEmails(
  context: AppContext,
  { orderNumber, email, initialPaymentCents }: OrderWithLines,
  clientAddress?: string,
): void {
  const { db, settings, limits, now } = context;
  const add = (kind: 'order-confirmation' | 'new-order', recipient: string) =>
    outboxStore.add(
      db,
      { kind, key: `${kind}:${orderNumber}`, orderNumber, payload: null, recipient },
      now(),
    );
  // Money shows that somebody means it; without any, the address may be somebody else's, who gets one mail at most.
  const isPaid = initialPaymentCents > 0;
  if (isPaid || limits.unverifiedRecipients.tryConsume(email, clientAddress))
    add('order-confirmation', email);
  add('new-order', settings.business.email);
  if (isPaid) planReminders(context, orderNumber, email);
}
