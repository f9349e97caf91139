import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { BUGS } from './bugs.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

test('there are at least 60 bugs, all different', () => {
  expect(BUGS.length).toBeGreaterThanOrEqual(60);
  expect(new Set(BUGS.map(({ what }) => what)).size).toBe(BUGS.length);
});

test.each(BUGS)('it can be planted: $what', ({ file, from, to = '' }) => {
  expect(to).not.toBe(from);
  expect(readFileSync(join(ROOT, file), 'utf8').split(from)).toHaveLength(2);
});

test('each test file that should notice a bug exists', () => {
  const paths = readdirSync(join(ROOT, 'api/src'), { recursive: true, encoding: 'utf8' });
  const named = new Set(BUGS.flatMap(({ tests }) => tests));
  const isThere = (name: string) => paths.some((path) => `/${path}`.endsWith(`/${name}.ts`));
  expect([...named].filter((name) => !isThere(name))).toEqual([]);
});
