import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAppCore } from '../app-core.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';
import type { Crypt } from '../storage/vault.ts';

/** Encrypts like the system's keyring. Another instance cannot decrypt the data. */
export function testCrypt(isAvailable = true): Crypt {
  const key = randomBytes(32);
  const iv = randomBytes(16);
  return {
    isAvailable: () => isAvailable,
    encrypt: (text) => {
      const cipher = createCipheriv('aes-256-cbc', key, iv);
      return Buffer.concat([cipher.update(text), cipher.final()]);
    },
    decrypt: (bytes) => {
      const decipher = createDecipheriv('aes-256-cbc', key, iv);
      return Buffer.concat([decipher.update(bytes), decipher.final()]).toString();
    },
  };
}

export const PAGE = '<!doctype html><title>Northlight</title>';

/** Puts a built page into the folder. */
export function testFolder(folder: string) {
  const pageRoot = join(folder, 'renderer');
  mkdirSync(join(pageRoot, 'assets'), { recursive: true });
  writeFileSync(join(pageRoot, 'index.html'), PAGE);
  writeFileSync(join(pageRoot, 'assets', 'index-Ab_1-2.js'), 'export {};');
  writeFileSync(join(folder, 'secret.js'), 'secret');
  return { pageRoot, userData: join(folder, 'user') };
}

type Folder = { pageRoot: string; userData: string };
type Options = { crypt?: Crypt; fetch?: typeof globalThis.fetch; now?: () => Date };

/** Starts the app on a folder. A second call with the same folder and `crypt` restarts it. */
export function startAppCore({ pageRoot, userData }: Folder, options: Options = {}) {
  const sessions: boolean[] = [];
  const { handle, servers } = createAppCore({
    pageRoot,
    userData,
    crypt: testCrypt(),
    fetch,
    now: () => new Date(),
    newId: randomUUID,
    onServersChange: () => {},
    onSession: (isLoggedIn) => sessions.push(isLoggedIn),
    ...options,
  });
  const get = (path: string, init: RequestInit = {}) => handle(new Request(PAGE_ORIGIN + path, init));
  return {
    handle,
    servers,
    sessions,
    get,
    post: (path: string, body: unknown) =>
      get(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
    /** Adds a server, makes it current, and loads its page, as the window does. */
    useServer: async (address: string, name = '') => {
      const result = await servers.add(name, address);
      if (!result.isAdded) throw new Error(result.reason);
      servers.use(result.server.id);
      await get('/admin');
      return result.server;
    },
  };
}
