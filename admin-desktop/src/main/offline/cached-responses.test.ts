import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { tempFolder } from '../../../../api/test/fixtures/temp-folder.ts';
import { testCrypt } from '../test/own-app.ts';
import { createVault } from '../storage/vault.ts';
import { createCachedResponses, fitsContract } from './cached-responses.ts';

let folder: string;
let crypt = testCrypt();
let time: Date;
beforeEach(() => {
  time = new Date('2026-11-21T11:00:00.000Z');
  folder = tempFolder();
  crypt = testCrypt();
});

const open = () => createCachedResponses(createVault(folder, crypt), () => time);
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();

test('the last response of a path survives a restart, encrypted and with an opaque file name', () => {
  const answers = open();
  answers.keep({ path: '/api/json/orders?q=ada', text: 'first', at: at(1) });
  answers.keep({ path: '/api/json/orders?q=ada', text: 'second', at: at(2) });
  expect(open().find('/api/json/orders?q=ada')).toEqual({
    path: '/api/json/orders?q=ada',
    text: 'second',
    at: at(2),
  });
  expect(open().find('/api/json/orders')).toBeUndefined();
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  expect(name).toMatch(/^[\da-f]{32}$/);
  expect(readFileSync(join(folder, name), 'latin1')).not.toMatch(/second|ada|orders/);
});

test('at most 60 responses are cached, and the least recently used are removed', () => {
  const answers = open();
  for (let index = 0; index < 60; index += 1) answers.keep({ path: `/${index}`, text: 'x', at: at(index) });
  answers.find('/0');
  answers.keep({ path: '/60', text: 'x', at: at(59) });
  expect(answers.find('/1')).toBeUndefined();
  expect(answers.find('/0')).toBeDefined();
  expect(readdirSync(folder)).toHaveLength(60);
});

test('at most 20 million characters are cached, and very large responses are not cached', () => {
  const answers = open();
  const text = 'x'.repeat(4_500_000);
  for (const path of ['/1', '/2', '/3', '/4', '/5']) answers.keep({ path, text, at: at(1) });
  expect(['/1', '/2', '/3', '/4', '/5'].filter((path) => answers.find(path))).toEqual([
    '/2',
    '/3',
    '/4',
    '/5',
  ]);
  answers.keep({ path: '/6', text: 'x'.repeat(5_000_001), at: at(1) });
  expect(answers.find('/6')).toBeUndefined();
  expect(answers.find('/5')).toBeDefined();
});

test('an unreadable entry counts as missing', () => {
  open().keep({ path: '/1', text: 'x', at: at(1) });
  writeFileSync(join(folder, 'broken'), 'broken');
  writeFileSync(join(folder, 'other'), crypt.encrypt('{"path":1}'));
  expect(open().find('/1')).toBeDefined();
  crypt = testCrypt();
  expect(open().find('/1')).toBeUndefined();
});

test('clearing removes everything, including from disk', () => {
  const answers = open();
  answers.keep({ path: '/1', text: 'x', at: at(1) });
  answers.clear();
  expect(answers.find('/1')).toBeUndefined();
  expect(open().find('/1')).toBeUndefined();
  answers.keep({ path: '/2', text: 'x', at: at(1) });
  expect(open().find('/2')).toBeDefined();
});

test('entries older than a week are ignored and deleted', () => {
  const answers = open();
  answers.keep({ path: '/1', text: 'x', at: at(0) });
  time = new Date('2026-11-28T10:00:00.000Z');
  expect(answers.find('/1')).toBeDefined();
  time = new Date('2026-11-28T10:00:00.001Z');
  expect(answers.find('/1')).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
});

test('what another version stored in another shape is ignored, and the rest is read', () => {
  const about = JSON.stringify({ businessName: 'Northlight', businessEmail: 'a@b.example', apiVersion: 1 });
  const stored = open();
  stored.keep({ path: '/api/about', text: about, at: at(1) });
  stored.keep({ path: '/api/json/orders?page=1', text: '{"success":true}', at: at(2) });
  stored.keep({ path: '/api/json/gone', text: '{"success":true}', at: at(3) });
  const { find } = createCachedResponses(createVault(folder, crypt), () => time, fitsContract);
  expect(find('/api/about')?.text).toBe(about);
  expect(find('/api/json/orders?page=1')).toBeUndefined();
  expect(find('/api/json/gone')).toBeUndefined();
});
