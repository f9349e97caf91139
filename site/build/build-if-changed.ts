/** `pnpm build`: builds the site when its sources or its settings changed since the last build. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { siteSettings } from './site-settings.ts';

const site = fileURLToPath(new URL('..', import.meta.url));
const sources = ['src', 'public', 'build', 'astro.config.ts', '../shared/src', '../pnpm-lock.yaml'];
const stampFile = join(site, 'dist/.build-stamp');

const stamp = createHash('sha256').update(JSON.stringify(siteSettings));
for (const file of sources.flatMap(filesBelow).toSorted())
  stamp.update(file).update(readFileSync(join(site, file)));
const digest = stamp.digest('hex');

if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === digest) {
  console.log('Nothing changed; the site is up to date.');
} else {
  const { status } = spawnSync('astro', ['build'], {
    cwd: site,
    stdio: 'inherit',
    shell: process.platform === 'win32',
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' },
  });
  if (status !== 0) process.exit(status ?? 1);
  writeFileSync(stampFile, digest);
}

function filesBelow(path: string): string[] {
  if (statSync(join(site, path)).isFile()) return [path];
  return readdirSync(join(site, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site, join(entry.parentPath, entry.name)));
}
