import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import { type Vault, createVault, type Crypt } from '../storage/vault.ts';
import { callOf, endpointOf } from '@northlight/shared/contracts/endpoints.ts';

const MAX_RESPONSES = 60;
const MAX_AGE_MS = 7 * 24 * 60 * 60_000;
const MAX_CHARACTERS = 20_000_000;

/** A successful GET response: its body and when it arrived. */
const CachedResponse = z.object({ path: z.string(), text: z.string(), at: z.iso.datetime() });
export type CachedResponse = z.infer<typeof CachedResponse>;

export type CachedResponses = ReturnType<typeof createCachedResponses>;

/**
 * The last successful response for each path and query. Removes the least recently used responses first. Stored
 * responses that `isReadable` refuses are ignored.
 */
export function createCachedResponses(
  vault: Vault,
  now: () => Date,
  isReadable: (response: CachedResponse) => boolean = () => true,
) {
  let byPath: Map<string, CachedResponse> | undefined;
  // Read on first use, which is when the window opens.
  const responses = () =>
    (byPath ??= new Map(
      readAll(vault)
        .filter(isReadable)
        .map((response) => [response.path, response]),
    ));

  const drop = (path: string) => {
    responses().delete(path);
    vault.remove(fileOf(path));
  };
  return {
    /**
     * Skips responses older than a week, so that someone who steals the computer cannot read them forever.
     */
    find: (path: string): CachedResponse | undefined => {
      const found = responses().get(path);
      if (!found) return undefined;
      if (now().getTime() - Date.parse(found.at) > MAX_AGE_MS) return void drop(path);
      responses().delete(path);
      responses().set(path, found);
      return found;
    },
    keep: (response: CachedResponse): void => {
      drop(response.path);
      if (response.text.length > MAX_CHARACTERS / 4) return;
      responses().set(response.path, response);
      vault.write(fileOf(response.path), JSON.stringify(response));
      let characters = 0;
      for (const { text } of responses().values()) characters += text.length;
      for (const { path, text } of responses().values()) {
        if (responses().size <= MAX_RESPONSES && characters <= MAX_CHARACTERS) break;
        characters -= text.length;
        drop(path);
      }
    },
    clear: (): void => {
      byPath = new Map();
      vault.removeAll();
    },
  };
}

/** Paths can contain search terms, which must not appear in file names. */
const fileOf = (path: string) => createHash('sha256').update(path).digest('hex').slice(0, 32);

function readAll(vault: Vault): CachedResponse[] {
  const read = vault.names().flatMap((name) => readOne(vault.read(name)));
  return read.toSorted((a, b) => a.at.localeCompare(b.at));
}

function readOne(text: string | null): CachedResponse[] {
  try {
    return [CachedResponse.parse(JSON.parse(text ?? ''))];
  } catch {
    return [];
  }
}

export type { CachedResponse };
export type OfflineCache = ReturnType<typeof createOfflineCache>;

/** The last responses of one server, encrypted in `folder`. */
export const createOfflineCache = (folder: string, crypt: Crypt, now: () => Date) =>
  createCachedResponses(createVault(folder, crypt), now, fitsContract);

/** False for what an older version of the app or of the shop stored in another shape. */
export function fitsContract({ path, text }: Pick<CachedResponse, 'path' | 'text'>): boolean {
  const call = callOf('GET', path.replace(/\?.*/s, ''));
  const schema = call && endpointOf(call).response;
  return schema?.safeParse(JSON.parse(text)).success === true;
}

/** Whether the responses of a path are available offline. */
export function isCacheablePath(pathname: string): boolean {
  const call = callOf('GET', pathname);
  return call !== undefined && endpointOf(call).isKeptOffline === true;
}
