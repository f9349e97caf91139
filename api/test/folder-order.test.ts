import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { expect, test } from 'vitest';

/**
 * From lowest to highest. A folder in `api/src` imports only folders before it. docs/architecture.md shows
 * the same order.
 */
const ORDER =
  'db middleware limits endpoints about outbox search upkeep backups health lists newsletter session people orders outgoing-webhooks files fulfillment business forms privacy payments invoices live funnel recurring metrics overview commands checkout email cases order-page doctor'.split(
    ' ',
  );
const SOURCE = resolve(import.meta.dirname, '../src');

/**
 * Files in the root folder, such as context, app, and errors, combine the folders and are not part of the
 * order.
 */
const folderOf = (file: string): string | null => {
  const [folder = '', ...rest] = relative(SOURCE, file).split(sep);
  return rest.length > 0 ? folder : null;
};

function imports(): { from: string; to: string; text: string }[] {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => {
      const path = join(SOURCE, file);
      // Includes type imports: `import type ... from`, and `import('...')` in a type.
      const targets = readFileSync(path, 'utf8').matchAll(/(?:from |import |import\()'(\.[^']+)'/g);
      return [...targets].flatMap(([, target = '']) => {
        const [from, to] = [folderOf(path), folderOf(resolve(dirname(path), target))];
        return from && to && from !== to ? [{ from, to, text: `${file} imports ${target}` }] : [];
      });
    });
}

test('every folder is in the order', () => {
  const folders = readdirSync(SOURCE, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(ORDER.toSorted());
});

test('folders import only folders before them, types included', () => {
  const against = imports().filter(({ from, to }) => ORDER.indexOf(to) > ORDER.indexOf(from));
  expect(imports().length).toBeGreaterThan(50);
  expect(against.map(({ text }) => text)).toEqual([]);
});
