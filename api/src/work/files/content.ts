import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rename, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** In the data folder. Part of every backup. */
export const filesFolder = (dataDir: string): string => join(dataDir, 'files');

/** Where the content with a hash is. */
export const contentFile = (dataDir: string, hash: string): string =>
  join(filesFolder(dataDir), hash.slice(0, 2), hash);

export const previewFile = (dataDir: string, hash: string): string => `${contentFile(dataDir, hash)}.webp`;

/** The preview, and the part of it that is being made. */
export const previewFiles = (dataDir: string, hash: string): string[] =>
  ['', '.part'].map((end) => previewFile(dataDir, hash) + end);

/** SHA-256 in hexadecimal, and the size in bytes. */
export async function hashOf(file: string): Promise<{ hash: string; size: number }> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of createReadStream(file)) {
    hash.update(chunk as Buffer);
    size += (chunk as Buffer).length;
  }
  return { hash: hash.digest('hex'), size };
}

/**
 * Moves a finished file to where its content belongs, so that it survives a crash from here on. The same content
 * replaces itself. Its time protects it from the clean-up until its row is stored.
 */
export async function keepContent(file: string, dataDir: string, hash: string, now: Date): Promise<void> {
  const target = contentFile(dataDir, hash);
  const folder = dirname(target);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await utimes(file, now, now);
  await sync(file);
  await rename(file, target);
  // The name itself, and that of its folder. Windows can't and needn't do this.
  if (process.platform === 'win32') return;
  for (const changed of [folder, filesFolder(dataDir)]) await sync(changed);
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
