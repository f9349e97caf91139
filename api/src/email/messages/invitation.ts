import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { invitationLink, INVITATION_HOURS } from '../../people/team/invitations.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { ROLE_DESCRIPTIONS, ROLE_LABELS } from '@northlight/shared/contracts/rights.ts';
import { small, text, type EmailContent } from '../blocks.ts';
import type { EmailContext } from '../email-context.ts';

/** Invites a person to the dashboard; null when the invitation was accepted, canceled, or replaced. */
export function invitation(
  { db, settings }: EmailContext,
  { payload }: MessageOf<'invitation'>,
): EmailContent | null {
  const person = adminStore.byId(db, payload.adminId);
  if (person?.invitedAt?.getTime() !== payload.at) return null;
  const { role } = person;
  const { name } = settings.business;
  return {
    subject: `Your invitation to ${name}`,
    preview: 'Choose a password to open the dashboard.',
    title: [`You’re invited to ${name}.`],
    blocks: [
      text(`You’ve been invited to the ${name} dashboard. Your role is ${ROLE_LABELS[role]}.`),
      text(ROLE_DESCRIPTIONS[role]),
      { kind: 'action', action: { label: 'Accept the invitation', url: invitationLink(settings, person) } },
      small(
        `The link works once, for ${INVITATION_HOURS} hours. If you weren’t expecting this, ignore this email.`,
      ),
    ],
  };
}
