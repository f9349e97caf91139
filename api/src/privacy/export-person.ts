import { cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { create } from 'tar';
import type { AppContext } from '../money/context.ts';
import { contentFile } from '../work/files/content.ts';
import { findPerson, isKnown } from './find-person.ts';
import { HOUR_MS } from '../base/units.ts';

/** How the folders of archives begin. */
export const EXPORTS = '.export-';
const LEFT_AFTER_MS = HOUR_MS;

/**
 * Writes a tar archive with `person.json` and the person's files. Returns its path, in a folder of its own that
 * the caller deletes. Null when nothing is known about them.
 */
export async function exportPerson(
  { db, settings, now }: Pick<AppContext, 'db' | 'settings' | 'now'>,
  email: string,
): Promise<string | null> {
  const person = findPerson(db, email);
  if (!isKnown(person)) return null;
  // A name with a dot is left out of backups.
  const folder = await mkdtemp(join(settings.dataDir, EXPORTS));
  try {
    const files = join(folder, 'files');
    await mkdir(files);
    for (const { hash, id, name } of person.files)
      await cp(contentFile(settings.dataDir, hash), join(files, `${id}-${basename(name)}`)).catch(
        (error: NodeJS.ErrnoException) => {
          if (error.code !== 'ENOENT') throw error;
        },
      );
    const exported = { exportedAt: now().toISOString(), ...person };
    await writeFile(join(folder, 'person.json'), `${JSON.stringify(exported, null, 2)}\n`);
    const archive = join(folder, 'person.tar');
    await create({ cwd: folder, file: archive, portable: true }, ['person.json', 'files']);
    return archive;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Deletes archives from more than an hour ago, which a crash left. */
export async function deleteLeftExports(dataDir: string, now: Date): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(EXPORTS)) continue;
    const folder = join(dataDir, name);
    if (now.getTime() - (await stat(folder)).mtimeMs > LEFT_AFTER_MS) await rm(folder, { recursive: true });
  }
}
