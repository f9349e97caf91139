import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { scriptFile } from '../../base/paths.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import { runScript } from '../../base/run-script.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { HOUR_MS } from '../../base/units.ts';

const CHECK_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 5 * 60_000;
const LIMIT_MS = 50 * 60_000;
const MAX_REASON_LENGTH = 300;

type Context = Pick<AppContext, 'db' | 'settings' | 'log' | 'now'>;

/** One backup in each hour of the clock, also after the clock was set. */
export function isBackupDue({ db, now }: Pick<Context, 'db' | 'now'>): boolean {
  const succeededAt = upkeepStore.read(db, 'backup')?.succeededAt;
  const hourOf = (date: Date) => Math.floor(date.getTime() / HOUR_MS);
  return !succeededAt || hourOf(succeededAt) !== hourOf(now());
}

/**
 * Makes the backups, in a process of their own: packing must not slow down the shop. A failed one is tried
 * again after some minutes.
 */
export function startBackups(context: Context, command = scriptFile('backup'), limitMs = LIMIT_MS): Poller {
  let triedAt: Date | undefined;
  return startPoller(
    CHECK_EVERY_MS,
    async (ending) => {
      if (context.settings.backup.to === null) return false;
      const now = context.now();
      // In either direction: the clock may have been set back since.
      const isTooSoon = triedAt && Math.abs(now.getTime() - triedAt.getTime()) < RETRY_AFTER_MS;
      if (!isBackupDue(context) || isTooSoon) return false;
      triedAt = now;
      const failure = await runBackup(command, ending, limitMs);
      if (ending.aborted || failure === null) return false;
      context.log.error({ failure }, 'The backup failed. It is tried again in five minutes.');
      await inTransaction(context.db, () => upkeepStore.record(context.db, 'backup', failure, context.now()));
      return false;
    },
    (error) => context.log.error({ err: error }, 'The backup failed.'),
  );
}

/** Returns why it failed, or null. The command itself records a success. */
async function runBackup(command: string, signal: AbortSignal, limitMs: number): Promise<string | null> {
  try {
    await runScript(command, ['--if-due'], { signal, limitMs });
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.split('\n').at(-1)?.slice(-MAX_REASON_LENGTH) ?? reason;
  }
}
