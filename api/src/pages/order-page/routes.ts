import type { Context } from 'koa';
import { isAbout } from '../../messages/live-feed.ts';
import { normalizeOrderNumber } from '@northlight/shared/contracts/order-number.ts';
import type { AppContext } from '../../money/context.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { inTransaction } from '../../db/transaction.ts';
import { notFound, orderLinkInvalid } from '../../base/errors.ts';
import { sendFile } from '../../work/files/send-file.ts';
import * as fileStore from '../../work/files/order-file-store.ts';
import { customersFile } from '../../work/forms/order-files.ts';
import { confirmForm, tableOf } from '../../work/forms/verify-form.ts';
import { answerDelivery } from '../../work/fulfillment/deliver.ts';
import { sendMessage } from '../../work/fulfillment/messages.ts';
import { sendReview } from '../../work/fulfillment/reviews.ts';
import { answerPdf } from '../../money/invoices/send-pdf.ts';
import { createStreams } from '../live/routes.ts';
import { queueUnverified } from '../../messages/outbox/queue-unverified.ts';
import { confirmEmail } from '../../work/orders/plan-reminders.ts';
import { isFromEmail, isOrderKey, isWorkKey } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { readFields } from './read-answers.ts';
import { readOrder, withoutMoney } from './read-order.ts';

/** Customers who keep the page open, each in a few tabs. */
const MAX_STREAMS = { most: 500, mostOfOne: 10 };
/** A link that was asked for again within this time is not sent again. */
const LINK_EVERY_MS = 5 * 60_000;

type Link = { order: string; key?: string | undefined };

const keyOf = (ctx: Context, { key = ctx.get('X-Order-Key') }: Link): string => key;

/** The customer's page. Whoever has its key is the customer. */
export function orderPageRoutes(mount: Mount, context: AppContext): void {
  const { db, settings } = context;
  const streams = createStreams(context.liveFeed, MAX_STREAMS);

  /** A wrong key and a missing order get the same answer. The link of what was sold later opens the page of its case. */
  const linked = (ctx: Context, link: Link) => mainOrder(context, orderOfLink(ctx, link));
  const isWorkOnly = (ctx: Context, link: Link, order: OrderWithLines) =>
    isWorkKey(settings.secret, order, keyOf(ctx, link));

  function orderOfLink(ctx: Context, link: Link): OrderWithLines {
    const order = orderOf(ctx, link);
    if (!order) throw orderLinkInvalid();
    return order;
  }

  function orderOf(ctx: Context, link: Link): OrderWithLines | undefined {
    const order = orderStore.byNumber(db, normalizeOrderNumber(link.order));
    if (!order) return undefined;
    return isOrderKey(settings.secret, order, keyOf(ctx, link)) || isWorkOnly(ctx, link, order)
      ? order
      : undefined;
  }

  mount('GET /api/order', async ({ query, ctx }) => {
    const order = linked(ctx, query);
    if (isFromEmail(settings.secret, order, keyOf(ctx, query))) await confirmEmail(context, order);
    const page = readOrder(context, order);
    return isWorkOnly(ctx, query, order) ? withoutMoney(page) : page;
  });

  mount('GET /api/order/answers', ({ query, ctx }) => {
    const answers = readFields(db, linked(ctx, query).caseId, query.form);
    if (!answers) throw notFound();
    return { success: true, answers };
  });

  mount('GET /api/order/invoice.pdf', async ({ query, ctx }) => {
    const order = orderOfLink(ctx, query);
    if (isWorkOnly(ctx, query, order)) throw notFound();
    await answerPdf(context, ctx, order, query.number);
  });

  mount('GET /api/order/live', ({ query, ctx }) => {
    const { orderNumber } = linked(ctx, query);
    streams.answer(
      ctx,
      (event) => (isAbout(event, orderNumber) ? event : null),
      // The link may end meanwhile.
      () => orderOf(ctx, query) !== undefined,
      orderNumber,
    );
  });

  mount('POST /api/order/messages', async ({ query, body, ctx }) => {
    const { caseId } = linked(ctx, query);
    await sendMessage(context, { caseId, adminId: null }, body);
    return { success: true, message: 'Message sent' };
  });

  mount('POST /api/order/review', async ({ query, body, ctx }) => {
    const order = linked(ctx, query);
    if (isWorkOnly(ctx, query, order)) throw notFound();
    await sendReview(context, order, body);
    return { success: true, message: 'Thank you for your review' };
  });

  mount('POST /api/order/answer', async ({ query, body, ctx }) => {
    await answerDelivery(context, linked(ctx, query).caseId, body);
    return { success: true, message: body.answer === 'approved' ? 'Approved' : 'Change requested' };
  });

  mount('POST /api/order/forms/:form/:id/confirm', async ({ params: { form, id }, query, ctx }) => {
    await confirmForm(context, linked(ctx, query).caseId, { form: tableOf(form), id });
    return { success: true, message: 'Form confirmed' };
  });

  mount('GET /api/order/files/:id', async ({ params, query, ctx }) => {
    const file = customersFile(db, linked(ctx, query).caseId, params.id);
    if (!file) throw notFound();
    await sendFile(context, ctx, file, query.preview !== undefined);
  });

  mount('POST /api/order/files/:id/remove', async ({ params, query, ctx }) => {
    const { caseId } = linked(ctx, query);
    const file = customersFile(db, caseId, params.id);
    if (!file || file.adminId !== null) throw notFound();
    await inTransaction(db, () => fileStore.remove(db, file.id));
    return { success: true, message: 'File removed' };
  });

  mount('POST /api/order-link', ({ body: { orderNumber, email }, ctx }) => {
    const address = ctx.ip;
    // After the answer, so that its time says nothing.
    ctx.res.once('finish', () => {
      sendLink(context, orderNumber, email, address).catch((error: unknown) =>
        context.log.error({ err: error }, 'could not queue an order link'),
      );
    });
    return {
      success: true,
      message: 'If we find an order with this number and email address, we’ll email you the link.',
    };
  });
}

/** A case has one page, whichever of its orders the link is of. */
const mainOrder = ({ db }: AppContext, order: OrderWithLines): OrderWithLines =>
  orderStore.mainOf(db, order.caseId) ?? order;

async function sendLink(
  context: AppContext,
  orderNumber: string,
  email: string,
  address: string,
): Promise<void> {
  const { db, now } = context;
  const order = orderStore.byNumber(db, orderNumber);
  if (order?.email.toLowerCase() !== email.toLowerCase()) return;
  const mark = Math.floor(now().getTime() / LINK_EVERY_MS);
  const main = mainOrder(context, order);
  const message = {
    kind: 'order-news' as const,
    key: `order-news:link:${main.id}:${mark}`,
    orderNumber: main.orderNumber,
    payload: { news: 'link' as const, id: main.id },
    recipient: order.email,
  };
  await inTransaction(db, () => queueUnverified(context, message, { kind: 'link', address }));
}
