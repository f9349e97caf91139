import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { lineAmount, lineName, offeredLines, type QuotePrice } from '@northlight/shared/catalog/quote.ts';
import { receiptRows, recurringText } from '@northlight/shared/catalog/receipt.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { quotePageOf } from '../../money/quotes/quote-key.ts';
import { contentOf, quotePriceOf, stateOf } from '../../money/quotes/quote-state.ts';
import * as quoteStore from '../../money/quotes/quote-store.ts';
import type { QuoteRow } from '../../money/quotes/quote-store.ts';
import * as requestStore from '../../money/quotes/request-store.ts';
import { orderPageOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { messageById } from '../../work/fulfillment/messages.ts';
import {
  button,
  demoNote,
  hello,
  small,
  strong,
  text,
  userText,
  type Block,
  type EmailContent,
} from '../blocks.ts';
import { dashboardAction, type EmailContext } from '../email-context.ts';
import { isolated } from '../email-text.ts';
import { found, saidBy } from './order-emails.ts';

/** News of a quote to its customer. Null when it can no longer be accepted. */
export function quote(context: EmailContext, { payload }: MessageOf<'quote'>): EmailContent | null {
  const about = found(quoteStore.byId(context.db, payload.id));
  if (payload.news === 'message') return reply(context, about, payload.message ?? 0);
  if (stateOf(about, context.now()) !== 'sent') return null;
  const price = quotePriceOf(context, about);
  const { message, lines } = contentOf(about);
  const { options } = offeredLines(lines);
  const again =
    about.versions.length > 1 ? `Your updated quote ${about.number}` : `Your quote ${about.number}`;
  return {
    subject: `${again} from ${context.settings.business.name}`,
    preview: `${options.length > 0 ? 'From ' : ''}${formatUsd(price.whole.dueTodayCents)}. Look at it, ask about it, or accept it.`,
    title: [`${again}.`],
    blocks: [
      text(...hello(about.customer.firstName), ', here is our quote.'),
      ...demoNote(orderModeOf(context.settings.payments)),
      ...(message ? [text(message)] : []),
      { kind: 'receipt', title: `Quote ${about.number}`, rows: receiptRows(price.whole) },
      ...dueNow(price),
      ...options.map((line) =>
        text(
          'You can add: ',
          userText(
            `${lineName(line)}, ${lineAmount(line)}${line.description ? `: ${line.description}` : '.'}`,
          ),
        ),
      ),
      openQuote(context, about),
      text(
        `On that page you can ${options.length > 0 ? 'choose optional lines, ' : ''}ask us a question, and accept or decline. It is valid until `,
        strong(about.validUntil ? dayText(about.validUntil, context.settings.hours.timeZone) : ''),
        '.',
      ),
    ],
  };
}

function dueNow({ now, later }: QuotePrice): Block[] {
  if (!later) return [];
  const first =
    now.dueTodayCents > 0
      ? `${formatUsd(now.dueTodayCents)} is due when you accept`
      : 'Nothing is due when you accept';
  return [text(`${first}. The rest is billed later.`)];
}

function reply(context: EmailContext, about: QuoteRow, id: number): EmailContent {
  const message = found(messageById(context.db, id));
  return {
    subject: `Quote ${about.number}: new message`,
    preview: 'We answered your question.',
    title: ['New message about your quote'],
    blocks: [
      text(...hello(about.customer.firstName), ','),
      ...saidBy(context, message),
      text('Reply to this email, or write to us on the page of your quote.'),
      openQuote(context, about),
    ],
  };
}

/** What an accepted quote asks for at once, which is not paid yet. */
const unpaid = ({ now, later }: QuotePrice): Block[] =>
  now.dueTodayCents > 0
    ? [
        text(
          strong(`${formatUsd(now.dueTodayCents)} is due now, and not paid yet.`),
          later ? ` ${formatUsd(later.dueTodayCents)} is billed later.` : '',
        ),
      ]
    : [];

const ANSWERS = { accepted: 'accepted', declined: 'declined', question: 'question about' };

/** Tells the business what the customer said to a quote. */
export function quoteAnswer(context: EmailContext, { payload }: MessageOf<'quote-answer'>): EmailContent {
  const about = found(quoteStore.byId(context.db, payload.id));
  const { firstName, lastName, businessName } = about.customer;
  const who = `${firstName} ${lastName}`.trim() || businessName || about.email;
  const total = formatUsd(about.totalCents);
  const words =
    payload.message === undefined
      ? about.declineReason
      : found(messageById(context.db, payload.message)).text;
  const title =
    payload.news === 'question'
      ? `Question about quote ${about.number}`
      : `Quote ${about.number} ${ANSWERS[payload.news]}`;
  return {
    subject: `${title} (${isolated(who)}, ${total})`,
    preview: payload.news === 'accepted' ? 'You’ll get another email when it is paid.' : `From ${who}.`,
    title: [title],
    blocks: [
      text('From ', userText(who), `. The quote is for ${total}.`),
      ...(payload.news === 'accepted' ? unpaid(quotePriceOf(context, about)) : []),
      ...(payload.news !== 'accepted' && words ? [text(userText(words))] : []),
      dashboardAction(context, `Open ${about.number}`, `quotes/${about.number}`),
    ],
    toBusiness: { replyTo: about.email },
  };
}

/** Asks for a payment, or reminds of it. Null once it was paid or canceled, or if reminders were stopped. */
export function paymentRequest(
  context: EmailContext,
  { payload: { id, day, isLast, askedAt } }: MessageOf<'payment-request'>,
): EmailContent | null {
  const { db, settings } = context;
  const request = found(requestStore.byId(db, id));
  const isEarlier = askedAt !== undefined && askedAt !== (request.sentAt?.getTime() ?? 0);
  if (request.state !== 'open' || (day > 0 && (!request.reminds || isEarlier))) return null;
  const { reason, price, details, quoteId } = request;
  const about = quoteId === null ? undefined : quoteStore.byId(db, quoteId);
  const order = orderStore.mainOf(db, request.caseId);
  const asked = about
    ? { what: `quote ${about.number}`, page: quotePageOf(context, about) }
    : order && { what: `order ${order.orderNumber}`, page: orderPageOf(settings, order) };
  if (!asked) return null;
  const { what, page } = asked;
  const amount = formatUsd(price.dueTodayCents);
  const then = recurringText(price);
  return {
    subject: day === 0 ? `Payment request for ${what}: ${amount}` : `Reminder: ${amount} for ${what}`,
    preview: `For ${reason}.`,
    title: day === 0 ? [`Please pay ${amount}.`] : [`${amount} is still open.`],
    blocks: [
      text(
        ...hello(details.firstName),
        `, ${day === 0 ? 'this payment is due' : 'we haven’t received this payment yet'}.`,
      ),
      ...demoNote(orderModeOf(settings.payments)),
      { kind: 'receipt', title: reason, rows: receiptRows(price) },
      ...(then ? [text(`Then ${then}, until you cancel.`)] : []),
      button(`Pay ${amount}`, page),
      small(
        isLast
          ? 'This is our last reminder. Have you paid another way? Then reply to this email.'
          : 'You can pay by card or PayPal. Have a question? Reply to this email.',
      ),
    ],
  };
}

const openQuote = (context: EmailContext, about: QuoteRow): Block =>
  button('See your quote', quotePageOf(context, about));
