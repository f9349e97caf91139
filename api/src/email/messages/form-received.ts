import type { ServiceId } from '@northlight/shared/catalog/ids.ts';
import type { FormPromise } from '@northlight/shared/contracts/forms/forms.ts';
import { orderOf, type EmailContext } from '../email-context.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { strong, text, type EmailContent } from '../blocks.ts';
import { promiseFor } from '../../work/forms/match-order.ts';
import { CONTACT_PROMISE, PROMISES } from '../form-steps.ts';
import { loadSubmission } from '../load-submission.ts';
import { orderPage } from './order-emails.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';

const PROMISED: Record<FormPromise, (form: ServiceId) => string> = {
  delivery: (form) => PROMISES[form],
  contact: () => CONTACT_PROMISE,
  confirm: () =>
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
  return {
    subject: `We’ve received your ${name} (${facts.orderNumber})`,
    preview: 'Someone on our team will read it soon.',
    title: [`We’ve received your ${name}.`],
    blocks: [
      text(`Your ${what} number is `, strong(facts.orderNumber), '.'),
      text(PROMISED[promiseFor(payload.form, facts)](payload.form)),
      text('Need to correct something? Send the form again with the same number, or reply to this email.'),
      text(
        'Didn’t send us a form? Someone may have entered your address by mistake. You don’t need to do anything.',
      ),
    ],
  };
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
      orderPage(context, order)('Review and confirm'),
      text('Didn’t send it? You don’t need to do anything. We won’t use it.'),
    ],
  };
}
