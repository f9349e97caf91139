import type { ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isProvider, type Values } from '../../base/settings/connections.ts';
import { badInput } from '../../base/errors.ts';
import { withConnections } from '../../base/settings/saved-connections.ts';
import type { Env } from '../../base/settings/env.ts';
import { kindOfKeys } from '../../base/settings/payment-state.ts';
import * as store from '../../db/connection-store.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';
import type { AppContext } from '../../money/context.ts';
import { atField, faultOf, scrubbed } from './form.ts';
import { Problem } from './service.ts';
import { SERVICES } from './services.ts';

/** Saves a connection, with what follows for live payments. Call it inside a transaction. */
export function saveAndHold(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  env: Env,
  id: ConnectionId,
  next: store.Stored,
  { by, isEntered, isNew }: { by: number; isEntered: boolean; isNew: boolean },
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
  store.saveConnection(db, env.secret, id, next, { isNew });
  const after = stateNow();
  // Only whoever enters test keys instead of live ones tries the shop again.
  if (kind === 'test' && isEntered && after.why === 'disconnected')
    saveShopSettings(db, { isLiveHeld: true, tookLive: true, triesTest: true }, by, now());
  else if (readShopSettings(db).triesTest && after.mode !== 'test')
    saveShopSettings(db, { triesTest: false }, by, now());
}

/** Throws for what can never work, whatever the service says. */
export function refuse(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  env: Env,
  id: ConnectionId,
  values: Values,
): void {
  const service = SERVICES[id];
  try {
    service.refuse?.(values, settings);
    const others = store.savedIn(db, settings.secret);
    const { faults } = withConnections(env, { ...others, [id]: { ...values, ...service.unmade?.() } });
    const fault = faults[id];
    if (fault) throw faultOf(id, fault);
  } catch (error) {
    if (error instanceof Problem)
      throw badInput(scrubbed(id, error.message, values), atField(id, error, values));
    throw error;
  }
}
