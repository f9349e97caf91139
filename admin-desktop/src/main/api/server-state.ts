import { join } from 'node:path';
import type { Server } from '../../bridge.ts';
import { createVault, type Crypt } from '../files/vault.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';
import { createOfflineCache, type OfflineCache } from '../offline/offline-cache.ts';

/** What the app holds of one server. */
export type ServerState = {
  jar: CookieJar;
  cache: OfflineCache;
  /** Counts logins and logouts: what was requested before one is not cached after it. */
  epoch: number;
  /** Null until the first try. */
  isReachable: boolean | null;
};

export type ServerStates = ReturnType<typeof createServerStates>;

const COOKIES = 'cookies';

/** All of it encrypted under `folder`, which holds a folder for each server. */
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
        kept: vault.read(COOKIES),
        onChange: (text) => {
          // A call that was under way when its server was forgotten brings nothing back.
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

/** After a logout: nothing of that administrator stays. */
export function endSession(state: ServerState): void {
  // First what opens the shop.
  state.jar.clear();
  clearCache(state);
}

export function clearCache(state: ServerState): void {
  state.epoch += 1;
  state.cache.clear();
}
