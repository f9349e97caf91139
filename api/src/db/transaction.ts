import type Database from 'better-sqlite3';
import type { Db } from './client.ts';

type Job = { work: () => unknown; resolve: (result: unknown) => void; reject: (error: unknown) => void };

/** `never` for a function that returns a promise: what follows its first `await` would be written outside. */
type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

const queues = new WeakMap<Db, Job[]>();

/**
 * Runs `work` in one immediate transaction and answers when it is durable. It is all or nothing for each `work`.
 * Those that arrive in the same turn of the event loop share one commit, and so one wait for the disk:
 * that wait is most of what an order costs.
 */
export function inTransaction<Result>(db: Db, work: () => Synchronous<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const queue = queues.get(db) ?? [];
    // The queue holds jobs of many types; what `work` returns goes to its own `resolve`.
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
    // Nothing of the whole commit stands, whatever each job thought.
    for (const job of jobs) job.reject(error);
    return;
  }
  for (const settle of settled) settle();
}

/** In a savepoint of its own, so that a job that fails undoes only itself. */
function runAlone(client: Database.Database, job: Job): () => void {
  try {
    const result = client.transaction(job.work)();
    return () => job.resolve(result);
  } catch (error) {
    // SQLite itself gave up the transaction (disk full, for instance): there is nothing left to commit.
    if (!client.inTransaction) throw error;
    return () => job.reject(error);
  }
}
