import { setTimeout as delay } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import type { Db } from './client.ts';
import { perDatabase } from './per-database.ts';

type Job = {
  work: () => unknown;
  resolve: (result: unknown) => void;
  reject: (error: unknown) => void;
  /** How long it waits for another process. A time of `performance.now()`. */
  waitsUntil: number;
};

/**
 * `never` for a function that returns a promise: code after its first `await` would run outside the
 * transaction.
 */
type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/** How long a transaction waits for another process, such as a backup or a command, to finish writing. */
const LONGEST_WAIT_MS = 5_000;
/** Between two tries. Other requests are served meanwhile. */
const TRY_EVERY_MS = 10;

const stateOf = perDatabase(({ $client: client }) => ({
  jobs: [] as Job[],
  listeners: [] as ((ms: number) => void)[],
  begin: client.prepare('BEGIN IMMEDIATE'),
  commit: client.prepare('COMMIT'),
}));

/**
 * Runs `work` in an immediate transaction and resolves when it is durable. Each `work` is all or nothing.
 * Calls in the same turn of the event loop share one commit, and so one wait for the disk, which is most of
 * what an order costs. Rejects with SQLite's SQLITE_BUSY if another process writes for too long.
 */
export function inTransaction<Result>(db: Db, work: () => Synchronous<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const { jobs } = stateOf(db);
    // The queue holds jobs of many types. The result of `work` goes to its own `resolve`.
    const waitsUntil = performance.now() + LONGEST_WAIT_MS;
    jobs.push({ work, resolve: resolve as Job['resolve'], reject, waitsUntil });
    if (jobs.length === 1) setImmediate(() => void commitTogether(db));
  });
}

/** Calls back after every commit of this process, with the milliseconds it took. */
export function onCommit(db: Db, listener: (ms: number) => void): void {
  stateOf(db).listeners.push(listener);
}

async function commitTogether(db: Db): Promise<void> {
  const { $client: client } = db;
  const { jobs: queue, listeners, begin, commit } = stateOf(db);
  // SQLite's own wait (`busy_timeout`) would block the whole process, pages included.
  for (let isBegun = false; !isBegun;) {
    try {
      begin.run();
      isBegun = true;
    } catch (error) {
      // The oldest are first.
      while (queue[0] && (!isLocked(error) || performance.now() > queue[0].waitsUntil))
        queue.shift()?.reject(error);
      if (queue.length === 0) return;
      await delay(TRY_EVERY_MS);
    }
  }
  const startedAt = performance.now();
  const jobs = queue.splice(0);
  const settled: Array<() => void> = [];
  try {
    for (const job of jobs) settled.push(runAlone(client, job));
    commit.run();
  } catch (error) {
    if (client.inTransaction) client.exec('ROLLBACK');
    // The whole commit was rolled back, whatever each job returned.
    for (const job of jobs) job.reject(error);
    return;
  }
  const ms = performance.now() - startedAt;
  for (const settle of settled) settle();
  for (const listener of listeners) listener(ms);
}

const isLocked = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_BUSY');

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
