import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { codeOf, FILES } from '../api/fetch-upstream.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';
import { namedIn, safeFileName, withExtension } from './file-names.ts';

const MAX_MESSAGE_LENGTH = 500;
/** What can be exported, and how it is named. */
const EXTENSIONS = new Map([
  ['text/csv', 'csv'],
  ['application/pdf', 'pdf'],
  ['application/zip', 'zip'],
]);

/** What files of orders can be called. None of these is a program. */
const FILE_NAME =
  /\.(?:png|jpe?g|webp|gif|avif|hei[cf]|svg|pdf|mp3|wav|m4[av]|aac|og[ga]|opus|flac|mp4|mov|webm|docx?|xlsx?|pptx?|od[tsp]|txt|csv|md|srt|vcf|ics)$/i;

type Deps = {
  handle: (request: Request) => Promise<Response>;
  /** Asks where to save a file with that name. Returns null if the user cancels. */
  chooseSavePath: (name: string) => Promise<string | null>;
  /** The folder of documents that are opened, and what opens one in a window of its own. */
  downloads: () => string;
  open: (place: string) => Promise<void>;
};

/** Saves files for the administrator. Each function resolves to whether the file was saved. */
export function createSaveFiles({ handle, chooseSavePath, downloads, open }: Deps) {
  return {
    saveText: async (name: string, text: string): Promise<boolean> => {
      const place = await chooseSavePath(safeFileName(name));
      if (!place) return false;
      await write(place, Readable.from([text]));
      return true;
    },
    /**
     * Streams the file, because an export of all orders may not fit into memory. Invoices and quotes are there to be read, so
     * they open at once. What customers sent does not.
     */
    saveDownload: async (path: string): Promise<boolean> => {
      const { ok, headers, body, ...response } = await fetchThrough(handle, path);
      if (!ok || !body) throw new Error(await response.message());
      // The server can choose the file name, but not the file type.
      const given = safeFileName(namedIn(headers.get('content-disposition')));
      const name = path.startsWith(FILES) ? fileName(given) : exportName(given, headers.get('content-type'));
      if (!name) throw new Error('The server didn’t send the file.');
      const isToRead = name.endsWith('.pdf') && !path.startsWith(FILES);
      const place = isToRead ? freePlace(downloads(), name) : await chooseSavePath(name);
      if (!place) {
        await body.cancel();
        return false;
      }
      await write(place, body);
      if (isToRead) await open(place);
      return true;
    },
  };
}

/** Like a browser: never the place of another file. */
function freePlace(folder: string, name: string, nth = 1): string {
  const place = join(folder, nth === 1 ? name : name.replace(/\.pdf$/, ` (${nth}).pdf`));
  return existsSync(place) ? freePlace(folder, name, nth + 1) : place;
}

const fileName = (given: string) => (FILE_NAME.test(given) ? given : null);

function exportName(given: string, contentType: string | null): string | null {
  const extension = EXTENSIONS.get(contentType?.split(';')[0] ?? '');
  return extension ? withExtension(given, extension) : null;
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
