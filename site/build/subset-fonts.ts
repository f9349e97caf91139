/**
 * Reduces the two typefaces to the characters of an English page. Run it by hand: `pnpm --filter site fonts`.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const basicLatin = Array.from({ length: 0x5f }, (_, index) => String.fromCharCode(0x20 + index)).join('');
const characters = `${basicLatin}\u00a0©·é–—‘’“”•…→←✓×−`;

const fonts = [
  {
    source: '@fontsource-variable/bricolage-grotesque/files/bricolage-grotesque-latin-standard-normal.woff2',
    target: 'bricolage-grotesque.woff2',
    variationAxes: { opsz: 40, wdth: 96, wght: 650 },
  },
  {
    source: '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
    target: 'instrument-sans.woff2',
    variationAxes: { wght: { min: 400, max: 650 } },
  },
];

const resolve = createRequire(import.meta.url).resolve;
for (const { source, target, variationAxes } of fonts) {
  const subset = await subsetFont(await readFile(resolve(source)), characters, {
    targetFormat: 'woff2',
    variationAxes,
  });
  await writeFile(new URL(`../../shared/src/ui/fonts/${target}`, import.meta.url), subset);
  console.log(`${target}: ${subset.length} bytes`);
}
