import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf } from '../api/fetch-upstream.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';
import { asCsv, namedIn, safeFileName } from './file-names.ts';

const MAX_MESSAGE_LENGTH = 500;

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /** Asks where to save a file with that name. Returns null if the user cancels. */
  chooseSavePath: (name: string) => Promise<string | null>;
};

/** Saves files for the administrator. Each function resolves to whether the file was saved. */
export function createSaveFiles({ handle, chooseSavePath }: Deps) {
  return {
    saveText: async (name: string, text: string): Promise<boolean> => {
      const place = await chooseSavePath(safeFileName(name));
      if (!place) return false;
      await write(place, Readable.from([text]));
      return true;
    },
    /** Streams the file, because an export of all orders may not fit into memory. */
    saveDownload: async (path: string): Promise<boolean> => {
      const { ok, headers, body, ...response } = await fetchThrough(handle, path);
      if (!ok || !body) throw new Error(await response.message());
      // The server can choose the file name, but not the file type.
      if (!headers.get('content-type')?.startsWith('text/csv'))
        throw new Error('The server didn’t send the file.');
      const place = await chooseSavePath(asCsv(safeFileName(namedIn(headers.get('content-disposition')))));
      if (!place) {
        await body.cancel();
        return false;
      }
      await write(place, body);
      return true;
    },
  };
}

async function fetchThrough(handle: Deps['handle'], path: string) {
  const response = await handle(new Request(PAGE_ORIGIN + path));
  const { ok, headers, body } = response;
  return { ok, headers, body, message: async () => messageOf(await response.text()) };
}

function messageOf(text: string): string {
  try {
    return String(JSON.parse(text).message).slice(0, MAX_MESSAGE_LENGTH);
  } catch {
    return 'The server didn’t send the file.';
  }
}

/** Writes to a temporary file and renames it when it is complete. */
async function write(place: string, content: AsyncIterable<unknown>): Promise<void> {
  const unfinished = `${place}.part`;
  try {
    await pipeline(content, createWriteStream(unfinished));
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw new Error(writeWords(codeOf(error)), { cause: error });
  }
}

function writeWords(code: string): string {
  if (code === 'ENOSPC') return 'The disk is full.';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return 'You don’t have permission to save in this folder.';
  if (code.startsWith('E')) return `The file couldn’t be saved (${code}).`;
  return 'The download was incomplete. Try again.';
}
