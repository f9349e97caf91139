import { rmSync, statSync } from 'node:fs';
import type { WorkContext } from '../context.ts';
import { inTransaction } from '../../db/transaction.ts';
import { contentFile, previewFiles } from './content.ts';
import * as fileStore from './order-file-store.ts';
import type { Pending } from './uploads.ts';

/** Of all forms that are not sent yet, finished or not. Anyone can begin one. */
const MAX_BYTES = 2_048 * 1024 * 1024;
/** Empty files cost something, too. */
const MAX_FILES = 10_000;
/** An unfinished upload may wait this long for its next byte when there is no room for others. */
const IDLE_MS = 10 * 60_000;

type Unsent = {
  id: string;
  size: number;
  createdAt: number;
  clientNetwork: string | null;
  /** Of a finished upload. */
  hash?: string;
};

/**
 * Makes room for one more file of `bytes` for a form that is not sent yet. When there is none, the oldest files of the
 * network that takes most of it are dropped, so that nobody uses it up for others.
 */
export async function makeRoom(context: WorkContext, bytes: number): Promise<void> {
  if (hasRoom(context, bytes)) return;
  await context.uploads.removeIdle(IDLE_MS);
  // Again after each wait, because others take room meanwhile.
  while (!hasRoom(context, bytes)) {
    const dropped = toDrop(unsentFiles(context), bytes);
    for (const { id, hash } of dropped) if (hash === undefined) await context.uploads.remove(id);
    await dropFiles(context, dropped);
  }
}

const isUnsent = ({ caseId }: Pending): boolean => caseId === null;

function hasRoom({ db, uploads }: WorkContext, bytes: number): boolean {
  const [finished, pending] = [fileStore.unsentUsage(db), uploads.usage(isUnsent)];
  return finished.files + pending.files < MAX_FILES && finished.bytes + pending.bytes + bytes <= MAX_BYTES;
}

/** Oldest first. */
function unsentFiles({ db, uploads }: WorkContext): Unsent[] {
  const finished = fileStore.unsent(db).map((file) => ({ ...file, createdAt: file.createdAt.getTime() }));
  return [...finished, ...uploads.all().filter(isUnsent)].toSorted((a, b) => a.createdAt - b.createdAt);
}

function toDrop(files: readonly Unsent[], bytes: number): Unsent[] {
  const networks = [...Map.groupBy(files, ({ clientNetwork }) => clientNetwork).values()].map((own) => ({
    files: own,
    bytes: own.reduce((sum, { size }) => sum + size, 0),
  }));
  let kept = files.length;
  let left = MAX_BYTES - bytes - networks.reduce((sum, network) => sum + network.bytes, 0);
  const dropped: Unsent[] = [];
  while (kept >= MAX_FILES || left < 0) {
    const sizeOf = (one: (typeof networks)[number]) => (kept >= MAX_FILES ? one.files.length : one.bytes);
    const most = networks.reduce((a, b) => (sizeOf(b) > sizeOf(a) ? b : a));
    const oldest = most.files.shift();
    if (!oldest) break;
    most.bytes -= oldest.size;
    left += oldest.size;
    kept -= 1;
    dropped.push(oldest);
  }
  return dropped;
}

async function dropFiles({ db, settings }: WorkContext, chosen: readonly Unsent[]): Promise<void> {
  const dropped = await inTransaction(db, () => {
    // A form may have been sent since its files were chosen.
    const unsent = chosen.filter(({ id }) => fileStore.removeOneUnsent(db, id));
    const hashes = unsent.flatMap(({ hash }) => hash ?? []);
    if (hashes.length > 0) fileStore.forget(db, hashes);
    return unsent;
  });
  // At once: what is dropped must not fill the disk instead.
  for (const { hash, createdAt } of dropped) {
    if (hash === undefined || fileStore.isStored(db, hash)) continue;
    const file = contentFile(settings.dataDir, hash);
    // A later time is that of an upload with the same content, whose row follows.
    const keptAt = Math.floor(statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0);
    if (keptAt > createdAt) continue;
    for (const one of [file, ...previewFiles(settings.dataDir, hash)]) rmSync(one, { force: true });
  }
}
