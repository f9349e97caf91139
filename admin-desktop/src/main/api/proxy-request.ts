import { setTimeout as delay } from 'node:timers/promises';
import { BY_PERSON_HEADER } from '@northlight/shared/contracts/session.ts';
import { AS_OF_HEADER, KEPT_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { callOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import type { Server } from '../../bridge.ts';
import { responseHeaders } from '../page/page-headers.ts';
import { fetchUpstream, type UpstreamRequest, type Reply, readAtMost } from './fetch-upstream.ts';
import type { CachedResponse } from '../offline/cached-responses.ts';
import { updateSession } from './update-session.ts';
import {
  serverRedirected,
  loggedOutLocally,
  noServer,
  noSuchCall,
  notCached,
  requestNotSent,
  resultUnknown,
  tooLong,
  unreachable,
  wrongMethod,
} from './error-responses.ts';
import type { ServerStates, ServerState } from './server-state.ts';

const LOGOUT_PATH = pathOf('POST /api/admin/logout');

/** Uploads, whose bytes are forwarded as they arrive. */
const UPLOADS: ReadonlySet<Call | undefined> = new Set<Call>([
  'POST /api/files',
  'HEAD /api/files/:id',
  'PATCH /api/files/:id',
  'POST /api/json/shop/media/:key',
]);
const UPLOAD_HEADERS = ['tus-resumable', 'upload-length', 'upload-metadata', 'upload-offset'];

/** The server's own limit. */
const MAX_BYTES = 256 * 1024;

/**
 * How long a read waits before the cached response is shown. The request continues, and its response is
 * cached.
 */
const TIMEOUT_MS = 4_000;
const STARTUP_TIMEOUT_MS = 1_000;
const OFFLINE_TIMEOUT_MS = 300;

type Deps = {
  /** Null if no server is selected. */
  currentServer: () => Server | null;
  states: Pick<ServerStates, 'of'>;
  fetch: typeof globalThis.fetch;
  now: () => Date;
  onSession: (isLoggedIn: boolean) => void;
};

/**
 * Forwards the page's API calls to the current server, with that server's cookies. Returns cached responses
 * if the server is unreachable.
 */
export function createProxyRequest({ currentServer, states, fetch, now, onSession }: Deps) {
  const ask = async (server: Server, path: string, asked: UpstreamRequest): Promise<Reply> => {
    const state = states.of(server);
    const { epoch } = state;
    const cookie = state.jar.header(asked.address.pathname);
    const headers = { ...asked.headers, ...(cookie && { cookie }) };
    const reply = await fetchUpstream(fetch, { ...asked, headers });
    state.isReachable = reply.kind !== 'unreachable';
    const change = updateSession(state, reply, { path, method: asked.method, cookie, epoch, at: now() });
    // Ignore session changes from a server that the user has switched away from.
    if (change !== null && currentServer()?.id === server.id) onSession(change === 'logged-in');
    return reply;
  };

  return async (request: Request, path: string): Promise<Response> => {
    const server = currentServer();
    if (!server) return noServer();
    const { method } = request;
    const isUpload = UPLOADS.has(callOf(method, path));
    if (!isUpload && method !== 'GET' && method !== 'POST') return wrongMethod();
    const address = callAddress(server.address, path);
    if (!address) return noSuchCall();
    const state = states.of(server);
    const asked = { address, method, headers: passedHeaders(request, isUpload), signal: request.signal };
    if (isUpload) {
      // The page asks how much has arrived before it goes on.
      return present(await ask(server, path, { ...asked, body: request.body }), requestNotSent);
    }
    if (method === 'POST') {
      const body = await readAtMost(request, MAX_BYTES);
      if (!body) return tooLong();
      return present(await ask(server, path, { ...asked, body }), (reply) =>
        path === LOGOUT_PATH ? loggedOutLocally() : reply.mayHaveActed ? resultUnknown() : requestNotSent(),
      );
    }
    const { epoch } = state;
    const cached = state.cache.find(path);
    if (request.headers.get(KEPT_HEADER) === 'only') return cached ? cachedResponse(cached) : notCached();
    const asking = ask(server, path, asked);
    if (!cached) return present(await asking, unreachable);
    const reply = await Promise.race([asking, delay(timeoutMs(state))]);
    // The cached response is used instead, so a later failure does not matter.
    if (!reply) asking.catch(() => undefined);
    // After a logout in the meantime, cached data must not be shown.
    const withoutServer = () => (state.epoch === epoch ? cachedResponse(cached) : unreachable());
    return reply ? present(reply, withoutServer) : withoutServer();
  };
}

function timeoutMs({ isReachable }: ServerState): number {
  if (isReachable === null) return STARTUP_TIMEOUT_MS;
  return isReachable ? TIMEOUT_MS : OFFLINE_TIMEOUT_MS;
}

/**
 * Sends neither the page's cookies nor its `Origin`, because servers reject writes with a foreign `Origin`.
 */
function passedHeaders({ headers }: Request, isUpload: boolean): Record<string, string> {
  return {
    accept: headers.get('accept') ?? '*/*',
    ...(headers.has('content-type') && { 'content-type': headers.get('content-type') ?? '' }),
    ...(headers.has(BY_PERSON_HEADER) && { [BY_PERSON_HEADER]: 'yes' }),
    ...Object.fromEntries(
      UPLOAD_HEADERS.flatMap((name): [string, string][] => {
        const value = isUpload ? headers.get(name) : null;
        return value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function present(
  reply: Reply,
  without: (reply: Extract<Reply, { kind: 'unreachable' }>) => Response,
): Response {
  if (reply.kind === 'stream') return reply.response;
  if (reply.kind === 'moved') return serverRedirected(reply.host);
  if (reply.kind === 'unreachable') return without(reply);
  return new Response(reply.text || null, { status: reply.status, headers: reply.headers });
}

function cachedResponse({ text, at }: CachedResponse): Response {
  const headers = responseHeaders({ 'Content-Type': 'application/json; charset=utf-8', [AS_OF_HEADER]: at });
  return new Response(text, { headers });
}

/**
 * API paths contain only letters, digits, underscores, dots, and dashes. Encoded slashes and backslashes are
 * rejected.
 */
const CALL = /^\/api(?:\/[\w-][\w.-]*)+$/;

/**
 * Returns the URL of an API call, which is always under /api of `origin`. Returns null if the path is
 * invalid.
 */
export function callAddress(origin: string, path: string): URL | null {
  const [pathname = '', ...query] = path.split('?');
  if (!CALL.test(pathname)) return null;
  const address = new URL(origin);
  address.pathname = pathname;
  address.search = query.join('?');
  return address;
}
