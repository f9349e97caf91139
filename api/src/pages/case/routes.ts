import * as adminStore from '../../people/session/admin-store.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { agreementVersion } from '../../money/recurring/present-agreement.ts';
import { versionOf } from '../../base/seen-version.ts';
import type { Context } from 'koa';
import { caseOf } from '../../db/cases.ts';
import type { ActionResponse } from '@northlight/shared/contracts/endpoint.ts';
import type { MessageResponse } from '@northlight/shared/contracts/emails.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { notFound } from '../../base/errors.ts';
import { adminIdOf, confirmAlways, confirmRefund, mayCaller } from '../../people/session/session.ts';
import {
  accept,
  actOnRecurring,
  addNote,
  assign,
  changeWorkStatus,
  discardEmail,
  endOrderLinks,
  release,
  resendEmail,
  resendFailed,
} from './act-on-case.ts';
import { deliver, finishWork, goLive } from '../../work/fulfillment/deliver.ts';
import { takeBack } from '../../work/fulfillment/undo.ts';
import { shownWork } from '../../db/shown-work.ts';
import { inTransaction } from '../../db/transaction.ts';
import { tableOf } from '../../work/forms/verify-form.ts';
import { sendMessage } from '../../work/fulfillment/messages.ts';
import { answerPdf } from '../../money/invoices/send-pdf.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { remindNow } from '../../email/messages/form-reminder.ts';
import { booksOf, readCase } from './read-case.ts';
import type { AppContext } from '../../money/context.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import { dueText } from '@northlight/shared/catalog/due-text.ts';
import { REPLY_FIELDS } from '@northlight/shared/contracts/wording.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import { customerName } from '../../work/orders/present-order.ts';
import type { Order } from '../../work/orders/order-store.ts';

const NO_REASON = 'This email is no longer needed and won’t be sent.';
const NOT_KEPT = 'This email was sent before copies were saved.';

const NOT_SHOWN = 'This email has a personal link for its recipient, so its text isn’t shown.';

/** An email as it was sent, or as it would be sent now; undefined for a message that is not an email. */
async function readMessage(context: AppContext, id: number): Promise<MessageResponse | undefined> {
  const message = outboxStore.byId(context.db, id);
  if (!message || message.kind === 'newsletter') return undefined;
  const { recipient } = message;
  const sent = outboxStore.emailOf(context.db, id);
  const hidden = outboxStore.isPersonal(message) && { text: NOT_SHOWN };
  if (sent) return { success: true, recipient, ...sent, ...hidden, isSent: true };
  if (message.status === 'sent')
    return { success: true, recipient, subject: '', text: NOT_KEPT, isSent: true, answer: null };
  // Loaded on first use, to keep the start fast.
  const { writeEmail } = await import('../../email/write-email.ts');
  const { subject, text } = writeEmail(context, message) ?? { subject: '', text: NO_REASON };
  return { success: true, recipient, subject, text, ...hidden, isSent: false, answer: null };
}

