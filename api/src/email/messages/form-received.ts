import { FORM_NAMES, type FormPromise } from '@northlight/shared/contracts/forms/forms.ts';
import {
  flagWords,
  isUnverified,
  type OrderMatch,
  type SubmissionFacts,
} from '@northlight/shared/contracts/submissions.ts';
import { caseAction, type EmailContext, orderOf } from '../email-context.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type Block, type EmailContent, strong, text, userText } from '../blocks.ts';
import { promiseFor } from '../../work/forms/match-order.ts';
import { CONTACT_PROMISE, promiseText } from '../form-steps.ts';
import { orderPage } from './order-emails.ts';
import { canCorrect } from '../../work/forms/correct-submission.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { isolated } from '../email-text.ts';
import type { LabeledAnswer } from '@northlight/shared/contracts/labeled-answers.ts';
import type { FormRef } from '../../db/schema/forms.ts';
import { readFormById } from '../../work/forms/read-form.ts';

const PROMISED: Record<Exclude<FormPromise, 'delivery'>, string> = {
  contact: CONTACT_PROMISE,
  confirm:
    'We check forms that were not opened with the link in our emails about the order. To skip that, open the form with one of those links and send it again.',
};

/**
 * Confirms a form to its sender. Repeats nothing from the form, not even a name, because anyone can enter
 * anyone's address. Null when another email asks the customer to confirm the form.
 */
export function formReceived(
  context: EmailContext,
  message: MessageOf<'form-received'>,
): EmailContent | null {
  const { payload, recipient } = message;
  const { name, facts } = loadSubmission(context, payload);
  if (facts.orderMatch === 'unconfirmed') {
    const order = orderOf(context, message);
    // Only the customer gets the link, and only once.
    const isForThem = order.email.toLowerCase() === recipient.toLowerCase();
    return isForThem && payload.isToConfirm ? toConfirm(context, order, name) : null;
  }
  const what = facts.orderMatch === 'request' ? 'request' : 'order';
  const promised = promiseFor(payload.form, facts);
  const order =
    message.orderNumber === null ? undefined : orderStore.byNumber(context.db, message.orderNumber);
  const isCorrected = payload.version !== undefined;
  return {
    subject: `We’ve received your ${isCorrected ? `corrected ${name}` : name} (${facts.orderNumber})`,
    preview: isCorrected ? 'We’ll use your new answers.' : 'Someone on our team will read it soon.',
    title: [isCorrected ? 'We’ve received your corrections.' : `We’ve received your ${name}.`],
    blocks: [
      text(`Your ${what} number is `, strong(facts.orderNumber), '.'),
      isCorrected
        ? text('We’ll use your new answers instead of the earlier ones.')
        : text(promised === 'delivery' ? promiseText(context.db, payload.form, order) : PROMISED[promised]),
      ...howToCorrect(context, message, facts.orderMatch),
      text(
        'Didn’t send us a form? Someone may have entered your address by mistake. You don’t need to do anything.',
      ),
    ],
  };
}

/** Only the customer of the order gets a link to its page. */
function howToCorrect(
  context: EmailContext,
  { orderNumber, recipient, payload }: MessageOf<'form-received'>,
  orderMatch: OrderMatch,
): Block[] {
  const order = orderNumber === null ? undefined : orderStore.byNumber(context.db, orderNumber);
  const isForThem = order?.email.toLowerCase() === recipient.toLowerCase() && !isUnverified(orderMatch);
  if (!order || !isForThem || !canCorrect(context.db, order, payload.form))
    return [text('Need to correct something? Reply to this email.')];
  return [
    text(
      'Need to correct something? Open your order and choose Correct your answers. You can until we start.',
    ),
    orderPage(context, order, 'Open your order'),
  ];
}

/** Asks the customer whether a form with their email address is theirs. */
function toConfirm(context: EmailContext, order: OrderWithLines, name: string): EmailContent {
  return {
    subject: `Please confirm your ${name} (${order.orderNumber})`,
    preview: 'We start once you have.',
    title: ['Is this form from you?'],
    blocks: [
      text(
        `We got a ${name} for order `,
        strong(order.orderNumber),
        ' with your email address, but it wasn’t opened with a link from our emails. Please check it on your order page and confirm that it’s yours. We start once you have.',
      ),
      orderPage(context, order, 'Review and confirm'),
      text('Didn’t send it? You don’t need to do anything. We won’t use it.'),
    ],
  };
}

/** Sends the business a form with all its answers. */
export function newSubmission(context: EmailContext, { payload }: MessageOf<'new-submission'>): EmailContent {
  const { name, sender, email, facts, answers } = loadSubmission(context, payload);
  const { orderNumber, orderMatch } = facts;
  const hasOrder = orderMatch !== 'request' && orderMatch !== 'unknown-order';
  const isCorrected = payload.version !== undefined;
  const given = answers.filter(({ answer }) => answer !== '');
  return {
    subject: `${isCorrected ? 'Corrected' : 'New'} ${name} for ${orderNumber}: ${isolated(sender)}`,
    preview: `All ${given.length} answers are in this email.`,
    title: [`${isCorrected ? 'Corrected' : 'New'} ${name} for ${orderNumber}`],
    blocks: [
      text('From ', userText(sender), '.'),
      ...flagWords(facts).map((words) => text(strong(`${words}.`))),
      { kind: 'facts', facts: given },
      caseAction(context, orderNumber, hasOrder ? 'order' : 'request'),
    ],
    toBusiness: { replyTo: email },
  };
}

type LoadedSubmission = {
  /** For example "website form". */
  name: string;
  /** The sender, as the form names it. */
  sender: string;
  email: string;
  facts: Pick<SubmissionFacts, 'orderNumber' | 'orderMatch' | 'isOutsideOrder' | 'quarantineReason'>;
  answers: LabeledAnswer[];
};

/** Loads a form with all its answers. */
function loadSubmission({ db }: EmailContext, ref: FormRef): LoadedSubmission {
  const { kind, sender, fields, answers } = readFormById(db, ref.form, ref.submissionId);
  const name = FORM_NAMES[kind];
  return {
    name: `${name.charAt(0).toLowerCase()}${name.slice(1)}`,
    sender,
    email: fields.email,
    facts: fields,
    answers,
  };
}
