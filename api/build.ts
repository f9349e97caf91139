/** `pnpm build`: bundles the server and its packages into `api/dist`. */
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { rolldown, type Plugin } from 'rolldown';

const folder = import.meta.dirname;
const dist = join(folder, 'dist');
/** The names of the current build's files. */
const LIST = join(dist, 'files.json');
/** A server that was not restarted since a newer build still loads parts of its own on first use. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

const COMMANDS = ['admin-create', 'admin-link', 'backup', 'demo-advance', 'import', 'restore'];

/**
 * `import` of Node's http reads all of its exports, and one of them loads undici: 50 ms and 7 MB at every
 * start. This is the same module as `require` returns it.
 */
const httpWithoutUndici: Plugin = {
  name: 'http-without-undici',
  resolveId: (source) => (/^(node:)?https?$/.test(source) ? `\0builtin ${source}` : null),
  load: (id) => {
    const [, name] = id.split('\0builtin ');
    return name === undefined ? null : `module.exports = process.getBuiltinModule('${name}');`;
  },
};

export async function buildApi(): Promise<void> {
  const bundle = await rolldown({
    cwd: folder,
    input: {
      main: 'src/server/main.ts',
      'check-database': 'src/operations/upkeep/check-database.ts',
      'make-preview': 'src/work/files/make-preview.ts',
      'write-archive': 'src/pages/books/write-archive.ts',
      seed: 'seed/seed.ts',
      doctor: 'src/operations/doctor/command.ts',
      ...Object.fromEntries(COMMANDS.map((name) => [name, `src/server/commands/${name}.ts`])),
    },
    platform: 'node',
    // Have compiled parts.
    external: ['better-sqlite3', 'sharp'],
    // Of a package that reads its callers' stack.
    checks: { eval: false },
    plugins: [httpWithoutUndici],
  });
  const { output } = await bundle.generate({
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await bundle.close();
  mkdirSync(dist, { recursive: true });
  deleteOutdated(output.map(({ fileName }) => fileName));
  // The entries last, each in one step: whoever starts meanwhile gets the old build or the new one.
  for (const file of output.toSorted((a, b) => isEntry(a) - isEntry(b)))
    replace(join(dist, file.fileName), file.type === 'chunk' ? file.code : file.source);
  replace(LIST, JSON.stringify(output.map(({ fileName }) => fileName)));
}

const isEntry = (file: { type: string; isEntry?: boolean }): number => Number(file.isEntry === true);

function replace(file: string, content: string | Uint8Array): void {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
}

/** Deletes files that have not been part of the current build for a month. */
function deleteOutdated(current: string[]): void {
  const now = new Date();
  const last: string[] = existsSync(LIST) ? JSON.parse(readFileSync(LIST, 'utf8')) : [];
  for (const name of readdirSync(dist)) {
    const file = join(dist, name);
    if (last.includes(name)) utimesSync(file, now, now);
    else if (!current.includes(name) && now.getTime() - statSync(file).mtimeMs > KEPT_MS) rmSync(file);
  }
}

if (import.meta.main) await buildApi();