export function caseRoutes(mount: Mount, context: AppContext): void {
  const actorOf = (ctx: Context, { orderNumber }: { orderNumber: string }) => ({
    adminId: adminIdOf(ctx),
    caseId: caseOf(context.db, orderNumber),
  });

  mount('GET /api/json/cases/:orderNumber', ({ params, ctx }) => {
    const found = readCase(context, caseOf(context.db, params.orderNumber));
    if (!found) throw notFound();
    return mayCaller(ctx, 'work') ? found : booksOf(found);
  });

  mount('GET /api/json/cases/:orderNumber/invoice.pdf', async ({ params, query, ctx }) => {
    const order = orderStore.byNumber(context.db, params.orderNumber);
    if (!order) throw notFound();
    await answerPdf(context, ctx, order, query.number);
  });

  mount('POST /api/admin/cases/:orderNumber/notes', async ({ params, body, ctx }) => {
    const actor = actorOf(ctx, params);
    const undo = await addNote(context, actor, body);
    const name = orderStore.mainOf(context.db, actor.caseId)?.firstName || 'The customer';
    return {
      ...done(body.answers === 'nothing' ? `${name}’s message is marked as answered` : 'Note added'),
      undo,
    };
  });

  mount(
    'POST /api/admin/cases/:orderNumber/assign',
    async ({ params, body, ctx }) => {
      const name = await assign(context, actorOf(ctx, params), body.adminId);
      if (name) recordDetail({ to: name });
      return done('Responsible person saved');
    },
    ({ params }) => responsibleOf(context, params.orderNumber),
  );

  mount('POST /api/admin/cases/:orderNumber/remind', async ({ params }) => {
    await inTransaction(context.db, () => remindNow(context, caseOf(context.db, params.orderNumber)));
    return done('Reminder sent');
  });

  mount('POST /api/admin/cases/:orderNumber/messages', async ({ params, body, ctx }) => {
    const { fillsFields, ...message } = body;
    const order = fillsFields && orderStore.byNumber(context.db, params.orderNumber);
    if (order) message.text = fillReply(context, order, message.text);
    await sendMessage(context, actorOf(ctx, params), message);
    return done('Message sent');
  });

  mount('POST /api/admin/cases/:orderNumber/deliveries', async ({ params, body, ctx }) => {
    recordDetail({ service: body.service });
    await deliver(context, actorOf(ctx, params), body);
    return done('Delivered');
  });

  mount('POST /api/admin/cases/:orderNumber/work/:id/done', async ({ params, ctx }) => {
    await finishWork(context, actorOf(ctx, params), params.id);
    return done('Marked as done');
  });

  mount('POST /api/admin/cases/:orderNumber/live', async ({ params, body, ctx }) => {
    const undo = await goLive(context, actorOf(ctx, params), body.link);
    return { ...done('Marked as live'), undo };
  });

  mount('POST /api/admin/cases/:orderNumber/work-status', async ({ params, body, ctx }) => {
    const actor = actorOf(ctx, params);
    const workStatus = shownWork(context.db, { ...actor, workStatus: body.workStatus });
    recordDetail({ to: workStatus });
    const undo = await changeWorkStatus(context, actor, body);
    return { ...done('Work status changed'), workStatus, undo };
  });

  mount('POST /api/admin/cases/:orderNumber/undo', async ({ params, body }) => {
    await inTransaction(context.db, () =>
      takeBack(context, caseOf(context.db, params.orderNumber), body.token),
    );
    return done('Undone. The customer wasn’t notified.');
  });

  mount('POST /api/admin/cases/:orderNumber/end-links', async ({ params, ctx }) => {
    await endOrderLinks(context, actorOf(ctx, params));
    return done('Earlier links ended');
  });

  mount(
    'POST /api/admin/cases/:orderNumber/recurring',
    async ({ params, body, ctx }) => {
      const { action } = body;
      if (action === 'change-amount') confirmAlways(ctx);
      recordDetail(action === 'refund' ? { action, amount: body.amount ?? 'everything left' } : { action });
      const checkConfirmed = () => action === 'refund' && confirmRefund(context, ctx, body.amount);
      return done(
        await actOnRecurring(context, { ...actorOf(ctx, params), ...params }, body, checkConfirmed),
      );
    },
    ({ params }) => recurringVersion(context, params.orderNumber),
  );

  mount('GET /api/json/messages/:id', async ({ params }) => {
    const message = await readMessage(context, params.id);
    if (!message) throw notFound();
    return message;
  });

  mount('POST /api/admin/messages/send-again', async ({ ctx }) => {
    const count = await resendFailed(context, adminIdOf(ctx));
    return done(count === 1 ? 'Sending 1 email' : `Sending ${count} emails`);
  });

  mount('POST /api/admin/messages/:id/send-again', async ({ params, body, ctx }) => {
    await resendEmail(context, { adminId: adminIdOf(ctx), messageId: params.id, ...body });
    return done('Sending the email');
  });

  mount('POST /api/admin/messages/:id/leave-unsent', async ({ params, ctx }) => {
    await discardEmail(context, { adminId: adminIdOf(ctx), messageId: params.id });
    return done('Email discarded');
  });

  mount('POST /api/admin/submissions/:form/:id/release', async ({ params: { form, id }, ctx }) => {
    await release(context, { adminId: adminIdOf(ctx), form: tableOf(form), id });
    return done('Moved out of quarantine');
  });

  mount('POST /api/admin/submissions/:form/:id/accept', async ({ params: { form, id }, ctx }) => {
    await accept(context, { adminId: adminIdOf(ctx), form: tableOf(form), id });
    return done('Form accepted for this order');
  });
}

/** The username of who is responsible for the order of a case. Empty for nobody. */
function responsibleOf({ db }: AppContext, number: string): string {
  const order = orderStore.mainOf(db, caseOf(db, number));
  return adminStore.byId(db, order?.responsibleId ?? 0)?.username ?? '';
}

function recurringVersion({ db }: AppContext, orderNumber: string): string {
  const order = orderStore.byNumber(db, orderNumber);
  const agreement = order && agreementStore.byOrder(db, order.id);
  return agreement ? agreementVersion(agreement) : '';
}

const done = (message: string): ActionResponse => ({ success: true, message });

/** The owner's own words: ready replies, and when reminders go out. */
export function wordingRoutes(mount: Mount, context: AppContext): void {
  const { db, now } = context;

  mount('GET /api/json/wording', ({ query: { orderNumber } }) => {
    const current = wording();
    const { replies, ...rest } = { ...current, version: versionOf(current) };
    if (!orderNumber) return { success: true, replies, ...rest };
    const order = orderStore.byNumber(db, orderNumber);
    if (!order) throw notFound();
    const filled = replies.map(({ name, text }) => ({ name, text: fillReply(context, order, text) }));
    return { success: true, replies: filled, ...rest };
  });

  mount(
    'POST /api/admin/wording',
    async ({ body: { version: _version, ...body }, ctx }) => {
      const reminderDays = body.reminderDays && [...new Set(body.reminderDays)].toSorted((a, b) => a - b);
      recordDetail({ what: Object.keys(body) });
      const change = { ...body, ...(reminderDays && { reminderDays }) };
      await inTransaction(db, () => saveShopSettings(db, change, adminIdOf(ctx), now()));
      return { success: true, message: 'Saved' };
    },
    () => versionOf(wording()),
  );

  function wording() {
    const { replies, reminderDays, asksForReview } = readShopSettings(db);
    return { replies, reminderDays, asksForReview };
  }
}

const FIELD = new RegExp(`\\{(${Object.keys(REPLY_FIELDS).join('|')})\\}`, 'g');

/** A reply with its fields filled in for an order, such as "Hi Ada". Other braces stay as they are. */
export function fillReply({ settings, now }: AppContext, order: Order, reply: string): string {
  const { firstName, orderNumber, dueAt } = order;
  const values: Record<keyof typeof REPLY_FIELDS, string> = {
    name: firstName,
    business: customerName(order),
    order: orderNumber,
    // Nothing is promised for a time that is over.
    due: dueAt && dueAt > now() ? dueText(dueAt, settings.hours.timeZone, now()) : 'as soon as possible',
    link: orderPageOf(settings, order),
  };
  return reply.replaceAll(FIELD, (_, field: keyof typeof values) => values[field]);
}
