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

/** What the file says. */
export function readFirstPassword(dataDir: string): { username: string; password: string } | null {
  const file = firstPasswordFile(dataDir);
  if (!existsSync(file)) return null;
  const [, username, password] = /^Username: (.+)\nPassword: (\S+)\n$/.exec(readFileSync(file, 'utf8')) ?? [];
  return username && password ? { username, password } : null;
}

/**
 * Deletes the file once this user has changed the password. Does nothing if it is another user's, or gone.
 */
export function dropFirstPassword(dataDir: string, username: string): void {
  const file = firstPasswordFile(dataDir);
  if (existsSync(file) && readFileSync(file, 'utf8').includes(`name: ${username}\n`)) rmSync(file);
}
