import type Database from 'better-sqlite3';
import type { Db } from './client.ts';

type Job = { work: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/**
 * `never` for a function that returns a promise: code after its first `await` would run outside the
 * transaction.
 */
type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

const queues = new WeakMap<Db, Job[]>();

/**
 * Runs `work` in an immediate transaction and resolves when it is durable. Each `work` is all or nothing.
 * Calls in the same turn of the event loop share one commit, and so one wait for the disk, which is most of
 * what an order costs.
 */
export function inTransaction<Result>(db: Db, work: () => Synchronous<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const queue = queues.get(db) ?? [];
    // The queue holds jobs of many types. The result of `work` goes to its own `resolve`.
    queue.push({ work, resolve: resolve as Job['resolve'], reject });
    if (queue.length > 1) return;
    queues.set(db, queue);
    setImmediate(() => {
      queues.delete(db);
      commitTogether(db.$client, queue);
    });
  });
}

function commitTogether(client: Database.Database, jobs: readonly Job[]): void {
  const settled: Array<() => void> = [];
  try {
    client
      .transaction(() => {
        for (const job of jobs) settled.push(runAlone(client, job));
      })
      .immediate();
  } catch (error) {
    // The whole commit was rolled back, whatever each job returned.
    for (const job of jobs) job.reject(error);
    return;
  }
  for (const settle of settled) settle();
}

/** Runs in a savepoint, so a failing job only undoes itself. */
function runAlone(client: Database.Database, job: Job): () => void {
  try {
    const result = client.transaction(job.work)();
    return () => job.resolve(result);
  } catch (error) {
    // SQLite itself rolled back the transaction (a full disk, for example), so there is nothing left to
    // commit.
    if (!client.inTransaction) throw error;
    return () => job.reject(error);
  }
}
