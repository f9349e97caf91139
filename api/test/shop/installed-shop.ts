import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { builtScript } from '../fixtures/built-server.ts';
import { tempFolder } from '../fixtures/temp-folder.ts';

/** The folder of an installed shop: its own copy of the server, and builds of its own. */
export async function installShop() {
  const api = join(dirname(await builtScript()), '..');
  const folder = tempFolder();
  for (const name of ['dist', 'src', 'package.json'])
    cpSync(join(api, name), join(folder, 'api', name), { recursive: true });
  symlinkSync(join(api, 'node_modules'), join(folder, 'api/node_modules'));
  mkdirSync(join(folder, 'site/dist'), { recursive: true });
  return {
    folder,
    main: join(folder, 'api/dist/main.js'),
    builds: join(folder, 'site/dist'),
    dataDir: join(folder, 'data'),
  };
}

/** The site’s own build, with another program in place of Astro: `out` is the folder of the build. */
export function addSiteBuild(folder: string, astro: string): void {
  const site = join(import.meta.dirname, '../../../site');
  const own = join(folder, 'site');
  cpSync(join(site, 'build'), join(own, 'build'), { recursive: true });
  for (const name of ['src', 'public', '../shared/src', '../docs', 'node_modules/astro/bin'])
    mkdirSync(join(own, name), { recursive: true });
  for (const name of ['astro.config.ts', '../docs/first-sale.md', '../pnpm-lock.yaml'])
    writeFileSync(join(own, name), '');
  writeFileSync(join(own, '../package.json'), '{"type":"module"}');
  symlinkSync(join(site, 'node_modules/@northlight'), join(own, 'node_modules/@northlight'));
  writeFileSync(join(own, 'node_modules/astro/bin/astro.mjs'), `const out = process.argv.at(-1);\n${astro}`);
}
