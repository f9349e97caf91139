import { Worker } from 'node:worker_threads';
import type { AppContext } from '../context.ts';
import { storageFault } from '../db/storage-fault.ts';
import { inTransaction } from '../db/transaction.ts';
import { startPoller, type Poller } from '../poller.ts';
import * as upkeepStore from './upkeep-store.ts';

const DAY_MS = 24 * 60 * 60_000;
const LOOK_EVERY_MS = 10 * 60_000;

/** Resolves to null, or to what is wrong with the file. Runs in a thread of its own. */
export async function checkDatabase(
  file: string,
  check: 'quick_check' | 'integrity_check',
): Promise<string | null> {
  const worker = new Worker(new URL('./check-database.ts', import.meta.url), { workerData: { file, check } });
  try {
    return await new Promise<string | null>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } catch (error) {
    return storageFault(error) ?? 'the database file can’t be checked';
  } finally {
    await worker.terminate();
  }
}

/** Checks the whole database once a day. A failure shows in the health check until a later check succeeds. */
export function startDatabaseChecks(context: AppContext): Poller {
  const { db, log, now } = context;
  const startedAt = now().getTime();
  return startPoller(
    LOOK_EVERY_MS,
    async () => {
      // Not right after the start, when customers may have waited for it.
      if (now().getTime() - startedAt < LOOK_EVERY_MS) return false;
      const last = upkeepStore.read(db, 'database check');
      if (last && Math.abs(now().getTime() - last.triedAt.getTime()) < DAY_MS) return false;
      const problem = await checkDatabase(db.$client.name, 'integrity_check');
      const failure = problem && `the database is damaged (${problem})`;
      if (failure) log.fatal({ failure }, 'the database check failed; restore a backup');
      await inTransaction(db, () => upkeepStore.record(db, 'database check', failure, now()));
      return false;
    },
    (error) => log.error({ err: error }, 'could not check the database'),
  );
}
