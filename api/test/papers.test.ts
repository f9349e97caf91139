/** What the guides and the docs name must exist, and their tables must say what the code says. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { MESSAGE_NAMES } from '@northlight/shared/contracts/emails.ts';
import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { SETUP_STEPS } from '@northlight/shared/contracts/overview.ts';
import { expect, test } from 'vitest';
import { CONNECTIONS } from '../src/base/settings/connections.ts';
import { NEWS_NAMES } from '../src/messages/outbox/message-name.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => file !== '' && existsSync(join(ROOT, file)));
// The changelog tells of what is gone, too.
const papers = files.filter((file) => file.endsWith('.md') && file !== 'CHANGELOG.md');
const source = files.filter(
  (file) =>
    /\.(?:tsx?|astro|css|m?js|json|ya?ml|example)$/.test(file) && !/pnpm-lock|migrations\/meta/.test(file),
);

/** Each word in backticks, without code blocks. */
const wordsIn = (paper: string) =>
  [
    ...read(paper)
      .replaceAll(/^```[\s\S]*?^```/gm, '')
      .matchAll(/`([^`\n]+)`/g),
  ].flatMap(([, span = '']) => span.split(/\s+/).map((word) => word.replace(/[,:#(].*$/, '')));

/** Files that only a build, a test run, a command, or a running shop makes, packages with names like files, and scripts of earlier commits. */
const MADE =
  /^(?:(?:api|site|shared|admin-desktop)\/(?:dist|out)\b.*|\.cache\/.*|main\.js|backup\.js|check-database\.js|\.csp\.json|shop\.json|business\.json|person\.json|ipaddr\.js|tools\/media)$/;
const FILE = /^[\w@.-]+(?:\/[\w@.-]+)*\.(?:tsx?|astro|css|json|m?js|ya?ml|md|test)$/;
const FOLDER = /^(?:api|site|shared|admin-desktop|docs|deploy|tools)\/[\w./-]+$/;

const isThere = (path: string) =>
  files.some((file) => `/${file}/`.includes(`/${path.replace(/\/$/, '')}/`) || file.endsWith(`/${path}.ts`));

test.each(papers)('every file and folder that %s names exists', (paper) => {
  const paths = wordsIn(paper).filter((word) => (FILE.test(word) || FOLDER.test(word)) && !MADE.test(word));
  expect(paths.filter((path) => !isThere(path))).toEqual([]);
});

test('every name of the code and every setting that a paper names exists', () => {
  const known = new Set(source.flatMap((file) => read(file).match(/[A-Za-z_$][\w$]*/g) ?? []));
  const isName = (word: string) => /^[a-z][a-z0-9]*[A-Z]\w*$|^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(word);
  const unknown = papers.flatMap((paper) =>
    wordsIn(paper)
      .filter((word) => isName(word) && !known.has(word))
      .map((word) => `${paper}: ${word}`),
  );
  expect(unknown).toEqual([]);
});

const foldersIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

/** The cells of a column of the first table whose head has it. */
function column(paper: string, head: string): string[] {
  const rows = read(paper)
    .split('\n')
    .map((line) => line.split(' | ').map((cell) => cell.replaceAll(/^\| | \|$/g, '').trim()));
  const start = rows.findIndex((cells) => cells.includes(head));
  const at = rows[start]?.indexOf(head) ?? 0;
  const end = rows.findIndex((cells, index) => index > start && cells.length === 1);
  return rows.slice(start + 2, end).map((cells) => cells[at] ?? '');
}

test('the map names every folder of a room of the server', () => {
  const rows = read('docs/architecture.md').split('\n');
  const unnamed = foldersIn('api/src').flatMap((room) => {
    const row = rows.find((line) => line.includes(` | \`${room}\` | `)) ?? '';
    return foldersIn(`api/src/${room}`)
      .filter((name) => !row.includes(`\`${name}/\``))
      .map((name) => `${room}/${name}`);
  });
  expect(unnamed).toEqual([]);
});

test('the docs list every event of a webhook', () => {
  expect(column('docs/webhooks.md', '`type`')).toEqual(
    [...webhookEvents, 'test'].map((type) => `\`${type}\``),
  );
});

test('the docs list every email under the name that the dashboard shows', () => {
  // Mailchimp sends the invitation to the mailing list.
  const { newsletter: _, 'order-news': __, ...kinds } = MESSAGE_NAMES;
  const names = [...Object.values(kinds), ...Object.values(NEWS_NAMES)];
  const listed = new Set(
    column('docs/email-rules.md', 'In the dashboard').flatMap((cell) => cell.split('; ')),
  );
  expect([...listed].toSorted()).toEqual(names.toSorted());
});

test('the page for an owner’s first evening has the steps of the overview, in their order and with their names', () => {
  const setup = read('shared/src/admin/overview/setup.tsx');
  const labelOf = (step: string) =>
    step === 'test-order'
      ? 'Place a test order'
      : new RegExp(`\\b${step}: \\{\\s+label: '([^']+)'`).exec(setup)?.[1]?.replaceAll('’', "'");
  const names = SETUP_STEPS.map(labelOf);
  const page = read('docs/first-sale.md');
  const told = [...page.slice(page.indexOf('## 3.')).matchAll(/\*\*([A-Z][^*]+?)\.?\*\*/g)].map(
    ([, name]) => name,
  );
  expect(told.filter((name) => names.includes(name))).toEqual(names);
});

test('the page for an owner’s first evening names presets that exist', () => {
  const page = read('docs/first-sale.md');
  const presets = ['email', 'backups'] as const;
  const labels = new Set(presets.flatMap((id) => CONNECTIONS[id].presets?.map(([label]) => label) ?? []));
  for (const name of ['Google with an app password', 'Backblaze B2', 'Cloudflare R2', 'Amazon S3'])
    expect([page.includes(name), labels.has(name)], name).toEqual([true, true]);
});

test('no paper installs packages from lists that are not there yet', () => {
  const lines = [...papers, 'api/src/operations/connections/recovery-sheet.ts'].flatMap((file) =>
    read(file)
      .split('\n')
      .filter((line) => /^\s*apt-get install/.test(line))
      .map((line) => `${file}: ${line}`),
  );
  expect(lines).toEqual([]);
});
