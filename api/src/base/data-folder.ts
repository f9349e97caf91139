import { mkdirSync, readdirSync, renameSync, rmdirSync, existsSync, statfsSync } from 'node:fs';
import { join } from 'node:path';

export const DATABASE = 'northlight.db';
export const FIRST_PASSWORD = 'first-password.txt';
/** Signs sessions and links. */
export const SECRET = 'secret';
export const MIN_SECRET_LENGTH = 32;

/** Whether a secret is long enough, and not one repeated character. The space around it does not count. */
export function isStrongSecret(secret: string): boolean {
  const trimmed = secret.trim();
  return trimmed.length >= MIN_SECRET_LENGTH && !/^(.)\1*$/s.test(trimmed);
}

/** Work files start with a dot. Older data and copies of the database stay; `lost+found` is not ours. */
const STAYS_HERE = /^(\.|northlight\.db|before-|copies$|lost\+found$)/;
/** A file that is being written, and may be gone a moment later. */
export const isPartial = (name: string): boolean => name.endsWith('.part');
/** Each holds a copy of everything while a backup or a restore works. */
export const BACKUP_WORK = '.backup-work';
export const RESTORE_WORK = '.restoring';
export const DOWNLOADS = '.download';
const RESTORED = '.restored-';

/** What a backup contains besides the database. */
export function otherEntries(dataDir: string): string[] {
  return readdirSync(dataDir).filter((name) => !STAYS_HERE.test(name));
}

/** What is free on the disk of a folder. */
export function freeBytesOf(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** The folder for the data that a restore replaces. */
export const folderBefore = (dataDir: string, stamp: string): string => join(dataDir, `before-${stamp}`);

/** From here on the restore is decided: every later start finishes it. */
export function decideRestore(dataDir: string, staged: string, stamp: string): void {
  renameSync(staged, join(dataDir, RESTORED + stamp));
}

/** Moves restored data into its place, also after a crash in the middle. Keeps what was there before. */
export function finishRestore(dataDir: string): void {
  const name = readdirSync(dataDir).find((entry) => entry.startsWith(RESTORED));
  if (name === undefined) return;
  const staged = join(dataDir, name);
  const kept = folderBefore(dataDir, name.slice(RESTORED.length));
  mkdirSync(kept, { recursive: true, mode: 0o700 });
  const putAside = (entry: string) => {
    const [from, to] = [join(dataDir, entry), join(kept, entry)];
    // After a crash, what is there now was made since. The original is already in `kept`.
    if (existsSync(from) && !existsSync(to)) renameSync(from, to);
  };
  for (const entry of readdirSync(staged)) {
    putAside(entry);
    // SQLite would apply the write-ahead log of the old database to the new one.
    if (entry === DATABASE) for (const end of ['-wal', '-shm']) putAside(entry + end);
    renameSync(join(staged, entry), join(dataDir, entry));
  }
  rmdirSync(staged);
}
