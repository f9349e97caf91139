import type { Connection, ConnectionField, ConnectionId } from '@northlight/shared/contracts/connections.ts';
import { isFixed, isProvider, kindOf } from '../../base/settings/connections.ts';
import { lastReceived } from '../../money/provider-events/event-store.ts';
import type { ProviderId } from '../../base/settings/payment-state.ts';
import { isPublic, type Env } from '../../base/settings/env.ts';
import * as store from '../../db/connection-store.ts';
import { backupStep } from '../backups/backup-worker.ts';
import type { AppContext } from '../../money/context.ts';

/** A connection as the dashboard shows it. No secret leaves the server. `fault`: why it can't be used. */
export function presentConnection(
  { db, settings }: Pick<AppContext, 'db' | 'settings'>,
  env: Env,
  id: ConnectionId,
  { fault, notice, mayChange }: { fault: string | undefined; notice: string | undefined; mayChange: boolean },
): Connection {
  const { label, about, settings: list, presets = [], links = [] } = kindOf(id);
  const row = store.rowOf(db, id);
  const stored = store.storedOf(settings.secret, row);
  const fixed = isFixed(env, id);
  const isSet = fixed || stored === null || stored.values !== null;
  const reason = fault ?? row?.failure ?? null;
  const checked = isSet ? row : undefined;
  return {
    id,
    version: String(row?.version ?? 0),
    label,
    about,
    fixed,
    state: !isSet ? 'not-connected' : reason ? 'fails' : checked?.checkedAt ? 'works' : 'unchecked',
    since: checked?.since?.toISOString() ?? null,
    reason: notice ?? (isSet && reason ? reason : null),
    lastChecked: checked?.checkedAt?.toISOString() ?? null,
    facts: [
      ...(checked?.facts ?? []),
      ...(checked && isProvider(id) ? arrivals(settings, db, id, stored) : []),
      ...(settings.paymentState.waits.some((one) => one === id)
        ? ['New payments don’t use these keys now.']
        : []),
    ],
    progress: id === 'backups' ? backupStep(db) : null,
    asks:
      id === 'email' && checked?.test && !checked.test.isAnswered && mayChange
        ? `Did the test email to ${checked.test.to} arrive?`
        : null,
    presets: mayChange ? presets.map(([presetLabel, values]) => ({ label: presetLabel, values })) : [],
    links: mayChange ? links.map(([page, url]) => ({ label: page, url })) : [],
    fields: !mayChange
      ? []
      : Object.entries(list).flatMap(([name, setting]): ConnectionField[] => {
          if (setting.isMade) return [];
          const { isSecret = false, isOptional = false, help = null, options = null } = setting;
          const kept = fixed ? undefined : stored?.values?.[name];
          const onServer = fixed && !setting.isPart ? env.variables[setting.env ?? ''] : undefined;
          const [field, ...values] = setting.onlyWith ?? [];
          const [first = null] = Object.keys(options ?? {});
          const value = kept?.value ?? onServer ?? first;
          return [
            {
              name,
              label: setting.label,
              help: help?.replace('{address}', settings.publicUrl) ?? null,
              isSecret,
              isOptional,
              isGenerated: setting.isGenerated === true && !value,
              options: options && { ...options },
              onlyWith: field === undefined ? null : { field, values },
              value: isSecret ? null : value,
              lastFour: isSecret && value ? lastFourOf(value) : null,
              savedBy: kept?.by ?? null,
              savedAt: kept ? new Date(kept.at).toISOString() : null,
            },
          ];
        }),
  };
}

/** Whether events come, which only one that came shows. */
function arrivals(
  settings: Env,
  db: AppContext['db'],
  id: ProviderId,
  stored: store.Stored | null,
): string[] {
  if (!isPublic(settings)) return [];
  const since = Math.max(0, ...Object.values(stored?.values ?? {}).map(({ at }) => at));
  const last = lastReceived(db, id)?.getTime() ?? -1;
  return [last >= since ? 'Events are arriving.' : 'No event has arrived yet.'];
}

/** Four of a short secret would be most of it. */
const lastFourOf = (secret: string): string => (secret.length >= 12 ? secret.slice(-4) : '••••');
