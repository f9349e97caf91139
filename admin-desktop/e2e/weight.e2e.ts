import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'playwright/test';

const KILOBYTE = 1_000;
const built = fileURLToPath(new URL('../out/renderer', import.meta.url));

test('all of the page’s scripts and styles total less than 382 KB', () => {
  const files = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.(?:js|css)$/.test(file),
  );
  expect(files.length).toBeGreaterThan(1);
  const sizes = files.map((file) => gzipSync(readFileSync(join(built, file)), { level: 9 }).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(382 * KILOBYTE);
});
