import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FileStore } from '@tus/file-store';
import type { Server, Upload } from '@tus/server';
import type { FileOwner, Usage } from './order-file-store.ts';
import { DAY_MS } from '../../base/units.ts';

export const UPLOADS_PATH = '/api/files';
/** In the data folder. Backups leave out what starts with a dot. */
const UPLOADS = '.uploads';
const LIFETIME_MS = DAY_MS;
const FACTS = '.json';

/** An unfinished upload. `size` in bytes. */
export type Pending = FileOwner & {
  id: string;
  size: number;
  name: string;
  createdAt: number;
  /** Of the sender of a form that is not sent yet. */
  clientNetwork: string | null;
};

export type Uploads = ReturnType<typeof createUploads>;
type Opened = { tus: Server; store: FileStore };

/**
 * The uploads that are not finished. What is known of them is in memory, so that their limits hold at once, and
 * beside their bytes, for the next start.
 */
export function createUploads(dataDir: string, now: () => Date) {
  const folder = join(dataDir, UPLOADS);
  const pending = new Map<string, Pending>();
  const running = new Map<string, Promise<void>>();

  const factsFile = (id: string) => join(folder, id + FACTS);
  const forget = async (id: string) => {
    pending.delete(id);
    await rm(factsFile(id), { force: true });
  };
  const remove = async (id: string) => {
    await rm(join(folder, id), { force: true });
    await forget(id);
  };
  /** How the store of the tus server keeps what it must know of an upload. */
  const configstore = {
    get: async (id: string) => toUpload(pending.get(id)),
    // `reserve` knows it already.
    set: async (id: string) => writeFile(factsFile(id), JSON.stringify(pending.get(id))),
    delete: forget,
  };

  async function load(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const upload of await pendingIn(folder)) pending.set(upload.id, upload);
  }

  async function open(): Promise<Opened> {
    // Loaded on first use, to keep the start fast.
    const [{ FileStore }, { Server }] = await Promise.all([import('@tus/file-store'), import('@tus/server')]);
    await loaded();
    // `loaded` made the folder. The package would make it without waiting, and a failure would end the server.
    FileStore.prototype['checkOrCreateDirectory'] = () => {};
    const store = new FileStore({ directory: folder, configstore: configstore as FileStore['configstore'] });
    const tus = new Server({
      path: UPLOADS_PATH,
      datastore: store,
      relativeLocation: true,
      // Only our own pages, which need no permission.
      allowedOrigins: () => false,
      namingFunction: (_request, metadata) => metadata?.['id'] ?? '',
    });
    return { tus, store };
  }

  const loaded = once(load);

  return {
    fileOf: (id: string) => join(folder, id),
    open: once(open),
    /** Makes the folder, and reads what a server before left in it. */
    load: loaded,
    find: (id: string): Pending | undefined => pending.get(id),
    /** Runs `work` for an upload, or waits for the one that runs. */
    once: (id: string, work: () => Promise<void>): Promise<void> => {
      const done = running.get(id) ?? work().finally(() => running.delete(id));
      running.set(id, done);
      return done;
    },
    /** Counts an upload from now on, before it exists. */
    reserve: (upload: Pending) => void pending.set(upload.id, upload),
    all: () => [...pending.values()],
    usage: (isCounted: (upload: Pending) => boolean): Usage => {
      const counted = [...pending.values()].filter(isCounted);
      return { files: counted.length, bytes: counted.reduce((sum, { size }) => sum + size, 0) };
    },
    remove,
    /** Deletes uploads that got no byte for this long. */
    removeIdle: async (idleMs: number) => {
      const before = now().getTime() - idleMs;
      for (const { id, createdAt } of pending.values()) {
        if (createdAt >= before) continue;
        const file = await stat(join(folder, id)).catch(() => null);
        if (!file || file.mtimeMs < before) await remove(id);
      }
    },
    /** Deletes what was begun more than a day ago, and what a crash left. */
    removeExpired: async () => {
      await loaded();
      const before = now().getTime() - LIFETIME_MS;
      for (const { id, createdAt } of pending.values()) if (createdAt < before) await remove(id);
      for (const name of await readdir(folder)) {
        const file = join(folder, name);
        if (!pending.has(name.replace(FACTS, '')) && (await stat(file)).mtimeMs < before) await rm(file);
      }
    },
  };
}

/** Deletes the unfinished uploads that are somebody’s. A running server then tells their senders to begin again. */
export async function removeUploadsOf(
  dataDir: string,
  isTheirs: (upload: Pending) => boolean,
): Promise<void> {
  const folder = join(dataDir, UPLOADS);
  for (const upload of await pendingIn(folder)) {
    if (!isTheirs(upload)) continue;
    const { id } = upload;
    for (const name of [id, id + FACTS]) await rm(join(folder, name), { force: true });
  }
}

async function pendingIn(folder: string): Promise<Pending[]> {
  const names = await readdir(folder).catch(() => []);
  const facts = names
    .filter((name) => name.endsWith(FACTS))
    .map((name) =>
      readFile(join(folder, name), 'utf8')
        .then(JSON.parse)
        .catch(() => null),
    );
  return (await Promise.all(facts)).filter(isPending);
}

/** Does it at the first call. After a failure, the next call tries again. */
function once<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let done: Promise<Result> | undefined;
  return () => {
    done ??= work().catch((error: unknown) => {
      done = undefined;
      throw error;
    });
    return done;
  };
}

function isPending(facts: Pending | null): facts is Pending {
  return (
    typeof facts?.id === 'string' && typeof facts.size === 'number' && typeof facts.createdAt === 'number'
  );
}

function toUpload(found: Pending | undefined): Upload | undefined {
  if (!found) return undefined;
  const creation_date = new Date(found.createdAt).toISOString();
  return { ...found, offset: 0, creation_date, sizeIsDeferred: false } as unknown as Upload;
}
