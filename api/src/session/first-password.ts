import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the password that the first start made up is found until it is changed. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, 'first-password.txt');

export function keepFirstPassword(dataDir: string, username: string, password: string): void {
  const file = firstPasswordFile(dataDir);
  // A file that is there would keep the rights it has.
  rmSync(file, { force: true });
  writeFileSync(file, `${nameLine(username)}Password: ${password}\n`, { mode: 0o600, flag: 'wx' });
}

/** This user has another password now. Does nothing when the file is somebody else's, or gone. */
export function dropFirstPassword(dataDir: string, username: string): void {
  const file = firstPasswordFile(dataDir);
  if (existsSync(file) && readFileSync(file, 'utf8').startsWith(nameLine(username))) rmSync(file);
}

const nameLine = (username: string) => `User name: ${username}\n`;
