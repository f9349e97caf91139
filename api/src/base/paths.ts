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

/** As built if the server is built, so both are of one version. */
export const scriptFile = (name: keyof typeof SCRIPTS): string =>
  basename(own) === 'dist' ? join(own, `${name}.js`) : join(own, SCRIPTS[name]);
