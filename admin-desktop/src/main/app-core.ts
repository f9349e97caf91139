import { join } from 'node:path';
import { createProxyRequest } from './api/proxy-request.ts';
import { shopSwitched } from './api/error-responses.ts';
import { createServerStates } from './api/server-state.ts';
import { createDevFiles, createPageFiles, createPageHandler } from './page/page-handler.ts';
import { checkServer } from './servers/check-server.ts';
import { createServerList } from './servers/servers.ts';
import type { Crypt } from './storage/vault.ts';

type Deps = {
  /** The folder of the built page. */
  pageRoot: string;
  /** The address of Vite's server, which replaces `pageRoot` in development. */
  devServer?: string | undefined;
  /** The app's own folder for this account. */
  userData: string;
  crypt: Crypt;
  fetch: typeof globalThis.fetch;
  now: () => Date;
  newId: () => string;
  onServersChange: () => void;
  /** Called when any response shows a login or logout. */
  onSession: (isLoggedIn: boolean) => void;
};

/** The parts of the app that need no window: the list of servers, and the handler for the page's requests. */
export function createAppCore({ pageRoot, devServer, userData, crypt, fetch, now, newId, ...on }: Deps) {
  const states = createServerStates(join(userData, 'servers'), crypt, now);
  const servers = createServerList({
    file: join(userData, 'servers.json'),
    check: (typed) => checkServer(fetch, typed),
    newId,
    forget: states.forget,
    onChange: on.onServersChange,
  });
  const proxyRequest = createProxyRequest({
    currentServer: servers.current,
    states,
    fetch,
    now,
    onSession: on.onSession,
  });
  const files = devServer ? createDevFiles(devServer, fetch) : createPageFiles(pageRoot);
  let isLeaving = false;
  return {
    servers: {
      ...servers,
      use: (id: string): void => {
        // Requests from the old shop's page must not reach the new shop.
        const current = servers.current();
        isLeaving = current !== null && current.id !== id;
        servers.use(id);
      },
    },
    handle: createPageHandler({
      files: (method, path) => {
        isLeaving = false;
        return files(method, path);
      },
      proxyRequest: async (request, path) => (isLeaving ? shopSwitched() : proxyRequest(request, path)),
    }),
  };
}
