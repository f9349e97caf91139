import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import { invitationLink, INVITATION_HOURS } from '../../people/team/invitations.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { ROLE_LABELS, roleText } from '@northlight/shared/contracts/rights.ts';
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
  const inviter = payload.by === undefined ? undefined : adminStore.byId(db, payload.by);
  const invited = inviter ? `${adminStore.nameOf(inviter)} invited you` : 'You’ve been invited';
  return {
    subject: `Your invitation to ${name}`,
    preview: 'Choose a password to open the dashboard.',
    title: [`You’re invited to ${name}.`],
    blocks: [
      text(`${invited} to the ${name} dashboard as ${ROLE_LABELS[role]}.`),
      text(roleText(role, 'You')),
      { kind: 'action', action: { label: 'Accept the invitation', url: invitationLink(settings, person) } },
      small(
        `The link works once, for ${INVITATION_HOURS} hours. If you weren’t expecting this, ignore this email.`,
      ),
    ],
  };
}
