import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { inTransaction } from '../db/transaction.ts';
import type { AppContext } from '../context.ts';
import { startPoller, type Poller } from '../poller.ts';
import * as upkeepStore from '../upkeep/upkeep-store.ts';

const CHECK_EVERY_MS = 60_000;
const RETRY_AFTER_MS = 5 * 60_000;
const LIMIT_MS = 50 * 60_000;
const HOUR_MS = 60 * 60_000;
const MAX_REASON_LENGTH = 300;
const HOOK = new URL('../drizzle-hook.js', import.meta.url).href;
const COMMAND = fileURLToPath(new URL('../commands/backup.ts', import.meta.url));

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
export function startBackups(context: Context, command = COMMAND, limitMs = LIMIT_MS): Poller | null {
  if (context.settings.backup.to === null) return null;
  const ending = new AbortController();
  let triedAt: Date | undefined;
  const work = async () => {
    const now = context.now();
    // In either direction: the clock may have been set back since.
    const isTooSoon = triedAt && Math.abs(now.getTime() - triedAt.getTime()) < RETRY_AFTER_MS;
    if (!isBackupDue(context) || isTooSoon) return false;
    triedAt = now;
    const failure = await runBackup(command, ending.signal, limitMs);
    if (ending.signal.aborted || failure === null) return false;
    context.log.error({ failure }, 'The backup failed. It is tried again in five minutes.');
    await inTransaction(context.db, () => upkeepStore.record(context.db, 'backup', failure, context.now()));
    return false;
  };
  const poller = startPoller(CHECK_EVERY_MS, work, (error) =>
    context.log.error({ err: error }, 'The backup failed.'),
  );
  return {
    wake: poller.wake,
    stop: async () => {
      ending.abort();
      await poller.stop();
    },
  };
}

/** Returns why it failed, or null. The command itself records a success. */
function runBackup(command: string, ending: AbortSignal, limitMs: number): Promise<string | null> {
  const signal = AbortSignal.any([ending, AbortSignal.timeout(limitMs)]);
  const child = spawn(process.execPath, ['--import', HOOK, command, '--if-due'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    signal,
    killSignal: 'SIGKILL',
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-MAX_REASON_LENGTH)));
  return new Promise((resolve) => {
    child.once('error', (error) =>
      resolve(signal.aborted ? 'It took too long and was ended.' : error.message),
    );
    child.once('close', (code, ended) =>
      resolve(
        code === 0 ? null : said.trim().split('\n').at(-1) || `Its process was ended (${ended ?? code}).`,
      ),
    );
  });
}
