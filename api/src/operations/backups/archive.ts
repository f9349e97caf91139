import { once } from 'node:events';
import { chmodSync, copyFileSync, createReadStream, createWriteStream, readdirSync, statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { extract, Header, Pack, ReadEntry } from 'tar';
import { DATABASE, isPartial, otherEntries } from '../../base/data-folder.ts';

/** Takes 64 MB instead of age's default of 256 MB, because keys are long. */
const SCRYPT_WORK = 16;
const READ_AT_ONCE_BYTES = 1024 * 1024;

/** Packs the data folder, with a copy of the database instead of the one in use. */
export async function writeArchive(
  dataDir: string,
  databaseCopy: string,
  target: string,
  key: string | undefined,
): Promise<void> {
  const packed = new Pack({ gzip: { level: 5 }, strict: true });
  const packing = packAll(packed, dataDir, databaseCopy).catch((error: unknown) => {
    packed.emit('error', error);
  });
  await Promise.all([packing, writePacked(packed, target, key)]);
}

/** One file after the other. Tar's own walk fails when a file that it has listed is gone a moment later. */
async function packAll(packed: Pack, dataDir: string, databaseCopy: string): Promise<void> {
  await packFile(packed, databaseCopy, DATABASE);
  for (const name of otherEntries(dataDir))
    for (const path of filesIn(dataDir, name)) await packFile(packed, join(dataDir, path), path);
  packed.end();
}

function* filesIn(dataDir: string, path: string): Generator<string> {
  // Data may be on another disk, behind a link.
  const found = statSync(join(dataDir, path), { throwIfNoEntry: false });
  if (!found?.isDirectory()) return yield path;
  for (const name of readdirSync(join(dataDir, path)))
    if (!isPartial(name)) yield* filesIn(dataDir, `${path}/${name}`);
}

/** Leaves out a file that is gone. */
async function packFile(archive: Pack, file: string, path: string): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  if (!handle) return;
  try {
    const { size, mode, mtime } = await handle.stat();
    const entry = new ReadEntry(new Header({ path, size, mode, mtime, type: 'File' }));
    archive.add(entry);
    const packed = entry.promise();
    // A file that grows meanwhile is packed as long as it was.
    if (size <= READ_AT_ONCE_BYTES) entry.end((await handle.readFile()).subarray(0, size));
    else {
      for await (const chunk of handle.createReadStream({ end: size - 1, autoClose: false }))
        if (!entry.write(chunk)) await once(entry, 'drain');
      entry.end();
    }
    await packed;
  } finally {
    await handle.close();
  }
}

async function writePacked(packed: Pack, target: string, key: string | undefined): Promise<void> {
  if (key === undefined) return pipeline(packed, createWriteStream(target, { mode: 0o600 }));
  const age = new Encrypter();
  age.setScryptWorkFactor(SCRYPT_WORK);
  age.setPassphrase(key);
  const encrypted = await age.encrypt(Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>);
  return pipeline(encrypted, createWriteStream(target, { mode: 0o600 }));
}

/**
 * Unpacks a backup into an empty folder. Also takes a bare database, which earlier versions made. With a key, only
 * what was encrypted with it: anyone who can write to the store could put another shop there.
 */
export async function openArchive(
  file: string,
  key: string | undefined,
  folder: string,
  takesUnencrypted = key === undefined,
): Promise<void> {
  const start = await firstBytes(file, 'age-encryption.org'.length);
  if (!takesUnencrypted && !start.startsWith('age-encryption.org'))
    throw new Error(
      'This backup is not encrypted with BACKUP_KEY, so anyone could have made it. If you know where it comes from, add --unencrypted.',
    );
  if (start.startsWith('SQLite format')) {
    copyFileSync(file, join(folder, DATABASE));
    return chmodSync(join(folder, DATABASE), 0o600);
  }
  if (!start.startsWith('age-encryption.org')) return unpack(createReadStream(file), folder);
  if (key === undefined) throw new Error('This backup is encrypted. Set BACKUP_KEY.');
  const age = new Decrypter();
  age.addPassphrase(key);
  const encrypted = Readable.toWeb(createReadStream(file)) as ReadableStream<Uint8Array>;
  const decrypted = await age.decrypt(encrypted).catch((error: unknown) => {
    if (String(error).includes('no identity matched'))
      throw new Error('BACKUP_KEY is not the key that this backup was encrypted with.');
    throw error;
  });
  await unpack(Readable.fromWeb(decrypted as NodeReadableStream), folder);
}

async function unpack(packed: Readable, folder: string): Promise<void> {
  let foreign: string | undefined;
  const unpacking = extract({
    cwd: folder,
    // Refuses entries that lead out of the folder.
    strict: true,
    preserveOwner: false,
    filter: (path, entry) => {
      // A link could lead out of the folder, too.
      const isPlain = 'type' in entry && (entry.type === 'File' || entry.type === 'Directory');
      if (!isPlain) foreign = path;
      return isPlain;
    },
  });
  await new Promise<void>((resolve, reject) => {
    // Not a pipeline, which does not wait for the last files.
    unpacking.on('close', resolve);
    unpacking.on('error', reject);
    packed.on('error', reject);
    packed.pipe(unpacking);
  }).finally(() => packed.destroy());
  if (foreign !== undefined) throw new Error(`${foreign} is neither a file nor a folder.`);
}

async function firstBytes(file: string, length: number): Promise<string> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead).toString('latin1');
  } finally {
    await handle.close();
  }
}
