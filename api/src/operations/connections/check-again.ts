import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { DAY_MS } from '../../base/units.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import type { DoctorContext } from '../doctor/check.ts';
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

export async function doctorResult(
  id: ConnectionId,
  context: DoctorContext,
): Promise<{ failure: string | null; facts: string[] }> {
  const lines = await runDoctorChecks(CHECKS[id], context);
  const wrong = lines.find(({ state }) => state === 'failure' || state === 'warning');
  return {
    failure: wrong ? `${wrong.message} ${wrong.advice ?? ''}`.trim() : null,
    facts: lines.flatMap(({ state, message }) => (state === 'ok' ? [message] : [])),
  };
}

/** What a running server does about connections by itself. */
export async function watchConnections(context: AppContext): Promise<void> {
  await lookForAnswer(context);
  await checkConnectionsAgain(context);
}

/** Checks each connection once a day, so that one that stopped working says so. Leaves what the last form found. */
export async function checkConnectionsAgain({ db, settings, now }: AppContext): Promise<void> {
  for (const { id, facts } of store.dueForCheck(db, new Date(now().getTime() - DAY_MS))) {
    const { failure } = await doctorResult(id, { db, settings, now });
    await inTransaction(db, () => store.recordCheck(db, id, { failure, facts: facts ?? [] }, now()));
  }
}
