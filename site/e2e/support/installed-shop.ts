import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { serveSite, type Served } from './own-server.ts';

const project = fileURLToPath(new URL('../../..', import.meta.url));
const COPIED = [
  'api/dist',
  'api/src',
  'api/package.json',
  'site/src',
  'site/build',
  'site/public',
  'site/astro.config.ts',
  'site/package.json',
  'site/tsconfig.json',
];
const LINKED = [
  'package.json',
  'api/node_modules',
  'site/node_modules',
  'shared',
  'docs',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];

/** Serves a copy of the shop with builds of its own, so that it can publish pages without changing other tests'. */
export async function serveInstalledShop(variables: Record<string, string> = {}): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'northlight-installed-'));
  for (const path of COPIED) cpSync(join(project, path), join(folder, path), { recursive: true });
  for (const path of LINKED) symlinkSync(join(project, path), join(folder, path));
  const build = readFileSync(join(project, 'site/dist/current'), 'utf8');
  cpSync(join(project, 'site/dist', build), join(folder, 'site/dist', build), { recursive: true });
  writeFileSync(join(folder, 'site/dist/current'), build);
  const served = await serveSite({ script: join(folder, 'api/dist/main.js'), variables });
  return {
    ...served,
    stop: async () => {
      await served.stop();
      rmSync(folder, { recursive: true });
    },
  };
}
