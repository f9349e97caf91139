import type { EmailContext } from '../email-context.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { strong, text, type Letter } from '../blocks.ts';
import { promiseFor } from '../../forms/match-order.ts';
import { CONTACT_PROMISE, PROMISES } from '../form-steps.ts';
import { loadSubmission } from '../load-submission.ts';

/**
 * Confirms a form to its sender. Repeats nothing from the form, not even a name, because anyone can enter
 * anyone's address.
 */
export function formReceived(context: EmailContext, { payload }: MessageOf<'form-received'>): Letter {
  const { name, facts } = loadSubmission(context, payload);
  const what = facts.orderMatch === 'request' ? 'request' : 'order';
  return {
    subject: `We’ve received your ${name} (${facts.orderNumber})`,
    preview: 'Someone on our team will read it soon.',
    title: [`We’ve received your ${name}.`],
    blocks: [
      text(`Your ${what} number is `, strong(facts.orderNumber), '.'),
      text(promiseFor(payload.form, facts) === 'delivery' ? PROMISES[payload.form] : CONTACT_PROMISE),
      text('Need to correct something? Send the form again with the same number, or reply to this email.'),
      text(
        'Didn’t send us a form? Someone may have entered your address by mistake. You don’t need to do anything.',
      ),
    ],
  };
}
