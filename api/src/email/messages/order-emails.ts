import { dueText, wasDueText } from '@northlight/shared/catalog/due-text.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import * as deliveryStore from '../../work/fulfillment/delivery-store.ts';
import * as fileStore from '../../work/files/order-file-store.ts';
import { eventById } from '../../work/fulfillment/case-store.ts';
import { messageById } from '../../work/fulfillment/messages.ts';
import { PROMISE_NAMES } from '@northlight/shared/contracts/deliveries.ts';
import { NOTICE_BEFORE_MS } from '../../work/fulfillment/promise-clock.ts';
import { soldWorkOf } from '../../work/fulfillment/service-state.ts';
import * as promiseStore from '../../work/fulfillment/promise-store.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { customerName, personName } from '../../work/orders/present-order.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type Block, button, type EmailContent, hello, said, strong, text, userText } from '../blocks.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { caseAction, type EmailContext, orderOf } from '../email-context.ts';
import { isolated } from '../email-text.ts';
import { numberOf } from '../../db/cases.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { newReview, reviewRequest } from './review.ts';
import { HOUR_MS } from '../../base/units.ts';

/** News of an order after it was placed. Null when it is no longer true. */
export function orderNews(context: EmailContext, message: MessageOf<'order-news'>): EmailContent | null {
  const { news, id, link } = message.payload;
  if (news === 'due') return dueSoon(context, message, id);
  // It may be about a quote.
  if (news === 'left-out') return leftOut(context, message, id);
  const order = orderOf(context, message);
  const { orderNumber } = order;
  if (news === 'message') return newMessage(context, order, id);
  if (news === 'files') return newFiles(context, order, id);
  if (news === 'review-request') return reviewRequest(context, order);
  if (news === 'review') return newReview(context, order);
  if (news === 'answer') return deliveryAnswer(context, order, id);
  const page = orderPage(context, order, 'Open your order');
  if (news === 'done') {
    const { name } = found(soldWorkOf(context.db, order.caseId).find((work) => work.id === id));
    return {
      subject: `${name} is done (order ${orderNumber})`,
      preview: 'Look at it, and tell us what you think.',
      title: [`${name} is done.`],
      blocks: [text(...hello(order.firstName), ', ', strong(name), ' is done.'), page],
    };
  }
  if (news === 'link')
    return {
      subject: `Your order ${orderNumber}`,
      preview: 'Here’s the link you asked for.',
      title: ['Your order page'],
      blocks: [
        text(...hello(order.firstName), ', here is the link to your order. You can use it at any time.'),
        page,
        text('Didn’t ask for it? You don’t need to do anything.'),
      ],
    };
  if (news === 'live')
    return {
      subject: `Your website is live (order ${orderNumber})`,
      preview: 'Anyone can visit it now.',
      title: ['Your website is live.'],
      blocks: [
        text(...hello(order.firstName), ', anyone can visit it now. Thank you for working with us.'),
        ...(link ? [button('Visit your website', link)] : []),
        page,
      ],
    };
  return delivered(context, order, id);
}

function delivered(context: EmailContext, order: OrderWithLines, id: number): EmailContent {
  const { serviceId, version, note, phone } = found(deliveryStore.byId(context.db, id));
  const { name } = SERVICES[serviceId];
  return {
    subject: `Version ${version} of your ${inText(name)} is ready (order ${order.orderNumber})`,
    preview: 'Take a look, then approve it or ask for a change.',
    title: [`Version ${version} of your ${inText(name)} is ready.`],
    blocks: [
      text(...hello(order.firstName), ', please take a look.'),
      ...(note ? [text(note)] : []),
      ...(phone ? [text('To try it, call ', strong(phone), '.')] : []),
      text('On your order page, you can approve it or ask for a change.'),
      orderPage(context, order, 'Review it'),
    ],
  };
}

function deliveryAnswer(context: EmailContext, order: OrderWithLines, id: number): EmailContent {
  const { orderNumber } = order;
  const { serviceId, version, answer, change } = found(deliveryStore.byId(context.db, id));
  const what = `${SERVICES[serviceId].name} version ${version} for ${isolated(customerName(order))}`;
  const title = answer === 'approved' ? `Approved: ${what}` : `Change requested: ${what}`;
  return {
    subject: `${title} (${orderNumber})`,
    preview:
      answer === 'approved' ? 'The customer is happy with it.' : 'The customer explained what to change.',
    title: [title],
    blocks: [
      text('From ', userText(personName(order)), '.'),
      ...(change ? [text(userText(change))] : []),
      caseAction(context, orderNumber),
    ],
    toBusiness: {},
  };
}

/** What somebody of the team wrote, apart from the words of the shop. */
export const saidBy = (
  { db, settings }: EmailContext,
  { adminId, text: words }: { adminId: number | null; text: string },
): Block[] => {
  const name = adminId === null ? '' : (adminStore.byId(db, adminId)?.firstName ?? '');
  return [text(userText(name || settings.business.name), ' wrote:'), said(words)];
};

