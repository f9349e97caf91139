import { recurringText } from '@northlight/shared/catalog/receipt.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { priceOfferText } from '@northlight/shared/catalog/price-offer.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { Consent } from '../../db/schema/payments.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type AgreementRow } from '../../money/recurring/agreement-store.ts';
import { isOver } from '../../money/payments/recurring.ts';
import * as agreementStore from '../../money/recurring/agreement-store.ts';
import { changeOf } from '../../money/recurring/change-period.ts';
import { currentOffer } from '../../money/recurring/price-offers.ts';
import { demoNote, hello, strong, text, type EmailContent } from '../blocks.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import { orderPage } from './order-emails.ts';

/** News of a recurring payment; null when it is no longer true. */
export function recurring(context: EmailContext, message: MessageOf<'recurring'>): EmailContent | null {
  const order = orderOf(context, message);
  const agreement = agreementStore.byOrder(context.db, order.id);
  if (!agreement)
    throw new Error(`The recurring payment for this email no longer exists (${order.orderNumber}).`);
  const { news, at, charge: chargeId } = message.payload;
  const charge = chargeId === undefined ? undefined : agreementStore.chargeById(context.db, chargeId);
  const { timeZone } = context.settings.hours;
  const offer = currentOffer(context.db, agreement.id, context.now());
  const change = changeOf(context.db, agreement);
  const facts = {
    day: dayText(at, timeZone),
    amount: formatUsd(charge?.amountCents ?? agreement.amountCents),
    price: recurringText({ recurringCents: agreement.amountCents, recurringPeriod: agreement.period }) ?? '',
    card: `your ${inSentence(agreement.card?.label ?? (order.paymentMethod === 'paypal' ? 'PayPal account' : 'saved card'))}`,
    period: agreement.period,
    otherPeriod: change?.startsAt.toISOString() === at ? (change.consent ?? null) : null,
    offer:
      offer?.id === message.payload.offer && offer?.state === 'open'
        ? {
            sentence: priceOfferText(offer.amountCents, agreement, at, timeZone),
            text: offer.text,
            until: dayText(offer.startsAt, timeZone),
          }
        : null,
  };
  const now = {
    isOver: isOver(agreement),
    isEnding: agreement.cancelAt !== null,
    isPaid: charge?.state === 'paid' || charge?.state === 'refunded',
    isStopped: agreement.state === 'paused' || agreement.suspendedAt !== null,
    paidBack: agreement.paidBack,
  };
  const content = OUTDATED[news]?.(now) ? null : CONTENT[news](facts, now);
  if (!content) return null;
  const { subject, preview, title, lines, action } = content;
  return {
    subject: `${subject} (order ${order.orderNumber})`,
    preview,
    title: [title],
    blocks: [
      text(...hello(order.firstName), ', ', ...lines[0]),
      ...demoNote(order.paymentMode),
      ...lines.slice(1).map((words) => text(...words)),
      orderPage(context, order, action),
    ],
  };
}

type Facts = {
  day: string;
  amount: string;
  price: string;
  card: string;
  period: 'month' | 'year';
  /** The one that this email is about, while it is open. */
  offer: { sentence: string; text: string; until: string } | null;
  /** What the customer agreed to when they changed the period. */
  otherPeriod: Consent | null;
};
type Now = {
  isOver: boolean;
  isEnding: boolean;
  isPaid: boolean;
  isStopped: boolean;
  paidBack: AgreementRow['paidBack'];
};
type Words = Parameters<typeof text>;
type Content = {
  subject: string;
  preview: string;
  title: string;
  /** Paragraphs. The first continues the greeting. */
  lines: [Words, ...Words[]];
  action: string;
};

type News = MessageOf<'recurring'>['payload']['news'];

const isLeaving = ({ isOver, isEnding }: Now): boolean => isOver || isEnding;

/** When an email is no longer true. */
const OUTDATED: Partial<Record<News, (now: Now) => boolean>> = {
  renewal: isLeaving,
  failed: ({ isOver, isPaid }) => isOver || isPaid,
  'card-expiring': isLeaving,
  changed: isLeaving,
  suspended: ({ isOver, isStopped }) => isOver || !isStopped,
  resumed: (now) => isLeaving(now) || now.isStopped,
  'not-canceled': ({ isOver }) => isOver,
  canceled: (now) => !isLeaving(now),
  offer: isLeaving,
};

