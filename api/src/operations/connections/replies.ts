import { variablesOf } from '../../base/settings/connections.ts';
import { consentIn } from '../../base/settings/mail-consent.ts';
import { parseEnv } from '../../base/settings/env.ts';
import type { InboxSettings } from '../../base/settings/inbox-settings.ts';
import { MINUTE_MS } from '../../base/units.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import { ConsentError } from '../../messages/mail/consent.ts';
import { mailToken, type TokenSource } from '../../messages/mail/mail-token.ts';
import { openMailbox } from '../../messages/mail/open-mailbox.ts';
import type { AppContext } from '../../money/context.ts';
import { isLoginFailure, reasonOf } from '../../work/inbox/mailbox.ts';
import {
  connectionProblem,
  consentProblem,
  consentRefused,
  loginProblem,
  refuseServer,
  sendTest,
} from './email.ts';
import { messageOf } from '../doctor/check.ts';
import { Problem, type Service, type Trial } from './service.ts';

const WITHIN_MS = 8_000;
/** How long an answer to the test email is looked for. */
const WAITS_MS = 60 * MINUTE_MS;
const HEAD_BYTES = 64 * 1024;
/** Of the emails that refer to the test email. */
const MOST_READ = 20;

export const repliesService: Service = {
  refuse(values) {
    const isMicrosoft = /(?:outlook\.office365|outlook\.office|office365)\.com$/i.test(values['host'] ?? '');
    if (isMicrosoft && values['login'] !== 'microsoft')
      throw new Problem(
        'login',
        'Microsoft 365 doesn’t let programs read a mailbox with a password. Choose Microsoft’s consent.',
      );
    refuseServer(values);
  },
  async connect({ values, before, env, owner, context, test }) {
    const { inbox } = parseEnv(variablesOf('replies', values));
    if (!inbox) throw new Error('The mailbox can’t be read.');
    const address = inbox.address ?? env.business.email;
    const consent = consentIn(values, env.variables['MAIL_LOGIN_BASE']);
    if (consent?.refreshToken === '') return { consent };
    // What is saved already renews itself where it is saved.
    const trial = values === before ? undefined : consent;
    let answer: string[] | null;
    try {
      answer = await answerTo(test, inbox, address, mailToken(context, 'replies', trial));
    } catch (error) {
      if (error instanceof ConsentError) return consentProblem(error, consent);
      if (isLoginFailure(error) && consent) throw consentRefused(inbox.host, inbox.user, reasonOf(error));
      if (isLoginFailure(error)) throw loginProblem(reasonOf(error), inbox.host);
      if (Object(error).responseText !== undefined)
        throw new Problem(
          'folder',
          `${inbox.host} can’t open the folder ${inbox.folder}: ${reasonOf(error)}`,
        );
      throw connectionProblem(error, values);
    }
    const made = trial && { made: { refreshToken: trial.refreshToken } };
    if (test && answer) return { ...made, facts: answer, test: { ...test, isAnswered: true } };
    return { ...made, ...(await askForAnswer({ env, owner, context }, address)) };
  },
};

const repliesTo = (address: string) => `Customers reply to ${address}, which must arrive in this mailbox.`;

/** Sends the test email whose answer shows that replies arrive. */
async function askForAnswer(
  { env, owner, context }: Pick<Trial, 'env' | 'owner' | 'context'>,
  address: string,
) {
  const { smtpUrl: url, mailFrom: from } = env;
  if (!url)
    return {
      facts: [
        repliesTo(address),
        'Connect outgoing email, then choose Check now here. The shop then sends you a test email to answer.',
      ],
    };
  const text = `This is a test email from ${env.business.name}. Please answer it with any words. The dashboard then shows, under Settings, Connections, that your answer arrived.`;
  const token = mailToken(context, 'email');
  try {
    const now = context.now();
    const test = await sendTest({ env, url, token, from, to: owner, replyTo: address, text, now });
    return {
      test,
      facts: [
        repliesTo(address),
        `A test email is on its way to ${owner}. Answer it to see that replies arrive.`,
      ],
    };
  } catch (error) {
    return { facts: [repliesTo(address), `The test email couldn’t be sent: ${messageOf(error)}`] };
  }
}

/** Opens the mailbox for reading only, and looks for the answer to a test email. Null without one. */
async function answerTo(
  test: Trial['test'],
  inbox: InboxSettings,
  address: string,
  token: TokenSource | undefined,
): Promise<string[] | null> {
  const client = await openMailbox(inbox, WITHIN_MS, token);
  try {
    await client.mailboxOpen(inbox.folder, { readOnly: true });
    if (!test || test.isAnswered) return test && [repliesTo(address), ARRIVED];
    const all = (await client.search({ header: { references: `test.${test.id}` } }, { uid: true })) || [];
    const part = { source: { start: 0, maxLength: HEAD_BYTES } };
    for (const uid of all.slice(-MOST_READ)) {
      const found = await client.fetchOne(String(uid), part, { uid: true });
      const head = (found && found.source?.toString('latin1').split(/\r?\n\r?\n/, 1)[0]) || '';
      // The test email itself may lie here, too, and a program's answer is nobody's.
      if (/^Auto-Submitted:(?!\s*no\b)/im.test(head)) continue;
      return [repliesTo(address), ARRIVED, ...pathOf(head, address)];
    }
    return null;
  } finally {
    client.close();
  }
}

const ARRIVED = 'Your answer to the test email arrived.';

/** What the header of an answer says about how it got into the mailbox. */
export function pathOf(head: string, address: string): string[] {
  const all = (name: string) =>
    [...head.replaceAll(/\r?\n[ \t]+/g, ' ').matchAll(new RegExp(`^${name}:\\s*(.*)$`, 'gim'))].map(
      ([, value = '']) => value.trim().toLowerCase(),
    );
  if (all('(?:list-id|x-google-group-id|mailing-list)').length > 0)
    return [
      `${address} is a group or a mailing list. Such software holds emails back or changes them, so a customer’s reply can get lost. Use an address that is a mailbox of its own.`,
    ];
  const [last] = all('(?:delivered-to)');
  const isForwarded = all('(?:x-forwarded-to|x-forwarded-for|resent-to)').length > 0;
  if (isForwarded || (last !== undefined && !last.includes(address.toLowerCase())))
    return [
      `${address} is forwarded to this mailbox${last ? ` (${last})` : ''}. That works as long as the forwarding stays. If replies stop, look there first.`,
    ];
  return [];
}

/** Looks for the answer to the test email for an hour, so that nobody has to ask for it. */
export async function lookForAnswer(context: AppContext): Promise<void> {
  const { db, settings, now, liveFeed } = context;
  const { test = null } = store.rowOf(db, 'replies') ?? {};
  const version = store.versionOf(db, 'replies');
  const { inbox, business } = settings;
  if (!test || test.isAnswered || !inbox || now().getTime() - test.at > WAITS_MS) return;
  // The check of the connection says what is wrong.
  const facts = await answerTo(
    test,
    inbox,
    inbox.address ?? business.email,
    mailToken(context, 'replies'),
  ).catch(() => null);
  if (!facts) return;
  await inTransaction(db, () =>
    store.recordCheck(
      db,
      'replies',
      version,
      { failure: null, facts, test: { ...test, isAnswered: true } },
      now(),
    ),
  );
  liveFeed.publish({ kind: 'change', orderNumber: null });
}
