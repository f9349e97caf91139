import type { MessageOf } from '../../outbox/outbox-store.ts';
import { strong, text, type Letter } from '../blocks.ts';
import { orderLinkParams, formSteps } from '../form-steps.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { refundedCents } from '../../payments/refunded-cents.ts';
import type { OrderWithLines } from '../../orders/order-store.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { STOP_REMINDERS_PAGE } from '@northlight/shared/contracts/shop/reminders.ts';
import * as paymentStore from '../../payments/payment-store.ts';
import * as refundStore from '../../payments/refund-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const dayAndMonth = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', timeZone: 'UTC' });

/** Asks the buyer for the forms that are still missing; null once nothing is, or nobody wants it. */
export function formReminder(context: EmailContext, message: MessageOf<'form-reminder'>): Letter | null {
  const order = orderOf(context, message);
  // After a long outage or out of an old backup several would come at once.
  const isStale = context.now().getTime() - message.dueAt.getTime() > DAY_MS;
  if (isStale || !isWanted(context, order)) return null;
  const { orderNumber, missingForms } = order;
  const { day } = message.payload;
  const [forms, are] = missingForms.length === 1 ? ['your form', 'is'] : ['your forms', 'are'];
  const query = new URLSearchParams(orderLinkParams(context.settings.secret, order));
  return {
    subject: `Order ${orderNumber}: ${forms} ${are} missing`,
    preview: `We begin as soon as ${forms} ${are} here.`,
    title: [`We can begin once ${forms} ${are} here.`],
    blocks: [
      text(
        `You ordered on ${dayAndMonth.format(order.createdAt)} (`,
        strong(orderNumber),
        `). Tell us what you need, and we begin. It takes about ten minutes.`,
      ),
      ...formSteps(context, order, missingForms),
      text(
        day === 7
          ? 'This is our last reminder. Your order stands, whenever you are ready.'
          : "No time for forms? Reply to this mail and we'll do it together.",
      ),
    ],
    stop: {
      text: 'No more reminders for this order',
      page: `${context.settings.publicUrl}${STOP_REMINDERS_PAGE}?${query}`,
      call: `${context.settings.publicUrl}${pathOf('POST /api/stop-reminders')}?${query}`,
    },
  };
}

function isWanted({ db }: EmailContext, order: OrderWithLines): boolean {
  if (order.missingForms.length === 0 || order.remindersStoppedAt) return false;
  if (order.paymentStatus !== 'completed' || order.workStatus === 'delivered') return false;
  const payment = order.paymentId === null ? undefined : paymentStore.byId(db, order.paymentId);
  if (!payment) return true;
  return refundedCents(refundStore.ofPayment(db, payment.id)) < (payment.receivedAmountCents ?? 0);
}
