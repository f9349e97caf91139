import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { resumeKeyOf } from '../../money/unfinished-checkouts/resume-key.ts';
import * as unfinishedStore from '../../money/unfinished-checkouts/unfinished-store.ts';
import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { button, text, type EmailContent } from '../blocks.ts';
import type { EmailContext } from '../email-context.ts';

/** The link that the customer asked for; null when they ordered, or no longer want it. */
export function unfinishedCheckout(
  { db, now, settings }: EmailContext,
  { payload, recipient }: MessageOf<'unfinished-checkout'>,
): EmailContent | null {
  const row = unfinishedStore.byId(db, payload.id);
  if (row?.information?.email.trim() !== recipient || row.linkFor !== recipient) return null;
  if (row.recoveredCents !== null) return null;
  if (unfinishedStore.hasOrdered(db, recipient, row.createdAt)) return null;
  const names = row.bundle.serviceIds.map((id) => SERVICES[id].name);
  const key = resumeKeyOf(settings.secret, row, now());
  return {
    subject: 'Your link to finish your order',
    preview: 'Everything you entered is still there.',
    title: ['Pick up where you left off.'],
    blocks: [
      text(
        `You asked us for a link to finish your order (${names.join(', ')}). It opens your checkout on any device, with everything you entered.`,
      ),
      button('Finish your order', `${settings.publicUrl}/checkout?resume=${key}`),
      text(
        'The link works for 7 days, and you haven’t been charged. If you didn’t ask for it, ignore this email. We won’t send another one, and we delete the details after 30 days.',
      ),
    ],
  };
}
