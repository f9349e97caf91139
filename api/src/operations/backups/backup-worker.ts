import { randomBytes } from 'node:crypto';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { scriptFile } from '../../base/paths.ts';
import { startPoller, type Poller } from '../../base/poller.ts';
import { type Limits, runScript } from '../../base/run-script.ts';
import type { Db } from '../../db/client.ts';
import * as store from '../../db/connection-store.ts';
import type { TestEmail } from '../../db/schema/server.ts';
import { waitsForOldMachine } from '../../db/shop-settings.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { HOUR_MS } from '../../base/units.ts';
import type { ShopFacts } from './shop-file.ts';

const CHECK_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 5 * 60_000;
const LIMIT_MS = 50 * 60_000;
const MAX_REASON_LENGTH = 300;

type Context = Pick<AppContext, 'db' | 'settings' | 'log' | 'now'> & Partial<Pick<AppContext, 'liveFeed'>>;

/** What a running backup does now, for the dashboard. */
const steps = new WeakMap<Db, string>();
export const backupStep = (db: Db): string | null => steps.get(db) ?? null;

/** What is stored with a new place: its first backup is still to be made. */
export const firstBackup = (to: string, now: Date): TestEmail => ({
  id: randomBytes(9).toString('hex'),
  to,
  at: now.getTime(),
  isAnswered: false,
});

/** The first backup to a new place, which has not succeeded yet. */
function firstOf(db: Db): TestEmail | null {
  const test = store.rowOf(db, 'backups')?.test;
  return test && !test.isAnswered ? test : null;
}

/** A backup was made, and read back: the first one to a new place, or a later one. Call it inside a transaction. */
export function recordBackup(db: Db, { orders }: ShopFacts, now: Date): void {
  const test = store.rowOf(db, 'backups')?.test;
  if (!test) return;
  const facts = [
    `The ${test.isAnswered ? 'last' : 'first'} backup was made, read back, and checked: ${orders} ${orders === 1 ? 'order' : 'orders'}.`,
  ];
  const result = { failure: null, facts, test: { ...test, isAnswered: true } };
  store.recordCheck(db, 'backups', store.versionOf(db, 'backups'), result, now);
}

/** One backup in each hour of the clock, also after the clock was set, and one at once to a new place. */
export function isBackupDue({ db, now }: Pick<Context, 'db' | 'now'>): boolean {
  if (firstOf(db)) return true;
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
      if (context.settings.backup.to === null || waitsForOldMachine(context.db)) return false;
      const now = context.now();
      // In either direction: the clock may have been set back since.
      const isNew = triedAt && (firstOf(context.db)?.at ?? 0) > triedAt.getTime();
      const isTooSoon = triedAt && !isNew && Math.abs(now.getTime() - triedAt.getTime()) < RETRY_AFTER_MS;
      if (!isBackupDue(context) || isTooSoon) return false;
      triedAt = now;
      const tell = (printed?: string) => {
        const step = /^Now: (.*)$/m.exec(printed ?? '')?.[1];
        if (step) steps.set(context.db, step);
        else steps.delete(context.db);
        if (firstOf(context.db) || !step) context.liveFeed?.publish({ kind: 'change', orderNumber: null });
      };
      const version = store.versionOf(context.db, 'backups');
      const failure = await runBackup(command, { signal: ending, limitMs, onOutput: tell });
      tell();
      if (ending.aborted || failure === null) return false;
      context.log.error({ failure }, 'The backup failed. It is tried again in five minutes.');
      await inTransaction(context.db, () => {
        upkeepStore.record(context.db, 'backup', failure, context.now());
        const result = { failure: `The first backup failed: ${failure}`, facts: [] };
        if (firstOf(context.db)) store.recordCheck(context.db, 'backups', version, result, context.now());
      });
      return false;
    },
    (error) => context.log.error({ err: error }, 'The backup failed.'),
  );
}

/** Returns why it failed, or null. The command itself records a success. */
async function runBackup(command: string, limits: Limits): Promise<string | null> {
  try {
    await runScript(command, ['--if-due'], limits);
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return reason.split('\n').at(-1)?.slice(-MAX_REASON_LENGTH) ?? reason;
  }
}
