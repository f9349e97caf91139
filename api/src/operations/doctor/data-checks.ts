import { randomUUID } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { databaseFile, isQuicklyChecked } from '../open-database.ts';
import { backupState } from '../../db/upkeep-store.ts';
import { openStore } from '../backups/store.ts';
import { checkDatabase } from '../upkeep/database-checks.ts';
import * as upkeepStore from '../../db/upkeep-store.ts';
import { failure, missing, ok, timeText, warning, type DoctorContext, type Finding } from './check.ts';

const MB = 1_024 ** 2;
const LEAST_FREE_BYTES = 200 * MB;
const LOW_FREE_BYTES = 1_024 * MB;
const LOW_SHARE = 0.1;
const WRITES = 9;
const SLOW_WRITE_MS = 50;
const LARGE_LOG_BYTES = 256 * MB;

const sizeOf = (file: string): number => (existsSync(file) ? statSync(file).size : 0);
const inUnit = (count: number, unit: string): string =>
  `${count.toLocaleString('en-US', { maximumFractionDigits: count < 10 ? 1 : 0 })} ${unit}`;
const sizeText = (bytes: number): string =>
  bytes < 1_024 * MB ? inUnit(bytes / MB, 'MB') : inUnit(bytes / 1_024 / MB, 'GB');

export async function checkDisk({ settings }: DoctorContext): Promise<Finding> {
  const { bavail, blocks, bsize } = await statfs(settings.dataDir);
  return spaceLine(bavail * bsize, blocks * bsize);
}

export function spaceLine(freeBytes: number, allBytes: number): Finding {
  const share = freeBytes / allBytes;
  const message = `${sizeText(freeBytes)} (${Math.floor(100 * share)}%) is free.`;
  const advice = 'Delete what you do not need, or use a larger disk. A full disk stops the shop.';
  if (freeBytes < LEAST_FREE_BYTES) return failure(message, advice);
  const isLow = freeBytes < LOW_FREE_BYTES || share < LOW_SHARE;
  return isLow ? warning(message, advice) : ok(message);
}

/** Every order waits for the disk, so the median of a few durable writes is what a customer waits for. */
export async function checkDiskSpeed({ settings }: DoctorContext): Promise<Finding> {
  const file = join(settings.dataDir, `.doctor-${randomUUID()}`);
  const times: number[] = [];
  const handle = await open(file, 'w', 0o600);
  try {
    for (let write = 0; write < WRITES; write += 1) {
      const startedAt = performance.now();
      await handle.write(Buffer.alloc(4_096, write));
      await handle.sync();
      times.push(performance.now() - startedAt);
    }
  } finally {
    await handle.close();
    await rm(file);
  }
  const median = times.toSorted((a, b) => a - b)[Math.floor(WRITES / 2)] ?? 0;
  const message = `A durable write takes ${median.toFixed(1)} ms.`;
  if (median <= SLOW_WRITE_MS) return ok(message);
  return warning(message, 'Move DATA_DIR to a local SSD, not a network folder.');
}

export async function checkDatabaseFile({ db, settings }: DoctorContext): Promise<Finding> {
  const file = databaseFile(settings);
  const [size, log] = [sizeOf(file), sizeOf(`${file}-wal`)];
  // A larger database is left to the server’s daily check.
  const found = size > 0 && isQuicklyChecked(file) ? await checkDatabase(file, 'quick_check') : null;
  const problem = found ?? upkeepStore.read(db, 'database check')?.failure;
  if (problem) return failure(`A check found a problem: ${problem}.`, 'Keep the file, and restore a backup.');
  const message = `${sizeText(size)}, and ${sizeText(log)} in the write-ahead log.`;
  if (log < LARGE_LOG_BYTES) return ok(message);
  return warning(message, 'Another program keeps the database open. End it, or restart the shop.');
}

export function checkPermissions({ settings }: DoctorContext): Finding | null {
  // Windows has other permissions.
  if (process.platform === 'win32') return null;
  const folder = statSync(settings.dataDir);
  const file = statSync(databaseFile(settings), { throwIfNoEntry: false });
  if ((folder.mode & 0o077) !== 0)
    return warning(
      `Other accounts on this machine can open ${settings.dataDir}.`,
      `Run chmod 700 ${settings.dataDir}.`,
    );
  if (file && file.uid !== folder.uid)
    return warning(
      'The database and its folder belong to different accounts.',
      'Run the shop and its commands with the same account, and give it both with chown.',
    );
  return ok(`Only its owner can open ${settings.dataDir}.`);
}

export function checkBackup(context: DoctorContext): Finding {
  const { isConfigured, lastSuccess, failure: reason, isLate } = backupState(context);
  const manual = 'See docs/backups.md.';
  if (!isConfigured)
    return missing(context.settings)(
      'The server makes no backups.',
      `Connect backups under Settings, Connections. ${manual}`,
    );
  const last = lastSuccess
    ? `The last backup is from ${timeText(lastSuccess)}.`
    : 'No backup has been made yet.';
  if (reason) return failure(`${last} The last attempt failed: ${reason}`, `Fix the problem. ${manual}`);
  return isLate ? warning(last, `Look for its error in the log. ${manual}`) : ok(last);
}

/** A bucket that keeps versions only hides deleted backups, with the data of erased people, and it grows for ever. */
export async function checkDeletedBackups({ settings, now }: DoctorContext): Promise<Finding | null> {
  const keeps = await openStore(settings.backup)?.keepsDeleted?.(now());
  if (keeps === undefined || keeps === null) return null;
  if (!keeps) return ok('The store deletes what the server deletes.');
  return warning(
    'The bucket keeps versions, so deleted backups may only be hidden.',
    'Set a lifecycle rule that removes earlier versions after a day, see docs/backups.md. Once it has worked for a week, this line says so.',
  );
}
