import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { variablesOf, type Values } from '../../base/settings/connections.ts';
import { consentIn, type MailConsent, serverId } from '../../base/settings/mail-consent.ts';
import type { Env } from '../../base/settings/env.ts';
import type { TestEmail } from '../../db/schema/server.ts';
import { checkSmtpLogin, smtpTransport } from '../../email/smtp-transport.ts';
import { ConsentError } from '../../messages/mail/consent.ts';
import { mailToken, type TokenSource } from '../../messages/mail/mail-token.ts';
import { messageOf } from '../doctor/check.ts';
import { type Found, Problem, type Service } from './service.ts';

const WITHIN_MS = 8_000;
const DNS_WITHIN_MS = 3_000;

/** For mail servers of both directions. They may be in the private network. */
export function refuseServer({ host = '', port = '', user = '', password = '', login }: Values): void {
  if (!/^[\w.-]+$|^\[[\d:a-f]+\]$/i.test(host))
    throw new Problem('host', 'Enter only the name of the server, such as mail.example.com.');
  if (!/^[1-9]\d{0,4}$/.test(port) || Number(port) > 65_535)
    throw new Problem('port', 'Enter a number from 1 to 65535.');
  if (login === 'microsoft' || login === 'google') {
    if (!user.includes('@')) throw new Problem('user', 'Enter the email address of the mailbox.');
  } else if (user !== '' && password === '')
    throw new Problem('password', 'Enter the password of this user.');
}

/** Says what to do about a failed login, in the words of well-known providers. */
export function loginProblem(message: string, host: string): Problem {
  const advice = /basic authentication is disabled|5\.7\.139|AUTHENTICATE failed.*outlook/i.test(message)
    ? 'Microsoft no longer takes passwords for this account. Use a service that does, or allow SMTP with a password for this mailbox in the Microsoft 365 admin center.'
    : /application-specific|app password|5\.7\.9|gmail|google/i.test(`${message} ${host}`)
      ? 'Google wants an app password: create one in your Google account, under Security, 2-Step Verification.'
      : 'Many providers want an app password instead of the one that you log in with.';
  return new Problem('password', `${host} refused this user and password. ${advice}`);
}