function newMessage(context: EmailContext, order: OrderWithLines, id: number): EmailContent {
  const message = found(messageById(context.db, id));
  const { adminId, text: words } = message;
  const subject = `Order ${order.orderNumber}: new message`;
  if (adminId === null)
    return {
      subject: `${subject} from ${isolated(personName(order))}`,
      preview: 'The customer sent a message about the order.',
      title: [`New message about ${order.orderNumber}`],
      blocks: [
        text('From ', userText(personName(order)), '.'),
        said(words),
        caseAction(context, order.orderNumber),
      ],
      toBusiness: { replyTo: order.email },
    };
  return {
    subject,
    preview: 'We sent you a message about your order.',
    title: ['New message about your order'],
    blocks: [
      text(...hello(order.firstName), ','),
      ...saidBy(context, message),
      text('Reply to this email, or respond on your order page.'),
      orderPage(context, order, 'Open your order'),
    ],
  };
}

/** An email that answers one of ours and was not stored. Without an order, nothing else is known of it. */
function leftOut(context: EmailContext, { caseId }: MessageOf<'order-news'>, id: number): EmailContent {
  const orderNumber = caseId && numberOf(context.db, caseId);
  const what = orderNumber
    ? found(eventById(context.db, id)).text
    : 'Someone replied to an email from the shop that isn’t about an order. The reply is in the mailbox.';
  return {
    subject: `${orderNumber ?? 'No order'}: an email was left out`,
    preview: 'Read it in the mailbox.',
    title: [orderNumber ? `An email about ${orderNumber} was left out` : 'An email was left out'],
    blocks: [
      text(userText(what)),
      text('None of it was stored. If it is from the customer, answer it from the mailbox.'),
      ...(orderNumber ? [caseAction(context, orderNumber)] : []),
    ],
    toBusiness: {},
  };
}

/** What the customer uploaded within an hour. Null if nothing is left of it. */
function newFiles(context: EmailContext, order: OrderWithLines, hour: number): EmailContent | null {
  const { orderNumber } = order;
  const from = hour * HOUR_MS;
  const files = fileStore
    .ofCase(context.db, order.caseId)
    .filter(
      ({ adminId, submissionKey, createdAt }) =>
        adminId === null &&
        submissionKey === null &&
        createdAt.getTime() >= from &&
        createdAt.getTime() < from + HOUR_MS,
    );
  if (files.length === 0) return null;
  const what = files.length === 1 ? 'a new file' : `${files.length} new files`;
  return {
    subject: `Order ${orderNumber}: ${what} from ${isolated(customerName(order) || order.email)}`,
    preview: 'The customer uploaded them on the order page.',
    title: [`${what.charAt(0).toUpperCase()}${what.slice(1)} on ${orderNumber}`],
    blocks: [
      text('From ', userText(personName(order)), '.'),
      ...files.map(({ name }) => text(userText(name))),
      caseAction(context, orderNumber),
    ],
    toBusiness: {},
  };
}

/** Tells the business before a promise is late. Null if it was kept or is paused. */
function dueSoon(
  context: EmailContext,
  { caseId }: MessageOf<'order-news'>,
  id: number,
): EmailContent | null {
  const promise = caseId && promiseStore.openOf(context.db, caseId).find((open) => open.id === id);
  if (!promise || promise.leftMs !== null) return null;
  // It was paused, and is due later now. It gets another notice then.
  if (promise.dueAt.getTime() - context.now().getTime() > 2 * NOTICE_BEFORE_MS) return null;
  const isOver = promise.dueAt <= context.now();
  const due = (isOver ? wasDueText : dueText)(promise.dueAt, context.settings.hours.timeZone, context.now());
  const order = orderStore.mainOf(context.db, caseId);
  const orderNumber = order?.orderNumber ?? caseId;
  const what = `${promise.name ?? SERVICES[promise.serviceId].name} for ${order ? isolated(customerName(order)) : orderNumber}`;
  const toDo = `To do: ${PROMISE_NAMES[promise.kind]}.`;
  return {
    subject: `${isOver ? 'Late' : 'Due soon'}: ${what}${order ? ` (${orderNumber})` : ''}`,
    preview: toDo,
    title: [`${what} ${isOver ? 'was' : 'is'} due ${due}.`],
    blocks: [text(toDo), caseAction(context, orderNumber)],
    toBusiness: {},
  };
}

/** A button to the order's page. */
export const orderPage = ({ settings }: EmailContext, order: OrderWithLines, label: string): Block =>
  button(label, orderPageOf(settings, order));

/** "Website" is lower case in a sentence, "AI Voice Agent" is not. */
const inText = (name: string) =>
  name === 'Website' ? 'website' : name === 'On-Hold Audio' ? 'on-hold audio' : name;

export function found<Row>(row: Row | undefined): Row {
  if (!row) throw new Error('What this email is about no longer exists.');
  return row;
}
