import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * The folders of each source tree, from lowest to highest. Folders in one line may not import each other, and
 * nothing imports what is above it. docs/architecture.md shows the same order.
 */
const ORDERS: Record<string, string> = {
  'api/src': `
    base
    db
    http
    messages
    people
    work
    money
    email privacy
    operations pages
    server`,
  'shared/src': `
    catalog
    content
    contracts
    ui
    admin`,
  'shared/src/admin': `
    base
    briefs drafts host keyboard list live offline-cache
    login
    orders palette
    books overview quotes recurring settings
    case
    customer quote submissions
    app`,
  'site/src': `
    content lib styles
    components
    layouts
    features
    pages`,
  'admin-desktop/src/main': `
    page storage
    offline window
    api
    files notifications servers settings
    shell`,
};
/** Trees whose folders and files may import each other in any order, but not in a circle. */
const NO_CIRCLES = [
  ...readdirSync(resolve(import.meta.dirname, '../src')).map((room) => `api/src/${room}`),
  'admin-desktop/src/renderer',
  'shared/src/contracts',
  'site/src/features',
  'site/src/features/checkout',
  'site/src/features/forms',
];

const ROOT = resolve(import.meta.dirname, '../..');
const SOURCE = /(?<!\.test|\.d)\.(?:ts|tsx|astro)$/;
/** Names what a room of the API brings along; its parts import it. */
const CONTEXT = 'context.ts';

type Import = { from: string; to: string; text: string };

/** The imports among the folders of a tree, and its own files. Includes type imports. */
function imports(tree: string): Import[] {
  const top = join(ROOT, tree);
  const roomOf = (path: string): string | null => {
    const [room = ''] = relative(top, path).split(sep);
    return room === '..' || room === '' || room === CONTEXT || room === 'test' ? null : room;
  };
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => SOURCE.test(file))
    .flatMap((file) => {
      const path = join(top, file);
      const targets = readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g);
      return [...targets].flatMap(([, target = '']) => {
        const [from, to] = [roomOf(path), roomOf(resolve(dirname(path), target))];
        return from && to && from !== to ? [{ from, to, text: `${tree}/${file} imports ${target}` }] : [];
      });
    });
}

test.each(Object.entries(ORDERS))('in %s, imports go down only', (tree, order) => {
  const floors = order
    .trim()
    .split('\n')
    .map((line) => line.trim().split(' '));
  const folders = readdirSync(join(ROOT, tree), { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && entry.name !== 'test',
  );
  expect(folders.map(({ name }) => name).toSorted()).toEqual(floors.flat().toSorted());
  const floorOf = (room: string) => floors.findIndex((rooms) => rooms.includes(room));
  const among = imports(tree).filter(({ from, to }) => floorOf(from) >= 0 && floorOf(to) >= 0);
  expect(among.length).toBeGreaterThan(0);
  expect(among.filter(({ from, to }) => floorOf(to) >= floorOf(from)).map(({ text }) => text)).toEqual([]);
});

test('the API has at most a dozen folders at the top, on at most ten floors, and no loose files', () => {
  const entries = readdirSync(join(ROOT, 'api/src'), { withFileTypes: true });
  expect(entries.filter((entry) => !entry.isDirectory())).toEqual([]);
  expect(entries.length).toBeLessThanOrEqual(12);
  expect(ORDERS['api/src']?.trim().split('\n').length).toBeLessThanOrEqual(10);
});

test.each(NO_CIRCLES)('in %s, nothing imports in a circle', (tree) => {
  let left = imports(tree);
  // What imports nothing that is left, or is not imported by it, is no part of a circle.
  for (;;) {
    const importers = new Set(left.map(({ from }) => from));
    const imported = new Set(left.map(({ to }) => to));
    const next = left.filter(({ from, to }) => importers.has(to) && imported.has(from));
    if (next.length === left.length) break;
    left = next;
  }
  expect(left.map(({ text }) => text)).toEqual([]);
});
