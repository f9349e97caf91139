import { AsyncLocalStorage } from 'node:async_hooks';
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
  isInBackground: boolean;
};

/** `never` for a function that returns a promise: code after an `await` would be outside of it. */
export type Synchronous<Result> = Result extends PromiseLike<unknown> ? never : Result;

/** How long a transaction waits for another process, such as a backup or a command, to finish writing. */
const LONGEST_WAIT_MS = 5_000;
/** Between two tries. Other requests are served meanwhile. */
const TRY_EVERY_MS = 10;
/** How long a commit waits for others to share it. */
const LONGEST_GATHERING_MS = 2;
/** A lone buyer must not wait. */
const FEW_JOBS = 2;
/** How long work in the background waits for the commit of somebody else. */
const BACKGROUND_MS = 20;

const stateOf = perDatabase(({ $client: client }) => ({
  jobs: [] as Job[],
  /** How many shared the last commit, without those in the background. */
  lastCount: 0,
  isGathering: false,
  /** When jobs in the background commit alone. */
  later: undefined as NodeJS.Timeout | undefined,
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
    const state = stateOf(db);
    const now = performance.now();
    const isInBackground = background.getStore() === true;
    // The queue holds jobs of many types. The result of `work` goes to its own `resolve`.
    state.jobs.push({
      work: withAudit(db, work),
      resolve: resolve as Job['resolve'],
      reject,
      waitsUntil: now + LONGEST_WAIT_MS,
      isInBackground,
    });
    if (!isInBackground) gather(db);
    else if (state.jobs.length === 1) state.later = setTimeout(gather, BACKGROUND_MS, db);
  });
}

const background = new AsyncLocalStorage<boolean>();

/**
 * For work that nobody waits for. Each of its transactions waits a moment for the commit of a customer or of other such
 * work, because each commit is a wait for the disk.
 */
export const inBackground = <Result>(work: () => Result): Result => background.run(true, work);

/**
 * Commits at the end of this turn of the event loop. When more than a few shared the last commit, waits two milliseconds
 * at most for as many.
 */
function gather(db: Db): void {
  const state = stateOf(db);
  if (state.isGathering || state.jobs.length === 0) return;
  state.isGathering = true;
  const until = performance.now() + LONGEST_GATHERING_MS;
  const look = () => {
    const isWorthWaiting = state.lastCount > FEW_JOBS && hurried(state.jobs) < state.lastCount;
    if (isWorthWaiting && performance.now() < until) setImmediate(look);
    else void commitTogether(db);
  };
  setImmediate(look);
}

const hurried = (jobs: readonly Job[]): number => jobs.filter(({ isInBackground }) => !isInBackground).length;

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
      if (queue.length === 0) {
        state.isGathering = false;
        return;
      }
      await delay(TRY_EVERY_MS);
    }
  }
  const startedAt = performance.now();
  const jobs = queue.splice(0);
  clearTimeout(state.later);
  state.isGathering = false;
  state.lastCount = hurried(jobs);
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
