import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { testCrypt } from '../test/own-app.ts';
import { createVault } from './vault.ts';

let folder: string;
beforeEach(() => {
  folder = join(tempFolder(), 'vault');
});

test('data can only be read with the key', () => {
  const crypt = testCrypt();
  createVault(folder, crypt).write('cookies', 'session=1');
  expect(createVault(folder, crypt).read('cookies')).toBe('session=1');
  expect(createVault(folder, testCrypt()).read('cookies')).toBeNull();
  expect(readFileSync(join(folder, 'cookies'), 'latin1')).not.toContain('session');
  expect(readdirSync(folder)).toEqual(['cookies']);
  if (process.platform !== 'win32') expect(statSync(join(folder, 'cookies')).mode & 0o777).toBe(0o600);
});

test('without encryption, nothing is written and older data is not read', () => {
  const crypt = testCrypt();
  createVault(folder, crypt).write('cookies', 'session=1');
  const open = createVault(folder, { ...crypt, isAvailable: () => false });
  open.write('other', 'x');
  expect(open.read('cookies')).toBeNull();
  expect(open.names()).toEqual(['cookies']);
  open.remove('cookies');
  expect(open.names()).toEqual([]);
});

test('unreadable or unwritable data counts as missing', () => {
  const vault = createVault(folder, testCrypt());
  expect(vault.names()).toEqual([]);
  expect(vault.read('nothing')).toBeNull();
  vault.remove('nothing');
  vault.removeAll();
  writeFileSync(folder, 'a file where the folder should be');
  vault.write('cookies', 'session=1');
  expect(vault.read('cookies')).toBeNull();
});
