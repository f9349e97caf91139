import type { AppContext } from '../../money/context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { scriptFile } from '../../base/paths.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import { runScript } from '../../base/run-script.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';

/** Damage may have been repaired, or the check may have been wrong. */
const REPEAT_DAMAGE_MS = HOUR_MS;
const LOOK_EVERY_MS = 10 * 60_000;

/** Resolves to null, or to how the file is damaged. Rejects when it could not be checked. */
export async function checkDatabase(
  file: string,
  check: 'quick_check' | 'integrity_check',
  signal?: AbortSignal,
): Promise<string | null> {
  return (await runScript(scriptFile('check-database'), [file, check], { signal })).trim() || null;
}

/** Checks the whole database once a day. A failure shows in the health check until a later check succeeds. */
export function startDatabaseChecks(context: AppContext): Poller {
  const { db, log, now } = context;
  const startedAt = now().getTime();
  return startPoller(
    LOOK_EVERY_MS,
    async (ending) => {
      // Not right after the start, when customers may have waited for it.
      if (now().getTime() - startedAt < LOOK_EVERY_MS) return false;
      const last = upkeepStore.read(db, 'database check');
      const everyMs = last?.failure ? REPEAT_DAMAGE_MS : DAY_MS;
      if (last && Math.abs(now().getTime() - last.triedAt.getTime()) < everyMs) return false;
      const problem = await checkDatabase(db.$client.name, 'integrity_check', ending);
      const failure = problem && `the database is damaged (${problem})`;
      if (failure) log.fatal({ failure }, 'the database check failed; restore a backup');
      await inTransaction(db, () => upkeepStore.record(db, 'database check', failure, now()));
      return false;
    },
    (error) => log.error({ err: error }, 'could not check the database'),
  );
}
