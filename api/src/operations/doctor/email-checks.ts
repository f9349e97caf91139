import { checkSmtpLogin } from '../../email/smtp-transport.ts';
import { ConsentError } from '../../messages/mail/consent.ts';
import { CONSENT_AGAIN, mailToken } from '../../messages/mail/mail-token.ts';
import { createNewsletter } from '../../messages/newsletter/newsletter.ts';
import { folderState } from '../../db/upkeep-store.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { checkInboxLogin, isLoginFailure, reasonOf } from '../../work/inbox/mailbox.ts';
import {
  failure,
  messageOf,
  missing,
  off,
  ok,
  timeText,
  warning,
  type DoctorContext,
  type Finding,
} from './check.ts';

const SMTP_WITHIN_MS = 8_000;
const IMAP_WITHIN_MS = 8_000;
const MAILCHIMP_WITHIN_MS = 8_000;

export async function checkSmtp(context: DoctorContext): Promise<Finding> {
  const { settings } = context;
  const { smtpUrl } = settings;
  if (!smtpUrl)
    return missing(settings)(
      'Emails are saved as files and not sent.',
      'Connect outgoing email under Settings, Connections.',
    );
  const { host } = new URL(smtpUrl);
  try {
    const token = mailToken(context, 'email');
    await token?.(false);
    await checkSmtpLogin(smtpUrl, SMTP_WITHIN_MS, token);
    return ok(`The login at ${host} works.`);
  } catch (error) {
    if (error instanceof ConsentError) return failure(error.message, CONSENT_AGAIN);
    const advice =
      error instanceof Error && 'code' in error && error.code === 'EAUTH'
        ? 'Correct the user and the password under Settings, Connections, or in SMTP_URL.'
        : 'Check the server and the port under Settings, Connections, or in SMTP_URL, and that this machine may connect to it.';
    return failure(`${host}: ${messageOf(error)}`, advice);
  }
}

export async function checkInbox(context: DoctorContext): Promise<Finding> {
  const { settings, db } = context;
  const { inbox, business } = settings;
  if (!inbox) return off('Replies by email are not read. Connect a mailbox under Settings, Connections.');
  const { host, folder } = inbox;
  try {
    await checkInboxLogin(inbox, IMAP_WITHIN_MS, mailToken(context, 'replies'));
  } catch (error) {
    if (error instanceof ConsentError) return failure(error.message, CONSENT_AGAIN);
    const advice = isLoginFailure(error)
      ? 'Correct the user and the password under Settings, Connections, or in IMAP_URL. Many providers want an app password.'
      : 'Check the server, the port, and the folder under Settings, Connections, or in IMAP_URL, and that this machine may connect to it. The shop tries again by itself.';
    return failure(`${host}: ${reasonOf(error)}`, advice);
  }
  const last = folderState(db, folder);
  const problem = upkeepStore.read(db, 'inbox')?.failure;
  if (problem)
    return warning(`The last try failed: ${problem}`, 'The login works now. The shop tries again by itself.');
  const read = last
    ? `The last new email was read on ${timeText(last.readAt)}.`
    : 'The server has not read it yet.';
  const address = inbox.address || business.email;
  return ok(`The login at ${host} works. Customers reply to ${address}, which must arrive there. ${read}`);
}

export async function checkMailchimp({ settings }: DoctorContext): Promise<Finding> {
  if (!settings.mailchimp) return off('Mailchimp is not set up.');
  try {
    const name = await createNewsletter(settings.mailchimp, MAILCHIMP_WITHIN_MS).listName();
    return ok(`Mailchimp accepts the key and has the list ${name}.`);
  } catch (error) {
    return failure(
      messageOf(error),
      'Check the key and the audience under Settings, Connections, or in MAILCHIMP_API_KEY and MAILCHIMP_LIST_ID.',
    );
  }
}
