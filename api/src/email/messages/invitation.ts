import type { MessageOf } from '../../messages/outbox/outbox-store.ts';
import {
  addressCode,
  invitationLink,
  INVITATION_HOURS,
  PASSWORD_LINK_MINUTES,
} from '../../people/team/invitations.ts';
import * as adminStore from '../../people/session/admin-store.ts';
import { ROLE_LABELS, roleText } from '@northlight/shared/contracts/rights.ts';
import { button, small, text, type EmailContent } from '../blocks.ts';
import type { EmailContext } from '../email-context.ts';

/** Invites a person to the dashboard, or lets one set a new password; null when the link was used, canceled, or replaced. */
export function invitation(
  { db, settings }: EmailContext,
  { payload }: MessageOf<'invitation'>,
): EmailContent | null {
  const person = adminStore.byId(db, payload.adminId);
  if (person?.invitedAt?.getTime() !== payload.at) return null;
  const { role } = person;
  const { name } = settings.business;
  const inviter = payload.by === undefined ? undefined : adminStore.byId(db, payload.by);
  if (person.isActive) {
    const sender = inviter ? `${adminStore.emailName(inviter)} sent you` : 'Here is';
    return {
      subject: `Set a new password for ${name}`,
      preview: `The link works for ${PASSWORD_LINK_MINUTES} minutes.`,
      title: ['Set a new password.'],
      blocks: [
        text(`${sender} a link to set a new password for ${person.username} at ${name}.`),
        button('Set a new password', invitationLink(settings, person, payload.by ?? 0), true),
        small(
          `The link works once, for ${PASSWORD_LINK_MINUTES} minutes. You’re still asked for your second factor if you have one. If you didn’t ask for this, ignore this email. Your password stays as it is.`,
        ),
      ],
    };
  }
  const invited = inviter ? `${adminStore.emailName(inviter)} invited you` : 'You’ve been invited';
  return {
    subject: `Your invitation to ${name}`,
    preview: 'Choose a password to open the dashboard.',
    title: [`You’re invited to ${name}.`],
    blocks: [
      text(`${invited} to the ${name} dashboard. Your role is ${ROLE_LABELS[role]}.`),
      text(roleText(role, 'You')),
      button('Accept the invitation', invitationLink(settings, person, payload.by ?? 0), true),
      small(
        `The link works once, for ${INVITATION_HOURS} hours. If you weren’t expecting this, ignore this email.`,
      ),
    ],
  };
}

/** Tells a person, or an owner, what happened to an account; null for a code when it has ended. */
export function accountNews(
  { db, settings }: EmailContext,
  { payload: { adminId, news, at, by, email = '' } }: MessageOf<'account'>,
): EmailContent | null {
  const person = adminStore.byId(db, adminId);
  const actor = adminStore.byId(db, by);
  if (!person || !actor) return null;
  const { name } = settings.business;
  const whose = `the account ${person.username} at ${name}`;
  const who = adminStore.emailName(actor);
  const texts = {
    password: [
      'Your password was changed.',
      `Somebody set a new password for ${whose} with a link that we emailed.`,
    ],
    'factor-removed': [
      'A second factor was removed.',
      `${who} removed the second factor of ${whose}. Set up a new one under Settings, Security.`,
    ],
    address: [
      'An email address was changed.',
      `${who} changed the email address of ${whose} to ${person.email}.`,
    ],
    code: [
      `Your code is ${addressCode(settings.secret, person, email, at)}.`,
      `Enter it in the dashboard to use this address for ${whose}. It works for ${PASSWORD_LINK_MINUTES} minutes.`,
    ],
  } as const;
  const [title, about] = texts[news];
  if (news === 'code' && person.email === email) return null;
  return {
    subject: news === 'code' ? `Confirm your address for ${name}` : `${title.slice(0, -1)} at ${name}`,
    preview: about,
    title: [title],
    blocks: [
      text(about),
      small('If you didn’t expect this, talk to an owner of the shop. The audit log says who did it.'),
    ],
    toBusiness: {},
  };
}
