import { conflict } from '../../base/errors.ts';
import { versionOf } from '../../base/seen-version.ts';
import { kindOf } from '../../base/settings/connections.ts';
import {
  accountNameOf,
  type ClosedBecause,
  type KeyKind,
  kindOfKeys,
  PROVIDER_IDS,
} from '../../base/settings/payment-state.ts';
import { recordDetail } from '../../db/audit-log.ts';
import * as store from '../../db/connection-store.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { liveChecks, type WithServer } from './setup.ts';

/** The one switch for real money. */
export function liveSwitchRoutes(mount: Mount, context: WithServer): void {
  const { db, now, settings, serverEnv } = context;
  const isLive = () => settings.paymentState.mode === 'live';
  const question = () => (isLive() ? STOPS : takesText(context));
  mount('GET /api/json/live-payments', () => ({
    success: true,
    version: versionOf(question()),
    state: store.isLiveFixed(serverEnv) ? 'server' : isLive() ? 'on' : 'off',
    checks: liveChecks(context),
    question: question(),
  }));
  mount(
    'POST /api/json/live-payments',
    async ({ body: { isOn }, ctx }) => {
      if (store.isLiveFixed(serverEnv))
        throw conflict('set_on_server', 'The keys are set on the server, which decides.');
      recordDetail({ isOn });
      await inTransaction(db, () => {
        const missing = liveChecks(context).filter(({ isDone }) => !isDone);
        if (isOn && missing.length > 0)
          throw conflict('not_ready', `Still to do: ${missing.map(({ label }) => label).join('; ')}.`);
        const wasLive = isOn || store.historyOf(db, serverEnv.secret).tookLive;
        store.holdLive(db, !isOn, adminIdOf(ctx), now(), wasLive);
      });
      return { success: true, message: isOn ? 'The shop takes live payments' : 'Live payments stopped' };
    },
    // Money goes to nobody whom the question didn’t name.
    () => versionOf(question()),
  );
}

const STOPS =
  'From now on, nobody can pay in the shop. Recurring payments continue, and what was paid before can be refunded.';

/** Who gets the money, and how buyers can’t pay. */
function takesText({ db, serverEnv: { secret } }: WithServer): string {
  const all = PROVIDER_IDS.map((id) => {
    const values = store.storedOf(secret, store.rowOf(db, id))?.values;
    return { id, values: values ? store.plainValues(values) : null };
  });
  const names = all.flatMap(({ id, values }) =>
    values && kindOfKeys(id, values) === 'live' ? `${accountNameOf(id, values)} (${kindOf(id).label})` : [],
  );
  const missing = all.flatMap(({ id, values }) => {
    const kind = values && kindOfKeys(id, values);
    return kind === 'live' ? [] : `${kindOf(id).label} ${whyNot(kind)}, so buyers can’t choose it.`;
  });
  return [`From now on, buyers pay with real money. It goes to ${names.join(' and ')}.`, ...missing].join(
    ' ',
  );
}

const whyNot = (kind: KeyKind | null): string =>
  kind === null ? 'isn’t connected' : kind === 'test' ? 'has test keys' : 'doesn’t work yet';

/** For owners, why nobody can pay, and what to do. The question about the old machine says it for a restored shop. */
export const CLOSED_WORDS: Record<ClosedBecause, string | null> = {
  stopped: 'Live payments are stopped. Take them again once everything is ready.',
  disconnected: 'No live keys are connected. Enter them again, or enter test keys to try the shop.',
  unusable: 'The saved keys can’t be used. Enter them again.',
  restored: null,
};
