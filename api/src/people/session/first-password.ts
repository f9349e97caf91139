import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file with the generated first password, until it is changed. */
export const firstPasswordFile = (dataDir: string): string => join(dataDir, 'first-password.txt');

export function keepFirstPassword(dataDir: string, username: string, password: string): void {
  const file = firstPasswordFile(dataDir);
  // An existing file would keep its permissions.
  rmSync(file, { force: true });
  writeFileSync(file, `Username: ${username}\nPassword: ${password}\n`, { mode: 0o600, flag: 'wx' });
}

/**
 * Deletes the file once this user has changed the password. Does nothing if it is another user's, or gone.
 */
export function dropFirstPassword(dataDir: string, username: string): void {
  const file = firstPasswordFile(dataDir);
  if (existsSync(file) && readFileSync(file, 'utf8').includes(`name: ${username}\n`)) rmSync(file);
}