const CONTENT: Record<News, (facts: Facts, now: Now) => Content | null> = {
  receipt: ({ day, amount, card, price }) => ({
    subject: 'Your website payment receipt',
    preview: `We received ${amount} on ${day}.`,
    title: 'Thank you for your payment.',
    lines: [['we received ', strong(amount), ` from ${card} on ${day}. Your website costs ${price}.`]],
    action: 'See your payments',
  }),
  renewal: ({ day, amount, card, period }) => ({
    subject: period === 'year' ? 'Your website renews soon' : 'Your first monthly payment',
    preview: `We’ll charge ${amount} on ${day}.`,
    title: period === 'year' ? `Your website renews on ${day}.` : `Your first monthly payment is on ${day}.`,
    lines: [
      ['we’ll charge ', strong(amount), ` to ${card} on ${day}.`],
      ['You don’t need to do anything. To update your payment method or cancel, use the button below.'],
    ],
    action: 'View or cancel',
  }),
  failed: ({ day, amount, card }) => ({
    subject: 'Your website payment didn’t go through',
    preview: `We couldn’t charge ${amount}. Please check your payment method.`,
    title: 'Your payment didn’t go through.',
    lines: [
      ['we couldn’t charge ', strong(amount), ` to ${card} on ${day}.`],
      [
        'Please pay now or update your payment method with the button below. We’ll also try again automatically.',
      ],
    ],
    action: 'Pay or update payment method',
  }),
  'card-expiring': ({ day, amount, card }) => ({
    subject: 'Your card expires soon',
    preview: `It expires before your next payment on ${day}.`,
    title: 'Your card expires soon.',
    lines: [
      [`${card} expires before your next payment of `, strong(amount), ` on ${day}.`],
      ['Please update your card so your website keeps running.'],
    ],
    action: 'Update your card',
  }),
  changed: ({ day, price, otherPeriod }) =>
    otherPeriod
      ? periodChanged(day, otherPeriod)
      : {
          subject: 'Your website’s price is changing',
          preview: `Starting ${day}, it will cost ${price}.`,
          title: `Your website will cost ${price} starting ${day}.`,
          lines: [
            [
              'starting with your next payment on ',
              strong(day),
              ', your website will cost ',
              strong(price),
              '.',
            ],
            ['If you don’t agree, you can cancel before then with the button below.'],
          ],
          action: 'View or cancel',
        },
  suspended: ({ day, price }) => ({
    subject: 'Your recurring payment is on hold',
    preview: 'PayPal isn’t charging you right now.',
    title: 'Your recurring payment is on hold.',
    lines: [
      [
        `PayPal stopped your website’s recurring payment of ${price} on `,
        strong(day),
        ', and you won’t be charged until it continues.',
      ],
      [
        'If you didn’t expect this, check the payment method of this automatic payment in your PayPal account. Questions? Reply to this email.',
      ],
    ],
    action: 'View or update payment method',
  }),
  resumed: ({ day, price }) => ({
    subject: 'Your recurring payment continues',
    preview: `Your next payment is on ${day}.`,
    title: 'Your recurring payment continues.',
    lines: [
      [`your website’s recurring payment of ${price} continues. Your next payment is on `, strong(day), '.'],
    ],
    action: 'View or cancel',
  }),
  'not-canceled': ({ day, price }) => ({
    subject: 'Your recurring payment isn’t canceled yet',
    preview: 'PayPal hasn’t let us cancel it. We try again every day.',
    title: 'Your recurring payment isn’t canceled yet.',
    lines: [
      [
        `we returned your payment, but PayPal hasn’t let us cancel your website’s recurring payment of ${price} yet. The next charge would be on `,
        strong(day),
        '.',
      ],
      [
        'We try again every day. You can also cancel it yourself in your PayPal account, under Settings, Payments, Automatic payments. If you’re charged before it’s canceled, reply to this email, and we’ll refund that charge.',
      ],
    ],
    action: 'See your payments',
  }),
  // An administrator may have canceled it, too.
  canceled: ({ day, price }, { isOver, paidBack }) => ({
    subject: 'Your recurring payment is canceled',
    preview: 'You won’t be charged again.',
    title: 'Your recurring payment is canceled.',
    lines: [
      [
        `your website’s recurring payment of ${price} ${isOver ? 'ended' : 'ends'} on `,
        strong(day),
        `${isOver && paidBack ? WHY[paidBack] : ''}. You won’t be charged again.`,
      ],
      isOver
        ? ['To set up a new one, reply to this email.']
        : ['Changed your mind? You can undo this until then with the button below.'],
    ],
    action: isOver ? 'See your payments' : 'Undo the cancellation',
  }),
  offer: ({ price, offer }) =>
    offer && {
      subject: 'A new price for your website',
      preview: `Please answer before ${offer.until}. Without your yes, your price stays the same.`,
      title: 'We’d like to change your price.',
      lines: [
        [`your website costs ${price} now. `, strong(offer.sentence)],
        ...(offer.text ? ([[offer.text]] satisfies [Words]) : []),
        [
          `With the button below, you can accept this price or keep your current one, before ${offer.until}. If you don’t answer, your price stays the same.`,
        ],
      ],
      action: 'See the new price',
    },
  ended: ({ day, amount, card }) => ({
    subject: 'Your recurring payment has ended',
    preview: `We couldn’t charge ${amount}, so we stopped trying.`,
    title: 'Your recurring payment has ended.',
    lines: [
      [`we tried several times to charge ${card} and stopped on ${day}. You won’t be charged again.`],
      ['To keep your website running, reply to this email.'],
    ],
    action: 'See your payments',
  }),
};

/** What the customer asked for, so there is nothing to agree to. */
function periodChanged(day: string, { text: sentence, amountCents, period, insteadOf }: Consent): Content {
  const isYear = period === 'year';
  const savedCents = isYear && insteadOf ? 12 * insteadOf.amountCents - amountCents : 0;
  return {
    subject: isYear ? 'You now pay by the year' : 'You pay by the month again',
    preview: `Your next payment of ${formatUsd(amountCents)} is on ${day}.`,
    title: isYear ? 'You now pay by the year.' : 'You pay by the month again.',
    lines: [
      ['you asked for this change on your order page. ', strong(sentence)],
      ...(savedCents > 0 ? ([[`You save ${formatUsd(savedCents)} a year.`]] satisfies [Words]) : []),
      ...(isYear
        ? ([
            ['Until shortly before that day, you can go back to monthly payments with the button below.'],
          ] satisfies [Words])
        : []),
    ],
    action: 'See your payments',
  };
}

/** Why it was canceled with the order. */
const WHY = { refunded: ' because your order was refunded', charged_back: ' after your dispute', kept: '' };

/** Brands keep their capital: "Visa ending in 4242", but "bank account ending in 6789". */
const inSentence = (label: string): string =>
  label.replace(/^(Saved|Bank|Card|Demo) /, (word) => word.toLowerCase());