export function connectionProblem(error: unknown, { host = '', port = '' }: Values): Problem {
  const { code } = Object(error);
  if (code === 'EDNS' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Problem('host', `There is no server named ${host}. Check its spelling.`);
  if (/certificate|self.signed|altnames/i.test(messageOf(error)))
    return new Problem('host', `The certificate of ${host} isn’t valid: ${messageOf(error)}`);
  return new Problem(
    'port',
    `${host} doesn’t answer at port ${port} as a mail server should. Check the port. Some hosting companies block it.`,
  );
}

export const emailService: Service = {
  refuse: refuseServer,
  async connect({ values, before, env, owner, context, test }) {
    const { SMTP_URL: url = '' } = variablesOf('email', values);
    const { host = '' } = values;
    const consent = consentIn(values, env.variables['MAIL_LOGIN_BASE']);
    if (consent?.refreshToken === '') return { consent };
    // What is saved already renews itself where it is saved.
    const trial = values === before ? undefined : consent;
    const token = mailToken(context, 'email', trial);
    try {
      await token?.(false);
      await checkSmtpLogin(url, WITHIN_MS, token);
    } catch (error) {
      if (error instanceof ConsentError) return consentProblem(error, consent);
      if (Object(error).code === 'EAUTH' && consent)
        throw consentRefused(host, values['user'], messageOf(error));
      throw Object(error).code === 'EAUTH'
        ? loginProblem(messageOf(error), host)
        : connectionProblem(error, values);
    }
    const from = values['from'] || env.variables['MAIL_FROM'] || env.mailFrom;
    const domain = /@([\w.-]+)/.exec(from)?.[1] ?? '';
    const sent = test?.isAnswered
      ? test
      : await askToConfirm({ env, url, token, from, owner, now: context.now() }).catch((error: unknown) => {
          throw new Problem(
            'from',
            `The login works, but ${host} didn’t take an email from this sender: ${messageOf(error)}`,
          );
        });
    return {
      test: sent,
      ...(trial && { made: { refreshToken: trial.refreshToken } }),
      facts: await senderRecords(domain, host),
    };
  },
};

/** A consent that is over is asked for again. Anything else is a mistake in the form. */
export function consentProblem(error: ConsentError, consent: MailConsent | undefined): Found {
  if (error.isOver && consent) return { consent };
  throw new Problem(error.field, error.message);
}

export const consentRefused = (host: string, user: string | undefined, message: string): Problem =>
  /SmtpClientAuthentication|5\.7\.139/.test(message)
    ? new Problem(
        'login',
        `${host} doesn’t let this mailbox send with a program. Turn on Authenticated SMTP for it in the Microsoft 365 admin center: Users, the mailbox, Mail, Manage email apps.`,
      )
    : new Problem(
        'user',
        `${host} refused the consent for ${user}. Whoever consents must log in as this mailbox.`,
      );

/** Sends the test email that its owner confirms. */
export const askToConfirm = ({
  owner,
  ...email
}: Omit<Test, 'to' | 'replyTo' | 'text'> & { owner: string }): Promise<TestEmail> =>
  sendTest({
    ...email,
    to: owner,
    replyTo: owner,
    text: `This is a test email from ${email.env.business.name}. Please confirm in the dashboard, under Settings, Connections, that it arrived.`,
  });

type Test = {
  env: Env;
  url: string;
  token: TokenSource | undefined;
  from: string;
  to: string;
  replyTo: string;
  text: string;
  now: Date;
};

/** Sends an email that somebody confirms or answers. */
export async function sendTest({ env, url, token, text, now, ...email }: Test): Promise<TestEmail> {
  const id = randomBytes(9).toString('hex');
  const transport = smtpTransport(url, token);
  try {
    await transport.send(
      {
        ...email,
        subject: `Test email from ${env.business.name}`,
        text,
        html: `<p>${text.replaceAll(/[<&]/g, '')}</p>`,
        messageId: `<test.${id}@${new URL(env.publicUrl).hostname}>`,
      },
      'test',
    );
  } finally {
    await transport.close();
  }
  return { id, to: email.to, at: now.getTime(), isAnswered: false, for: serverId(url) };
}

/** What a provider's SPF record includes. */
const SPF: Record<string, string> = {
  'smtp.gmail.com': '_spf.google.com',
  'smtp.office365.com': 'spf.protection.outlook.com',
  'smtp.fastmail.com': 'spf.messagingengine.com',
  'smtp.zoho.com': 'one.zoho.com',
  'smtp.mailgun.org': 'mailgun.org',
  'smtp-relay.brevo.com': 'spf.brevo.com',
};
/** Where a provider keeps its DKIM key. Others make a name for each account. */
const DKIM: Record<string, string> = {
  'smtp.gmail.com': 'google',
  'smtp.office365.com': 'selector1',
  'smtp.fastmail.com': 'fm1',
};

type ResolveTxt = (name: string) => Promise<string[][]>;
const resolver = new Resolver({ timeout: DNS_WITHIN_MS, tries: 1 });

/** What other mail servers find in the DNS of the sender's domain, with the records to add. */
export async function senderRecords(
  domain: string,
  host: string,
  resolveTxt: ResolveTxt = (name) => resolver.resolveTxt(name),
): Promise<string[]> {
  /** Null if it can't be looked up. */
  const find = async (name: string, start: RegExp): Promise<string | null | undefined> => {
    try {
      return (await resolveTxt(name)).map((parts) => parts.join('')).find((text) => start.test(text));
    } catch (error) {
      return /ENOTFOUND|ENODATA/.test(String(Object(error).code)) ? undefined : null;
    }
  };
  const selector = DKIM[host];
  const [spf, dmarc, dkim] = await Promise.all([
    find(domain, /^v=spf1\b/i),
    find(`_dmarc.${domain}`, /^v=DMARC1\b/i),
    selector ? find(`${selector}._domainkey.${domain}`, /\bp=\w/) : null,
  ]);
  if (spf === null || dmarc === null) return [`The DNS of ${domain} couldn’t be looked up.`];
  const included = SPF[host];
  const lacks = spf !== undefined && included !== undefined && !spf.includes(included);
  // A record that names nobody would say that nobody may send for the domain.
  const ask = `Ask the provider of ${host} for its SPF record.`;
  return [
    spf === undefined
      ? `SPF is missing, so emails may land in spam. ${included ? `Add to the DNS of ${domain}: TXT @ v=spf1 include:${included} ~all` : `${ask} Add it to the DNS of ${domain}.`}`
      : included === undefined
        ? `SPF is set. Whether it allows ${host} to send for ${domain} is not known. ${ask}`
        : lacks
          ? `SPF doesn’t name ${host}. Add include:${included} to the TXT record of ${domain} that starts with v=spf1.`
          : 'SPF is set.',
    dkim
      ? 'DKIM is set.'
      : `Turn on DKIM for ${domain} at your email provider, which shows the record to add.`,
    dmarc === undefined
      ? `DMARC is missing. Add to the DNS of ${domain}: TXT _dmarc v=DMARC1; p=none`
      : 'DMARC is set.',
  ];
}
