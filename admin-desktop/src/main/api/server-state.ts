import { join } from 'node:path';
import type { Server } from '../../bridge.ts';
import { createVault, type Crypt } from '../offline/vault.ts';
import { createCookieJar, type CookieJar } from './cookie-jar.ts';
import { createKeptAnswers, type KeptAnswers } from '../offline/cached-responses.ts';

/** What the app holds of one server. */
export type ServerMemory = {
  jar: CookieJar;
  answers: KeptAnswers;
  /** Counts logins and logouts: what was asked before one is not kept after it. */
  era: number;
  /** Null until the first try. */
  isReachable: boolean | null;
};

export type ServerMemories = ReturnType<typeof createServerMemories>;

const COOKIES = 'cookies';

/** All of it encrypted under `folder`, which holds a folder for each server. */
export function createServerMemories(folder: string, crypt: Crypt, now: () => Date) {
  const memories = new Map<string, ServerMemory>();
  const open = ({ id, address }: Server): ServerMemory => {
    const vault = createVault(join(folder, id), crypt);
    const memory = {
      answers: createKeptAnswers(createVault(join(folder, id, 'answers'), crypt), now),
      era: 0,
      isReachable: null,
      jar: createCookieJar({
        origin: address,
        now,
        kept: vault.read(COOKIES),
        onChange: (text) => {
          // A call that was under way when its server was forgotten brings nothing back.
          if (memories.get(id) !== memory) return;
          if (text === null) vault.remove(COOKIES);
          else vault.write(COOKIES, text);
        },
      }),
    };
    memories.set(id, memory);
    return memory;
  };
  return {
    of: (server: Server): ServerMemory => memories.get(server.id) ?? open(server),
    forget: (id: string): void => {
      const memory = memories.get(id);
      memories.delete(id);
      if (memory) endSession(memory);
      createVault(join(folder, id), crypt).removeAll();
    },
  };
}

/** After a logout: nothing of that administrator stays. */
export function endSession(memory: ServerMemory): void {
  // First what opens the shop.
  memory.jar.clear();
  forgetAnswers(memory);
}

export function forgetAnswers(memory: ServerMemory): void {
  memory.era += 1;
  memory.answers.clear();
}
