import type { EmailContext } from '../email-context.ts';
import type { MessageOf } from '../../outbox/outbox-store.ts';
import { strong, text, type Letter } from '../blocks.ts';
import { promiseFor } from '../../forms/match-order.ts';
import { CONTACT_PROMISE, PROMISES } from '../form-steps.ts';
import { loadSubmission } from '../load-submission.ts';

/**
 * Tells whoever sent a form that it is here. It repeats nothing of the form, not even a name: anybody can enter anybody's
 * address, and we are not to carry their words there.
 */
export function formReceived(context: EmailContext, { payload }: MessageOf<'form-received'>): Letter {
  const { name, facts } = loadSubmission(context, payload);
  return {
    subject: `We have your ${name} (${facts.orderNumber})`,
    preview: 'It is here, and a person reads it.',
    title: [`We have your ${name}.`],
    blocks: [
      text('Its number is ', strong(facts.orderNumber), '.'),
      text(promiseFor(payload.form, facts) === 'delivery' ? PROMISES[payload.form] : CONTACT_PROMISE),
      text('Something to correct? Send the form once more under the same number, or reply to this mail.'),
      text(
        'You sent us no form? Then somebody entered your address by mistake, and you need not do anything.',
      ),
    ],
  };
}
