import { join } from 'node:path';
import type { Server } from '../../bridge.ts';
import { createVault, type Crypt } from '../storage/vault.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';
import { createOfflineCache, type OfflineCache } from '../offline/cached-responses.ts';

/** What the app stores about one server. */
export type ServerState = {
  jar: CookieJar;
  cache: OfflineCache;
  /** Increases with each login and logout. Responses to earlier requests are not cached. */
  epoch: number;
  /** Null until the first request. */
  isReachable: boolean | null;
};

export type ServerStates = ReturnType<typeof createServerStates>;

const COOKIES = 'cookies';

/** Stores everything encrypted, in one subfolder of `folder` per server. */
export function createServerStates(folder: string, crypt: Crypt, now: () => Date) {
  const states = new Map<string, ServerState>();
  const open = ({ id, address }: Server): ServerState => {
    const vault = createVault(join(folder, id), crypt);
    const state = {
      cache: createOfflineCache(join(folder, id, 'answers'), crypt, now),
      epoch: 0,
      isReachable: null,
      jar: createCookieJar({
        origin: address,
        now,
        stored: vault.read(COOKIES),
        onChange: (text) => {
          // If the server was removed during a request, do not write its cookies again.
          if (states.get(id) !== state) return;
          if (text === null) vault.remove(COOKIES);
          else vault.write(COOKIES, text);
        },
      }),
    };
    states.set(id, state);
    return state;
  };
  return {
    of: (server: Server): ServerState => states.get(server.id) ?? open(server),
    forget: (id: string): void => {
      const state = states.get(id);
      states.delete(id);
      if (state) endSession(state);
      createVault(join(folder, id), crypt).removeAll();
    },
  };
}

/** Deletes the administrator's cookies and cached data after a logout. */
export function endSession(state: ServerState): void {
  // Delete the cookies first, because they give access to the shop.
  state.jar.clear();
  clearCache(state);
}

export function clearCache(state: ServerState): void {
  state.epoch += 1;
  state.cache.clear();
}
