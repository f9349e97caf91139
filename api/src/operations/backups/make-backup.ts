import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { openArchive, writeArchive } from './archive.ts';
import type { BackupSettings } from '../../base/settings/backup-settings.ts';
import { BACKUP_WORK, DATABASE, freeBytesOf, isPartial, otherEntries } from '../../base/data-folder.ts';
import { copyDatabase, dropConnections, inspectShop, type ShopFacts } from './shop-file.ts';
import { listBackups, type Store, timeOf } from './store.ts';

/** Left for orders while a backup is made. */
const SPARE_BYTES = 100 * 1024 * 1024;

type Job = {
  dataDir: string;
  store: Store;
  name: string;
  key: string | undefined;
  /** Whether one that isn't encrypted has the keys that owners saved, too. */
  withConnections?: boolean;
  /** Told what happens now, for who waits for it. */
  onStep?: (step: string) => void;
  /** For tests. */
  freeBytes?: (folder: string) => number;
};

/** Stores a backup, and reads it back: it only counts if it opens and is complete. */
export async function makeBackup({
  dataDir,
  store,
  name,
  key,
  withConnections = false,
  onStep = () => {},
  freeBytes = freeBytesOf,
}: Job): Promise<ShopFacts> {
  const database = join(dataDir, DATABASE);
  const work = join(dataDir, BACKUP_WORK);
  const opened = join(work, 'opened');
  // Left over if a backup was killed.
  rmSync(work, { recursive: true, force: true });
  try {
    mkdirSync(opened, { recursive: true, mode: 0o700 });
    const copy = join(work, DATABASE);
    requireSpace(dataDir, freeBytes(dataDir));
    onStep('Copying the database');
    await copyDatabase(database, copy);
    // The secret that opens them is in the same archive.
    if (key === undefined && !withConnections) dropConnections(copy);
    const facts = inspectShop(copy);
    const archive = join(work, `new-${basename(name)}`);
    onStep('Packing and encrypting everything');
    await writeArchive(dataDir, copy, archive, key);
    rmSync(copy);
    onStep('Storing it');
    await store.save(name, archive);
    rmSync(archive);
    try {
      onStep('Reading it back and checking it');
      await openArchive(await store.fetch(name, work), key, opened);
      const read = inspectShop(join(opened, DATABASE));
      if (JSON.stringify(read) !== JSON.stringify(facts))
        throw new Error('It contains a different shop’s data.');
    } catch (error) {
      // Why it cannot be used says more than why it cannot be deleted.
      await store.remove(name).catch(() => {});
      throw new Error(
        `The backup was stored, but cannot be used. ${error instanceof Error ? error.message : error}`,
        { cause: error },
      );
    }
    return facts;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

/** Deletes what the settings do not keep. Call it only after a backup that counts. */
export async function deleteOutdated(
  store: Store,
  newest: string,
  keep: BackupSettings['keep'],
): Promise<void> {
  const names = (await listBackups(store)).map(({ name }) => name);
  for (const name of outdated(names, newest, keep)) await store.remove(name);
}

/** Checked before, because a disk that is full keeps the shop from taking orders. */
function requireSpace(dataDir: string, free: number): void {
  const data = [DATABASE, ...otherEntries(dataDir)].map((name) => sizeOf(join(dataDir, name)));
  // The data once, as a copy or read back, and the archive, which is smaller.
  const needed = data.reduce((sum, bytes) => sum + bytes, 0) * 2 + SPARE_BYTES;
  if (free < needed)
    throw new Error(
      `Not enough space in ${dataDir}: a backup needs ${Math.ceil(needed / 1024 ** 2)} MB free.`,
    );
}

function sizeOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isDirectory()) return found?.size ?? 0;
  const names = readdirSync(path).filter((name) => !isPartial(name));
  return names.reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}

const HOUR = '2026-11-22T17'.length;
const DAY = '2026-11-22'.length;

/**
 * The backups to delete after `newest` was made: all but the newest of each of the last hours and days that
 * have one. Names later than `newest` come from a wrong clock, then or now, and are left alone.
 */
export function outdated(names: readonly string[], newest: string, keep: BackupSettings['keep']): string[] {
  const past = names
    .filter((name) => name <= newest)
    .toSorted()
    .toReversed();
  const kept = new Set([...newestOf(past, HOUR, keep.hours), ...newestOf(past, DAY, keep.days)]);
  return past.filter((name) => !kept.has(name));
}

function newestOf(names: readonly string[], length: number, count: number): string[] {
  const slots = new Map<string, string>();
  for (const name of names) {
    const slot = timeOf(name)?.toISOString().slice(0, length);
    if (slot !== undefined && !slots.has(slot) && slots.size < count) slots.set(slot, name);
  }
  return [...slots.values()];
}
