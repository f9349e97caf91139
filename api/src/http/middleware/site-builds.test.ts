import { mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { currentBuild, otherBuildWith, tidyBuilds } from './site-builds.ts';

const NOW = new Date('2026-11-21T10:00:00.000Z');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60 * 1000);

/** Builds by their name, with the days since each was last used. */
function someBuilds(builds: Record<string, number>, current: string): string {
  const folder = tempFolder();
  for (const [name, days] of Object.entries(builds)) {
    mkdirSync(join(folder, name, 'assets'), { recursive: true });
    writeFileSync(join(folder, name, 'assets', `${name}.js`), '');
    utimesSync(join(folder, name), daysAgo(days), daysAgo(days));
  }
  writeFileSync(join(folder, 'current'), current);
  return folder;
}

test('the current build is the one that the last build switched to', () => {
  const folder = someBuilds({ one: 1, two: 0 }, 'one');
  expect(currentBuild(folder)).toBe(join(folder, 'one'));
  expect(currentBuild(tempFolder())).toBe('');
});

test('a file of another build is found while that build is kept', () => {
  const folder = someBuilds({ one: 1, two: 0 }, 'two');
  expect(otherBuildWith('/assets/one.js', join(folder, 'two'))).toBe(join(folder, 'one'));
  expect(otherBuildWith('/assets/three.js', join(folder, 'two'))).toBeUndefined();
});

test('builds unused for 30 days are deleted, but neither the current one nor the one that is served', async () => {
  const folder = someBuilds({ served: 90, next: 60, recent: 29, old: 31, '.draft-lost': 40 }, 'next');
  await tidyBuilds(join(folder, 'served'), NOW);
  expect(readdirSync(folder).toSorted()).toEqual(['current', 'next', 'recent', 'served']);
  // Its thirty days start when it is served no more.
  expect(statSync(join(folder, 'served')).mtime).toEqual(NOW);
});
