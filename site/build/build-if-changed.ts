/**
 * `pnpm build`: builds the site, unless there is a build of these sources and settings. Each build has a folder
 * of its own, named after them, so a running server keeps what it serves. With SITE_PREVIEW=1, `dist/preview` names the
 * build instead of `dist/current`.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faultsOf } from './check-build.ts';
import { keepBuild, switchTo } from './keep-build.ts';
import { builtFrom, siteSettings } from './site-settings.ts';

const site = fileURLToPath(new URL('..', import.meta.url));
const builds = join(site, 'dist');
const sources = [
  'src',
  'public',
  'build',
  'astro.config.ts',
  '../shared/src',
  '../docs/first-sale.md',
  '../package.json',
  '../pnpm-lock.yaml',
];

const id = buildId();
const isBuilt = existsSync(join(builds, id));
// A power cut soon after a build can leave empty files.
if (isBuilt && faultsOf(join(builds, id)).length === 0)
  console.log('Nothing changed; the site is up to date.');
else {
  rmSync(join(builds, id), { recursive: true, force: true });
  await build();
}
writeFileSync(join(builds, id, '.built-from'), builtFrom);
switchTo(builds, id, siteSettings.isPreview ? 'preview' : 'current');

async function build(): Promise<void> {
  mkdirSync(builds, { recursive: true });
  const draft = mkdtempSync(join(builds, '.draft-'));
  process.on('exit', () => rmSync(draft, { recursive: true, force: true }));
  // By its file, because the server also runs this script, without the folder of commands in its path.
  const astro = join(site, 'node_modules/astro/bin/astro.mjs');
  const { status, signal } = spawnSync(process.execPath, [astro, 'build', '--outDir', draft], {
    cwd: site,
    stdio: 'inherit',
    // A test's or developer's NODE_ENV would build React's larger development version.
    env: { ...process.env, NODE_ENV: 'production', ASTRO_TELEMETRY_DISABLED: '1' },
  });
  // Whoever started this build tells from it that the build was ended, and didn't fail.
  if (signal) {
    rmSync(draft, { recursive: true, force: true });
    process.kill(process.pid, signal);
  }
  if (status !== 0) process.exit(status ?? 1);
  const faults = faultsOf(draft);
  // Only our code can use what a browser lacks, so an owner who publishes does not wait for this.
  if (process.env['npm_lifecycle_event'] === 'build')
    faults.push(...(await import('./young-features.ts')).youngFeatures(draft));
  if (buildId() !== id) faults.push('The sources changed during the build. Build again.');
  if (faults.length > 0) {
    console.error(faults.join('\n'));
    process.exit(1);
  }
  keepBuild(draft, builds, id);
}

function buildId(): string {
  const hash = createHash('sha256').update(JSON.stringify(siteSettings));
  for (const file of sources.flatMap(filesBelow).toSorted())
    hash.update(file).update(readFileSync(join(site, file)));
  return hash.digest('hex').slice(0, 16);
}

function filesBelow(path: string): string[] {
  if (statSync(join(site, path)).isFile()) return [path];
  return readdirSync(join(site, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(site, join(entry.parentPath, entry.name)));
}
