import {
  createReadStream,
  createWriteStream,
  existsSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { BackupSettings } from '../../base/settings/backup-settings.ts';
import { s3Store } from './s3-store.ts';

export type StoredBackup = { name: string; bytes: number };

/** Where backups are kept. Its errors are written for the administrator. */
export type Store = {
  list(): Promise<StoredBackup[]>;
  save(name: string, file: string): Promise<void>;
  /** Returns a file with the stored backup. It is in `folder`, unless the store is a folder itself. */
  fetch(name: string, folder: string): Promise<string>;
  remove(name: string): Promise<void>;
  /** Whether deleted backups may only be hidden. Null if that can't be known. */
  keepsDeleted?(now: Date): Promise<boolean | null>;
};

const NAME = /^northlight-(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.tar\.gz(\.age)?$/;

export const stampOf = (date: Date): string => `${date.toISOString().slice(0, 19).replaceAll(':', '-')}Z`;
export const backupName = (now: Date, isEncrypted: boolean): string =>
  `northlight-${stampOf(now)}.tar.gz${isEncrypted ? '.age' : ''}`;

/** By its name. What it contains is checked when it is opened. */
export const isEncrypted = (name: string): boolean => name.endsWith('.age');

/** When a backup was made. Null for other files. */
export function timeOf(name: string): Date | null {
  const stamp = NAME.exec(name)?.[1];
  return stamp ? new Date(stamp.replace(/T(\d\d)-(\d\d)-(\d\d)/, 'T$1:$2:$3')) : null;
}

export function openStore({ to }: BackupSettings): Store | null {
  if (to === null) return null;
  return 'folder' in to ? folderStore(to.folder) : s3Store(to.s3);
}

/** What a backup's name ends with while it is being written. */
const UNFINISHED = '.unfinished';

const isUnfinished = (name: string): boolean =>
  name.endsWith(UNFINISHED) && timeOf(name.slice(0, -UNFINISHED.length)) !== null;

/** The backups in a store, newest first. Other files are left out. */
export async function listBackups(store: Store): Promise<StoredBackup[]> {
  const stored = (await store.list()).filter(({ name }) => timeOf(name) !== null);
  return stored.toSorted((a, b) => (a.name < b.name ? 1 : -1));
}

export function folderStore(folder: string): Store {
  const check = () => {
    // Not created here: below the mount point of a missing disk, it would be on the shop's own disk.
    if (!existsSync(folder))
      throw new Error(`The folder ${folder} does not exist. Create it, or mount its disk.`);
  };
  return {
    list: async () => {
      check();
      return readdirSync(folder).map((name) => ({ name, bytes: statSync(join(folder, name)).size }));
    },
    save: async (name, file) => {
      check();
      const unfinished = join(folder, name + UNFINISHED);
      try {
        // What a killed server left is as large as a backup, and nothing else deletes it.
        for (const left of readdirSync(folder))
          if (isUnfinished(left) && left !== basename(unfinished))
            rmSync(join(folder, left), { force: true });
        await pipeline(createReadStream(file), createWriteStream(unfinished, { flush: true, mode: 0o600 }));
        renameSync(unfinished, join(folder, name));
      } catch (error) {
        rmSync(unfinished, { force: true });
        throw new Error(`Could not write to ${folder}: ${reasonOf(error)}`, { cause: error });
      }
    },
    fetch: async (name) => {
      check();
      return join(folder, name);
    },
    remove: async (name) => rmSync(join(folder, name)),
  };
}

const REASONS: Record<string, string> = {
  ENOSPC: 'the disk is full.',
  EDQUOT: 'the disk quota is used up.',
  EACCES: 'this account cannot write there.',
  EROFS: 'the disk is read-only.',
};

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? String(error);
}
