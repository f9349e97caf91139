import type { Db } from './client.ts';
import type { Env } from '../base/settings/env.ts';
import * as upkeepStore from './upkeep-store.ts';
import { HOUR_MS } from '../base/units.ts';

/** Backups are made every hour. */
const LATE_AFTER_MS = 2 * HOUR_MS;

export type BackupState = {
  /** Whether BACKUP_TO is set. */
  isConfigured: boolean;
  lastSuccess: Date | null;
  /** Why the last try failed. Null if it succeeded, or if there was none. */
  failure: string | null;
  isLate: boolean;
};

export function backupState(context: { db: Db; settings: Env; now: () => Date }): BackupState {
  if (context.settings.backup.to === null)
    return { isConfigured: false, lastSuccess: null, failure: null, isLate: false };
  const row = upkeepStore.read(context.db, 'backup');
  const lastSuccess = row?.succeededAt ?? null;
  return {
    isConfigured: true,
    lastSuccess,
    failure: row?.failure ?? null,
    isLate: lastSuccess !== null && context.now().getTime() - lastSuccess.getTime() > LATE_AFTER_MS,
  };
}
