import { readdirSync, rmSync, statSync } from 'node:fs';
import { mkdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { WorkContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { contentFile, filesFolder } from './content.ts';
import * as fileStore from './order-file-store.ts';
import { DAY_MS } from '../../base/units.ts';

const UNSENT_MS = DAY_MS;
const HASH_LENGTH = 64;

type Context = Pick<WorkContext, 'db' | 'settings' | 'now' | 'uploads'>;

/** Deletes unfinished uploads after a day, files of forms that were never sent after a day, and unused content. */
export async function cleanUp(context: Context): Promise<void> {
  const { db, settings, now, uploads } = context;
  await uploads.removeExpired();
  await inTransaction(db, () => fileStore.removeUnsent(db, new Date(now().getTime() - UNSENT_MS)));
  const unused = fileStore.unreferenced(db);
  // A backup under way may still pack what its copy of the database names, so content stays for another day.
  for (const hash of unused) await utimes(contentFile(settings.dataDir, hash), now(), now()).catch(() => {});
  if (unused.length > 0) await inTransaction(db, () => fileStore.forget(db, unused));
  await deleteUnknown(context, DAY_MS);
}

/** Deletes content that belongs to no file anymore, unless it was kept or given up within the last `youngMs`. */
export async function deleteUnknown(
  { db, settings, now }: Pick<Context, 'db' | 'settings' | 'now'>,
  youngMs: number,
): Promise<void> {
  const folder = filesFolder(settings.dataDir);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const part of readdirSync(folder)) {
    for (const name of readdirSync(join(folder, part))) {
      if (fileStore.isStored(db, name.slice(0, HASH_LENGTH))) continue;
      // In one step with the question: an upload with the same content may be finished at any time.
      const file = join(folder, part, name);
      if (now().getTime() - statSync(file).mtimeMs > youngMs) rmSync(file);
    }
    await nextTurn();
  }
}
