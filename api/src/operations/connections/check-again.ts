import { CONNECTION_IDS, type ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isFixed, isProvider } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { serverId } from '../../base/settings/mail-consent.ts';
import { accountOf } from '../../base/settings/saved-connections.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { messageOf } from '../doctor/check.ts';
import { called } from './address.ts';
import { askToConfirm } from './email.ts';
import { lookForAnswer } from './replies.ts';
import { runDoctorChecks } from '../doctor/run-doctor.ts';

/** The checks of the doctor that are about a connection. They change nothing at the service. */
const CHECKS: Record<ConnectionId, readonly string[]> = {
  stripe: ['Stripe', 'Stripe permissions'],
  paypal: ['PayPal', 'PayPal features'],
  email: ['Email'],
  replies: ['Replies'],
  mailchimp: ['Mailing list'],
  backups: ['Backup', 'Deleted backups'],
  address: ['Address', 'Proxy'],
};

async function doctorResult(
  id: ConnectionId,
  { settings, ...context }: Pick<AppContext, 'db' | 'settings' | 'now'>,
): Promise<store.CheckResult> {
  const own = { ...context, settings: ownSettings(id, context.db, settings) };
  const lines = await runDoctorChecks(CHECKS[id], own);
  const wrong = lines.find(({ state }) => state === 'failure' || state === 'warning');
  return {
    failure: wrong ? `${wrong.message} ${wrong.advice ?? ''}`.trim() : null,
    facts: lines.flatMap(({ state, message }) => (state === 'ok' ? [message] : [])),
    ...(id === 'address' && { test: called(settings.publicUrl, context.now()) }),
  };
}

/** Keys that wait are checked as if they were used. */
function ownSettings(id: ConnectionId, db: AppContext['db'], settings: Env): Env {
  const values = isProvider(id) && store.storedOf(settings.secret, store.rowOf(db, id))?.values;
  if (!isProvider(id) || !values || isFixed(settings, id)) return settings;
  return { ...settings, payments: accountOf(settings, id, store.plainValues(values)) ?? settings.payments };
}

/** What the server sets is checked like all else, and sends a test email, too. */
export async function checkServerSet(
  id: ConnectionId,
  context: AppContext,
  owner: string,
): Promise<store.CheckResult> {
  const { db, settings, now } = context;
  const result = await doctorResult(id, context);
  const { smtpUrl: url, mailFrom: from } = settings;
  const { test } = store.rowOf(db, id) ?? {};
  if (id !== 'email' || result.failure !== null || !url || (test?.isAnswered && test.for === serverId(url)))
    return result;
  try {
    const email = { env: settings, url, token: undefined, from, owner, now: now() };
    return { ...result, test: await askToConfirm(email) };
  } catch (error) {
    return { ...result, failure: `The test email couldn’t be sent: ${messageOf(error)}` };
  }
}

/** What a running server does about connections by itself. */
export async function watchConnections(context: AppContext): Promise<void> {
  await lookForAnswer(context);
  await checkConnectionsAgain(context);
}

/**
 * Checks each connection once a day, so that one that stopped working says so, and one that fails sooner: it may have been the
 * start of the machine. Leaves what the last form found.
 */
export async function checkConnectionsAgain({ db, settings, now }: AppContext): Promise<void> {
  const due = store.dueForCheck(db, now()).map(({ id }) => id);
  // Nobody enters what the server sets, so nothing has checked it yet.
  const unseen = CONNECTION_IDS.filter(
    (id) => isFixed(settings, id) && !isSeen(settings, store.rowOf(db, id)),
  );
  for (const id of new Set([...due, ...unseen])) {
    const facts = isFixed(settings, id) ? null : store.rowOf(db, id)?.facts;
    const version = store.versionOf(db, id);
    const result = await doctorResult(id, { db, settings, now });
    await inTransaction(db, () =>
      store.recordCheck(db, id, version, { ...result, facts: facts ?? result.facts }, now()),
    );
  }
}

/** Whether it was checked, for the address that the shop has now. */
const isSeen = ({ publicUrl }: Env, row: store.ConnectionRow | undefined): boolean =>
  Boolean(row?.checkedAt) && (row?.id !== 'address' || row.test?.for === publicUrl);
