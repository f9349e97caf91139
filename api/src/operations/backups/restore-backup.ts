import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { typedName } from '../../base/command-name.ts';
import {
  INVOICE_COUNTER,
  ORDER_COUNTER,
  TEST_DOCUMENT_COUNTER,
  TEST_ORDER_COUNTER,
} from '../../db/next-number.ts';
import { markFile, readMark } from '../../db/order-number-mark.ts';
import { openArchive } from './archive.ts';
import {
  DATABASE,
  decideRestore,
  FIRST_PASSWORD,
  finishRestore,
  isStrongSecret,
  folderBefore,
  RESTORE_WORK,
  SECRET,
} from '../../base/data-folder.ts';
import type { Env } from '../../base/settings/env.ts';
import type { Values } from '../../base/settings/connections.ts';
import { settleRestored, type Moved } from './moved-shop.ts';
import { closeForGood, inspectShop, lastNumberIn, prepareRestored, type ShopFacts } from './shop-file.ts';

/** More than a shop sells in the time that a backup is old. */
const NUMBERS_SKIPPED = 1_000;

export type Job = {
  dataDir: string;
  file: string;
  key: string | undefined;
  now: Date;
  /** Takes a backup that was not encrypted although there is a key. */
  takesUnencrypted?: boolean;
  /** The settings of the server. */
  env: Env;
  /** Where the backup was found, for a shop that doesn’t know. */
  connection?: Values | undefined;
};
export type Restored = ShopFacts & Moved & { kept: string; nextOrder: string };

/** Replaces the data folder's contents with a backup. Changes nothing if the backup cannot be used. */
export async function restoreBackup({
  dataDir,
  file,
  key,
  now,
  takesUnencrypted,
  ...job
}: Job): Promise<Restored> {
  const stamp = now.toISOString().replace(/[:.]/g, '-');
  const kept = folderBefore(dataDir, stamp);
  const staged = join(dataDir, RESTORE_WORK);
  rmSync(staged, { recursive: true, force: true });
  mkdirSync(staged, { mode: 0o700 });
  try {
    const facts = await open({ file, key, takesUnencrypted }, staged);
    refuseWeakSecret(join(staged, SECRET));
    requireStopped(join(dataDir, DATABASE));
    const lastNumber = lastNumberAfter(dataDir, staged, facts.counter);
    prepareRestored(join(staged, DATABASE), {
      [ORDER_COUNTER]: lastNumber,
      ...Object.fromEntries(
        [INVOICE_COUNTER, TEST_ORDER_COUNTER, TEST_DOCUMENT_COUNTER].map((name) => [
          name,
          lastAfter(dataDir, staged, name),
        ]),
      ),
    });
    const moved = settleRestored({ ...job, dataDir, staged, now });
    writeFileSync(markFile(staged), String(lastNumber));
    // It would name the password of another administrator.
    putAside(dataDir, staged, kept, FIRST_PASSWORD);
    decideRestore(dataDir, staged, stamp);
    finishRestore(dataDir);
    return { ...facts, ...moved, kept, nextOrder: `ORD-${lastNumber + 1}` };
  } finally {
    rmSync(staged, { recursive: true, force: true });
  }
}

async function open(
  { file, key, takesUnencrypted }: Pick<Job, 'file' | 'key' | 'takesUnencrypted'>,
  folder: string,
): Promise<ShopFacts> {
  if (!existsSync(file)) throw new Error(`File not found: ${typedName(file)}.`);
  try {
    await openArchive(file, key, folder, takesUnencrypted);
    return inspectShop(join(folder, DATABASE));
  } catch (error) {
    const isOurs = error instanceof Error && error.message.includes('BACKUP_KEY');
    // A full disk, for example, says nothing about the backup.
    if (isOurs || (error instanceof Error && 'syscall' in error)) throw error;
    throw new Error(`${typedName(file)} is not a shop backup, or it is damaged.`, { cause: error });
  }
}

/** Whoever guesses it logs in as anyone. An empty file, as a full disk leaves it, is replaced at the start. */
function refuseWeakSecret(file: string): void {
  const secret = existsSync(file) ? readFileSync(file, 'utf8') : '';
  if (secret && !isStrongSecret(secret))
    throw new Error(
      'The secret in this backup is too short or one repeated character, so anyone could log in with it. Nothing was restored.',
    );
}

function requireStopped(database: string): void {
  if (!existsSync(database)) return;
  let isClosed = true;
  try {
    isClosed = closeForGood(database);
  } catch {
    // Damaged. That may be why someone restores.
  }
  if (!isClosed) throw new Error('The shop is running. Stop the server, then restore.');
}

/**
 * No order number may be given out twice, even if the orders after the backup are lost. So every restore skips
 * numbers: a high number in this folder may come from an earlier restore of another machine's shop.
 */
function lastNumberAfter(dataDir: string, staged: string, counter: number): number {
  const inBackup = Math.max(counter, readMark(staged) ?? 0);
  const known = Math.max(readMark(dataDir) ?? 0, lastNumberIn(join(dataDir, DATABASE), ORDER_COUNTER) ?? 0);
  return Math.max(known, inBackup + NUMBERS_SKIPPED);
}

/** The same for invoices and test orders: a gap can be explained, the same number for two customers cannot. */
function lastAfter(dataDir: string, staged: string, counter: string): number {
  const [known = 0, inBackup = 0] = [dataDir, staged].map(
    (folder) => lastNumberIn(join(folder, DATABASE), counter) ?? 0,
  );
  return Math.max(known, inBackup + NUMBERS_SKIPPED);
}

function putAside(dataDir: string, staged: string, kept: string, name: string): void {
  if (existsSync(join(staged, name)) || !existsSync(join(dataDir, name))) return;
  mkdirSync(kept, { mode: 0o700 });
  renameSync(join(dataDir, name), join(kept, name));
}
