import { chmodSync, copyFileSync, createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { pipeline } from 'node:stream/promises';
import { Decrypter, Encrypter } from 'age-encryption';
import { create, extract } from 'tar';
import { DATABASE, isPartial, otherEntries } from './data-folder.ts';

/** Takes 64 MB instead of age's default of 256 MB, because keys are long. */
const SCRYPT_WORK = 16;

/** Packs the data folder, with a copy of the database instead of the one in use. */
export async function writeArchive(
  dataDir: string,
  databaseCopy: string,
  target: string,
  key: string | undefined,
): Promise<void> {
  const copy = relative(dataDir, databaseCopy);
  const packed = create(
    {
      cwd: dataDir,
      gzip: { level: 5 },
      // Data may be on another disk, behind a link.
      follow: true,
      strict: true,
      filter: (path) => !isPartial(path),
      onWriteEntry: (entry) => {
        if (entry.path === copy) entry.path = DATABASE;
      },
    },
    [copy, ...otherEntries(dataDir).map((name) => `./${name}`)],
  );
  if (key === undefined) return pipeline(packed, createWriteStream(target, { mode: 0o600 }));
  const age = new Encrypter();
  age.setScryptWorkFactor(SCRYPT_WORK);
  age.setPassphrase(key);
  const encrypted = await age.encrypt(Readable.toWeb(Readable.from(packed)) as ReadableStream<Uint8Array>);
  return pipeline(encrypted, createWriteStream(target, { mode: 0o600 }));
}

/** Unpacks a backup into an empty folder. Also takes a bare database, which earlier versions made. */
export async function openArchive(file: string, key: string | undefined, folder: string): Promise<void> {
  const start = await firstBytes(file, 'age-encryption.org'.length);
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
