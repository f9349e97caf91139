import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Returns the path of Electron: ELECTRON_PATH, or what the electron package has downloaded. Tests never
 * download it.
 */
export function findElectron(): string | null {
  const given = process.env['ELECTRON_PATH'];
  if (given && existsSync(given)) return given;
  const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'));
  const name = join(folder, 'path.txt');
  if (!existsSync(name)) return null;
  const program = join(folder, 'dist', readFileSync(name, 'utf8').trim());
  return existsSync(program) ? program : null;
}
