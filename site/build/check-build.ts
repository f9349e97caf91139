import { readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ADMIN_PAGE, isCompressible } from './finish-build.ts';

/** The server answers it. */
const LEAVE_PREVIEW = '/preview';

/** What is wrong with a build: files that lack their compressed forms, pages without a CSP, dead references. */
export function faultsOf(build: string): string[] {
  const files = readdirSync(build, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath.slice(build.length)}/${entry.name}`.replaceAll('\\', '/'));
  const names = new Set(files);
  const policies = names.has('/.csp.json')
    ? JSON.parse(readFileSync(join(build, '.csp.json'), 'utf8') || '{}')
    : {};
  const faults = names.has('/index.html') ? [] : ['The home page is missing.'];
  for (const file of files.filter((name) => name !== '/.csp.json')) {
    if (statSync(join(build, file)).size === 0) faults.push(`${file} is empty.`);
    if (isCompressible(file) && !(names.has(`${file}.br`) && names.has(`${file}.gz`)))
      faults.push(`${file} is not compressed.`);
    if (!/\.(html|css|js)$/.test(file)) continue;
    const text = readFileSync(join(build, file), 'utf8');
    if (file.endsWith('.html')) {
      if (!(file in policies)) faults.push(`${file} has no CSP.`);
      if (!ADMIN_PAGE.test(file) && /<link[^>]+stylesheet|<script[^>]+src=/.test(text))
        faults.push(`${file} waits for a stylesheet or a script.`);
    }
    for (const reference of references(text, extname(file)))
      if (!names.has(reference) && !names.has(`${reference}.html`) && reference !== LEAVE_PREVIEW)
        faults.push(`${file} refers to ${reference}, which does not exist.`);
  }
  return faults;
}

/** The paths of this site that a file loads or links to. */
function references(text: string, type: string): Set<string> {
  const found = [
    ...[...text.matchAll(/\/?assets\/[\w.-]+\.\w+/g)].map(([path]) => path),
    // Scripts import each other by relative paths, and all are in one folder.
    ...(type === '.js'
      ? [...text.matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g)].map(([, name]) => `/assets/${name}`)
      : []),
    ...(type === '.html'
      ? [...text.matchAll(/\s(?:href|src|poster)="(\/[\w./-]*)/g)].map(([, path = '']) => path)
      : []),
  ];
  return new Set(found.map((path) => (path === '/' ? '/index.html' : path.replace(/^(?!\/)/, '/'))));
}
