import * as unfinishedStore from '../../money/unfinished-checkouts/unfinished-store.ts';
import { formatUsd } from '@northlight/shared/catalog/money.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { type EmailContent, text } from '../blocks.ts';
import { type EmailContext, overviewAction } from '../email-context.ts';

/** Somebody wanted to pay and couldn't; null when the message was answered or erased meanwhile. */
export function leftAddress(
  context: EmailContext,
  { payload }: MessageOf<'left-address'>,
): EmailContent | null {
  const row = unfinishedStore.byId(context.db, payload.id);
  const email = row?.information?.leftAt === undefined ? undefined : row.information.email;
  if (!row || !email) return null;
  return {
    subject: 'Somebody couldn’t pay, and left an email address',
    preview: 'The checkout was closed.',
    title: ['Somebody couldn’t pay, and left an email address.'],
    blocks: [
      text('Your checkout is closed. A visitor asked you to write when it’s open again.'),
      {
        kind: 'facts',
        facts: [
          { label: 'Email', answer: email },
          { label: 'For', answer: unfinishedStore.wantedText(row) },
          ...(row.dueCents > 0 ? [{ label: 'Due', answer: formatUsd(row.dueCents) }] : []),
        ],
      },
      overviewAction(context),
    ],
    toBusiness: { replyTo: email },
  };
}
