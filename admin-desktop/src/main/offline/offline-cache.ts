import { callOf, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import { createVault, type Crypt } from '../storage/vault.ts';
import { createCachedResponses, type CachedResponse } from './cached-responses.ts';

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
