import { formatUsd } from '@northlight/shared/catalog/money.ts';
import { type EmailContext, overviewAction } from '../email-context.ts';
import { DIGEST_MS } from '../../money/settlement/queue-order-emails.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type EmailContent, text } from '../blocks.ts';
import { unpaidBetween } from '../../work/orders/order-lookups.ts';

/** Beyond this, the email only says how many more there are. */
const LISTED = 100;

/** Lists the orders of one hour whose payment never arrived; null when there are none. */
export function unpaidOrders(
  context: EmailContext,
  { payload }: MessageOf<'unpaid-orders'>,
): EmailContent | null {
  const [from, until] = [new Date(payload.from), new Date(payload.from + DIGEST_MS)];
  const { count, first } = unpaidBetween(context.db, from, until, LISTED);
  if (count === 0) return null;
  const subject = `No payment received for ${count === 1 ? '1 order' : `${count.toLocaleString('en-US')} orders`}`;
  const more = count - first.length;
  return {
    subject,
    preview: 'Checkout was completed, but no payment was found.',
    title: [`${subject}.`],
    blocks: [
      text(
        count === 1
          ? 'This order went through checkout, but your payment provider shows no payment for it.'
          : 'These orders went through checkout, but your payment provider shows no payment for them.',
      ),
      {
        kind: 'facts',
        facts: first.map(({ orderNumber, firstName, lastName, email, initialPaymentCents }) => ({
          label: orderNumber,
          answer: `${formatUsd(initialPaymentCents)} due from ${[`${firstName} ${lastName}`.trim(), email].filter(Boolean).join(', ')}`,
        })),
      },
      ...(more > 0 ? [text(`And ${more.toLocaleString('en-US')} more.`)] : []),
      text('Nothing was charged. If a payment arrives, its order will be completed automatically.'),
      overviewAction(context),
    ],
    toBusiness: {},
  };
}
