import type { Db } from './client.ts';
import { upkeep, type UpkeepTask, mailFolders } from './schema/server.ts';
import type { Env } from '../base/settings/env.ts';
import { HOUR_MS } from '../base/units.ts';
import { oneBy } from './prepared.ts';

export type UpkeepState = typeof upkeep.$inferSelect;

/** How a task last went. Undefined if it never ran. */
export const read = oneBy(upkeep, 'task');

/** Records a run. `failure` is null after a success. Call it inside a transaction. */
export function record(db: Db, task: UpkeepTask, failure: string | null, now: Date): void {
  const set = { triedAt: now, failure, ...(failure === null && { succeededAt: now }) };
  db.insert(upkeep)
    .values({ task, ...set })
    .onConflictDoUpdate({ target: upkeep.task, set })
    .run();
}

/** How far a folder of the mailbox was read. */
export type FolderState = typeof mailFolders.$inferSelect;

/** Undefined if it was never opened. */
export const folderState = oneBy(mailFolders, 'folder');

/** Call it inside a transaction. */
export function keepFolderState(db: Db, state: FolderState): void {
  db.insert(mailFolders).values(state).onConflictDoUpdate({ target: mailFolders.folder, set: state }).run();
}

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
  const row = read(context.db, 'backup');
  const lastSuccess = row?.succeededAt ?? null;
  return {
    isConfigured: true,
    lastSuccess,
    failure: row?.failure ?? null,
    isLate: lastSuccess !== null && context.now().getTime() - lastSuccess.getTime() > LATE_AFTER_MS,
  };
}
