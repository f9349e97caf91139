import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { STOP_REMINDERS_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import { notFound, conflict } from '../../base/errors.ts';
import type { CaseId } from '../../db/schema/columns.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type EmailContent, strong, text } from '../blocks.ts';
import { formSteps, orderLinkParams } from '../form-steps.ts';
import { type EmailContext, orderOf } from '../email-context.ts';
import { refundedCents } from '../../money/payments/refund-store.ts';
import { isDisputed } from '../../work/orders/disputes.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as paymentStore from '../../money/payments/payment-store.ts';
import * as refundStore from '../../money/payments/refund-store.ts';
import { DAY_MS } from '../../base/units.ts';

const dayAndMonth = (time: Date, timeZone: string) =>
  time.toLocaleDateString('en-US', { month: 'long', day: 'numeric', timeZone });

/** Reminds the customer of missing forms; null when none is missing or reminders are stopped. */
export function formReminder(
  context: EmailContext,
  message: MessageOf<'form-reminder'>,
): EmailContent | null {
  const order = orderOf(context, message);
  // After a long outage, or from an old backup, several would be sent at once.
  const isStale = context.now().getTime() - message.dueAt.getTime() > DAY_MS;
  if (isStale || whyNoReminder(context, order) !== null) return null;
  const { orderNumber, missingForms } = order;
  const forms = missingForms.length === 1 ? 'your form' : 'your forms';
  const query = new URLSearchParams(orderLinkParams(context.settings.secret, order));
  return {
    subject: `Order ${orderNumber}: we still need ${forms}`,
    preview: `We’ll start as soon as we have ${forms}.`,
    title: [`We can start once we have ${forms}.`],
    blocks: [
      text(
        `You ordered on ${dayAndMonth(order.createdAt, context.settings.hours.timeZone)} (`,
        strong(orderNumber),
        `). Tell us what you need, and we’ll get started. It takes about ten minutes.`,
      ),
      ...formSteps(context, order, missingForms),
      text(
        message.payload.isLast
          ? 'This is our last reminder. Your order is saved, so send us your answers whenever you’re ready.'
          : 'No time to fill out forms? Reply to this email, and we’ll do it together.',
      ),
    ],
    stop: {
      text: 'Stop reminders for this order',
      page: `${context.settings.publicUrl}${STOP_REMINDERS_PAGE}?${query}`,
      call: `${context.settings.publicUrl}${pathOf('POST /api/stop-reminders')}?${query}`,
    },
  };
}

/** Why nobody is reminded of an order's forms. Null if its customer is. */
export function whyNoReminder(
  { db }: Pick<EmailContext, 'db'>,
  order: orderStore.OrderWithLines,
): string | null {
  if (order.missingForms.length === 0) return 'No form is missing.';
  if (order.remindersStoppedAt) return 'The customer stopped the reminders.';
  if (order.paymentStatus !== 'completed') return 'It isn’t paid.';
  if (order.workStatus === 'delivered') return 'The work has ended.';
  if (isDisputed(db, order)) return 'Its payment is disputed.';
  const payment = order.paymentId === null ? undefined : paymentStore.byId(db, order.paymentId);
  const isRefunded =
    payment && refundedCents(refundStore.ofPayment(db, payment.id)) >= (payment.receivedAmountCents ?? 0);
  return isRefunded ? 'Its payment was refunded.' : null;
}

/** Reminds the customer now, once a day. Call it inside a transaction. */
export function remindNow(context: Pick<EmailContext, 'db' | 'now'>, caseId: CaseId): void {
  const { db, now } = context;
  const order = orderStore.mainOf(db, caseId);
  if (!order) throw notFound();
  const why = whyNoReminder(context, order);
  if (why) throw conflict('no_reminder', why);
  const { orderNumber, email: recipient } = order;
  const key = `form-reminder-${now().toISOString().slice(0, 10)}:${orderNumber}`;
  if (
    !outboxStore.queue(context, { kind: 'form-reminder', key, orderNumber, payload: { day: 0 }, recipient })
  )
    throw conflict('reminded_today', 'The customer was already reminded today.');
}
