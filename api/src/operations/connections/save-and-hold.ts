import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isProvider } from '../../base/settings/connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { kindOfKeys } from '../../base/settings/payment-state.ts';
import * as store from '../../db/connection-store.ts';
import { readShopSettings } from '../../db/shop-settings.ts';
import type { AppContext } from '../../money/context.ts';

/** Saves a connection, with what follows for live payments. Call it inside a transaction. */
export function saveAndHold(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  env: Env,
  id: ConnectionId,
  next: store.Stored,
  { by, isEntered }: { by: number; isEntered: boolean },
): void {
  const stateNow = () => store.settingsOf(db, env).env.paymentState;
  const { mode, why } = stateNow();
  const { isOn, tookLive } = store.historyOf(db, env.secret);
  const isUnreadable = store.storedOf(env.secret, store.rowOf(db, id)) === null;
  // An owner confirmed the account, and nobody stopped live payments.
  const goesOn = isUnreadable && isOn && tookLive;
  const kind = isProvider(id) && next.values && kindOfKeys(id, store.plainValues(next.values));
  // However it became known that keys are live, they wait until an owner takes live payments.
  if (kind === 'live' && mode !== 'live' && why !== 'restored' && !goesOn)
    store.holdLive(db, true, by, now(), tookLive || isUnreadable);
  store.saveConnection(db, env.secret, id, next);
  const after = stateNow();
  // Only whoever enters test keys instead of live ones tries the shop again.
  if (kind === 'test' && isEntered && after.why === 'disconnected')
    store.changePayments(db, { isLiveHeld: true, tookLive: true, triesTest: true }, by, now());
  else if (readShopSettings(db).triesTest && after.mode !== 'test')
    store.changePayments(db, { triesTest: false }, by, now());
}
