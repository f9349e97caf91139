import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { faultsOf } from './check-build.ts';

const SOUND = {
  'index.html': '<a href="/"></a><a href="/form?a=1#top"></a><script>import("/assets/one.js")</script>',
  'form.html': '<style>@font-face{src:url(/assets/font.woff2)}</style>',
  'assets/one.js': 'import"./two.js";',
  'assets/two.js': '2',
};

/** A build of these files, each compressed, and with a CSP for its pages. */
function aBuild(changes: Record<string, string | null>): string[] {
  const build = mkdtempSync(join(tmpdir(), 'northlight-build-'));
  onTestFinished(() => rmSync(build, { recursive: true }));
  mkdirSync(join(build, 'assets'));
  const compressed = Object.entries(SOUND).flatMap(([name, text]) =>
    ['', '.br', '.gz'].map((type): [string, string] => [name + type, text]),
  );
  const files: Record<string, string | null> = {
    ...Object.fromEntries(compressed),
    'assets/font.woff2': 'font',
    '.csp.json': '{"/index.html":{},"/form.html":{}}',
    ...changes,
  };
  for (const [name, text] of Object.entries(files)) if (text !== null) writeFileSync(join(build, name), text);
  return faultsOf(build);
}

test('a complete build has no faults', () => {
  expect(aBuild({})).toEqual([]);
});

test('a page that a long business name makes larger is no fault', () => {
  expect(aBuild({ 'form.html.gz': '-'.repeat(20_000) })).toEqual([]);
});

const missing = (page: string, file: string) => `${page} refers to ${file}, which does not exist.`;
const STYLESHEET = '<link rel="stylesheet" href="/assets/two.js">';
const SCRIPT = '<script type="module" src="/assets/two.js"></script>';
const WAITS = '/form.html waits for a stylesheet or a script.';

test.each([
  ['a page without its brotli form', { 'form.html.br': null }, '/form.html is not compressed.'],
  ['a script without its gzip form', { 'assets/two.js.gz': null }, '/assets/two.js is not compressed.'],
  ['a page without a CSP', { '.csp.json': '{"/index.html":{}}' }, '/form.html has no CSP.'],
  ['a script that is missing', { 'assets/one.js': null }, missing('/index.html', '/assets/one.js')],
  ['a script of another script', { 'assets/two.js': null }, missing('/assets/one.js', '/assets/two.js')],
  ['a font that is missing', { 'assets/font.woff2': null }, missing('/form.html', '/assets/font.woff2')],
  ['a page that is missing', { 'form.html': null }, missing('/index.html', '/form')],
  ['a page with a stylesheet of its own', { 'form.html': STYLESHEET }, WAITS],
  ['a page that waits for a script', { 'form.html': SCRIPT }, WAITS],
  ['an empty file, as a power cut can leave it', { 'assets/two.js.br': '' }, '/assets/two.js.br is empty.'],
])('%s is a fault', (_name, changes, fault) => {
  expect(aBuild(changes)).toEqual([fault]);
});

test('a build without a home page is a fault', () => {
  expect(aBuild({ 'index.html': null })).toContain('The home page is missing.');
});
