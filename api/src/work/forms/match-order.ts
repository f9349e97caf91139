import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { FormPromise } from '@northlight/shared/contracts/forms/forms.ts';
import { type OrderMatch, isUnverified } from '@northlight/shared/contracts/submissions.ts';
import { hasEnded, isGenuine } from '../orders/order-links.ts';
import type { SubmissionRow } from '../../db/schema/forms.ts';
import * as orderStore from '../orders/order-store.ts';
import type { WorkContext } from '../context.ts';

/** What a form says about its order. */
export type NamedOrder = { email: string; orderNumber?: string | undefined; orderKey?: string | undefined };
export type Match = { orderMatch: OrderMatch; isOutsideOrder: boolean };

/** Whether the sender is the order's customer, which only its link shows. Only the administrator sees the result. */
export function matchOrder(
  context: WorkContext,
  service: ServiceId,
  { orderNumber, email, orderKey }: NamedOrder,
): Match {
  if (orderNumber === undefined) return { orderMatch: 'request', isOutsideOrder: false };
  const order = orderStore.buyerOf(context.db, orderNumber);
  if (!order) return { orderMatch: 'unknown-order', isOutsideOrder: false };
  const isOutsideOrder = !order.serviceTypes.includes(service);
  if (order.isClaim) return { orderMatch: 'unpaid-order', isOutsideOrder };
  const hasLink =
    orderKey !== undefined &&
    isGenuine(context.settings.secret, order, orderKey) &&
    !hasEnded(order, context.now());
  if (hasLink) return { orderMatch: 'order-link', isOutsideOrder };
  const isTheirs = order.email.toLowerCase() === email.toLowerCase();
  return { orderMatch: isTheirs ? 'unconfirmed' : 'other-email', isOutsideOrder };
}

/** Whether a form is certainly the customer's own. Anyone can send one under any number. */
export const isOwn = ({
  orderMatch,
  quarantineReason,
}: Pick<SubmissionRow, 'orderMatch' | 'quarantineReason'>): boolean =>
  quarantineReason === null &&
  (orderMatch === 'same-email' || orderMatch === 'order-link' || orderMatch === 'accepted');

/**
 * Depends on the link, and not on the email address. A website is only made once it is paid for. The other forms are also
 * requests.
 */
export function promiseFor(service: ServiceId, { orderMatch, isOutsideOrder }: Match): FormPromise {
  if (isOutsideOrder || orderMatch === 'unpaid-order' || orderMatch === 'unknown-order') return 'contact';
  if (isUnverified(orderMatch)) return 'confirm';
  return orderMatch === 'request' && service === 'website' ? 'contact' : 'delivery';
}
