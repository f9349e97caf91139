import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from './client.ts';
import { withAudit } from './audit-log.ts';
import { perDatabase } from './prepared.ts';

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
export type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/** How long a transaction waits for another process, such as a backup or a command, to finish writing. */
const LONGEST_WAIT_MS = 5_000;
/** Between two tries. Other requests are served meanwhile. */
const TRY_EVERY_MS = 10;
/** How long a commit waits for others to share it. */
const LONGEST_GATHERING_MS = 2;
/** Two can be the outbox alone, which takes a message while it records another. A lone buyer must not wait. */
const FEW_JOBS = 2;

const stateOf = perDatabase(({ $client: client }) => ({
  jobs: [] as Job[],
  /** How many shared the last commit. */
  lastCount: 0,
  listeners: [] as ((ms: number) => void)[],
  begin: client.prepare('BEGIN IMMEDIATE'),
  commit: client.prepare('COMMIT'),
  savepoint: client.prepare('SAVEPOINT job'),
  release: client.prepare('RELEASE job'),
  undo: client.prepare('ROLLBACK TO job'),
}));

/**
 * Runs `work` in an immediate transaction and resolves when it is durable. Each `work` is all or nothing.
 * Calls in the same turn of the event loop share one commit, and so one wait for the disk, which is most of
 * what an order costs. Rejects with SQLite's SQLITE_BUSY if another process writes for too long.
 */
export function inTransaction<Result>(db: Db, work: () => Synchronous<Result>): Promise<Result> {
  return new Promise<Result>((resolve, reject) => {
    const { jobs } = stateOf(db);
    const now = performance.now();
    // The queue holds jobs of many types. The result of `work` goes to its own `resolve`.
    jobs.push({
      work: withAudit(db, work),
      resolve: resolve as Job['resolve'],
      reject,
      waitsUntil: now + LONGEST_WAIT_MS,
    });
    if (jobs.length === 1) gather(db, now + LONGEST_GATHERING_MS);
  });
}

/**
 * Commits at the end of this turn of the event loop. When more than a few shared the last commit, waits up to
 * `until` for as many, because each commit is a wait for the disk.
 */
function gather(db: Db, until: number): void {
  setImmediate(() => {
    const { jobs, lastCount } = stateOf(db);
    const isWorthWaiting = lastCount > FEW_JOBS && jobs.length < lastCount;
    if (isWorthWaiting && performance.now() < until) gather(db, until);
    else void commitTogether(db);
  });
}

/** Calls back after every commit of this process, with the milliseconds it took. */
export function onCommit(db: Db, listener: (ms: number) => void): void {
  stateOf(db).listeners.push(listener);
}

async function commitTogether(db: Db): Promise<void> {
  const { $client: client } = db;
  const state = stateOf(db);
  const { jobs: queue, listeners, begin, commit } = state;
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
  state.lastCount = jobs.length;
  const settled: Array<() => void> = [];
  try {
    for (const job of jobs) settled.push(runAlone(db, job));
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
function runAlone(db: Db, job: Job): () => void {
  const { savepoint, release, undo } = stateOf(db);
  try {
    savepoint.run();
    const result = job.work();
    if (result instanceof Promise) throw new TypeError('A transaction cannot wait for a promise.');
    release.run();
    return () => job.resolve(result);
  } catch (error) {
    // SQLite itself rolled back the transaction (a full disk, for example), so there is nothing left to
    // commit.
    if (!db.$client.inTransaction) throw error;
    undo.run();
    release.run();
    return () => job.reject(error);
  }
}
