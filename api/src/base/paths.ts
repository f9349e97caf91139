import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** `api/src`, or `api/dist` once it is built. */
const own = dirname(fileURLToPath(import.meta.url)).replace(/base$/, '');

export const projectRoot = join(own, '../..');

/** A folder or file in `api/src` that is not code. */
export const sourceFile = (path: string): string => join(projectRoot, 'api/src', path);

/** The scripts that the server runs in processes of their own. */
const SCRIPTS = {
  backup: 'server/commands/backup.ts',
  'check-database': 'operations/upkeep/check-database.ts',
  'make-preview': 'work/files/make-preview.ts',
  'write-archive': 'pages/books/write-archive.ts',
};

/** Where the built scripts are, if the server is built, so both are of one version. */
let built = basename(own) === 'dist' ? own : null;

/** For tests: a built script starts eight times as fast as its source. */
export const useBuiltScripts = (folder: string | null): void => void (built = folder);

export const scriptFile = (name: keyof typeof SCRIPTS): string =>
  built ? join(built, `${name}.js`) : join(own, SCRIPTS[name]);
