import { setTimeout as delay } from 'node:timers/promises';
import { BY_PERSON_HEADER } from '@northlight/shared/contracts/admin/session.ts';
import { AS_OF_HEADER, KEPT_HEADER } from '@northlight/shared/contracts/admin/offline-cache.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import type { Server } from '../../bridge.ts';
import { answerHeaders } from '../page/page-headers.ts';
import { callAddress } from './api-path.ts';
import { askServer, type Asked, type Reply } from './fetch-upstream.ts';
import type { KeptAnswer } from '../offline/cached-responses.ts';
import { isKeptPath } from '../offline/cacheable-paths.ts';
import { learnFrom } from './update-session.ts';
import { readAtMost } from './read-at-most.ts';
import {
  movedAway,
  loggedOutHere,
  noServer,
  noSuchCall,
  nothingKept,
  nothingChanged,
  perhapsChanged,
  tooLong,
  unreachable,
  wrongMethod,
} from './error-responses.ts';
import type { ServerMemories, ServerMemory } from './server-state.ts';

const LOGOUT_PATH = pathOf('POST /api/admin/logout');

/** As much as the server takes. */
const MOST_BYTES = 256 * 1024;

/** How long a reader waits before the kept answer is shown. The call goes on, and what it brings is kept. */
const PATIENCE_MS = 4_000;
const PATIENCE_AT_START_MS = 1_000;
const PATIENCE_OFFLINE_MS = 300;

type Deps = {
  /** Null before the first is chosen. */
  currentServer: () => Server | null;
  memories: Pick<ServerMemories, 'of'>;
  fetch: typeof globalThis.fetch;
  now: () => Date;
  onSession: (isLoggedIn: boolean) => void;
};

/** Passes a call of the page on to the chosen server, with that server's cookies; without it, reads what was kept. */
export function createCallServer({ currentServer, memories, fetch, now, onSession }: Deps) {
  const ask = async (server: Server, path: string, asked: Asked): Promise<Reply> => {
    const memory = memories.of(server);
    const { era } = memory;
    const cookie = memory.jar.header(asked.address.pathname);
    const headers = { ...asked.headers, ...(cookie && { cookie }) };
    const reply = await askServer(fetch, { ...asked, headers });
    memory.isReachable = reply.kind !== 'unreachable';
    const news = learnFrom(memory, reply, { path, method: asked.method, cookie, era, at: now() });
    // Of a server that was left meanwhile it is nobody's news.
    if (news !== null && currentServer()?.id === server.id) onSession(news === 'logged-in');
    return reply;
  };

  return async (request: Request, path: string): Promise<Response> => {
    const server = currentServer();
    if (!server) return noServer();
    const { method } = request;
    if (method !== 'GET' && method !== 'POST') return wrongMethod();
    const address = callAddress(server.address, path);
    if (!address) return noSuchCall();
    const memory = memories.of(server);
    const asked = { address, method, headers: passedHeaders(request), signal: request.signal } as const;
    if (method === 'POST') {
      const body = await readAtMost(request, MOST_BYTES);
      if (!body) return tooLong();
      return present(await ask(server, path, { ...asked, body }), (reply) =>
        path === LOGOUT_PATH ? loggedOutHere() : reply.mayHaveActed ? perhapsChanged() : nothingChanged(),
      );
    }
    const { era } = memory;
    const kept = isKeptPath(address.pathname) ? memory.answers.find(path) : undefined;
    if (request.headers.get(KEPT_HEADER) === 'only') return kept ? keptResponse(kept) : nothingKept();
    const asking = ask(server, path, asked);
    if (!kept) return present(await asking, unreachable);
    const reply = await Promise.race([asking, delay(patienceMs(memory))]);
    // Whoever gives up waiting does not want to hear how it ended either.
    if (!reply) asking.catch(() => undefined);
    // Whoever logged out meanwhile is shown nothing any more.
    const withoutServer = () => (memory.era === era ? keptResponse(kept) : unreachable());
    return reply ? present(reply, withoutServer) : withoutServer();
  };
}

function patienceMs({ isReachable }: ServerMemory): number {
  if (isReachable === null) return PATIENCE_AT_START_MS;
  return isReachable ? PATIENCE_MS : PATIENCE_OFFLINE_MS;
}

/** Sends neither the page's cookies nor its `Origin`: servers refuse writes with a foreign `Origin`. */
function passedHeaders({ headers }: Request): Record<string, string> {
  return {
    accept: headers.get('accept') ?? '*/*',
    ...(headers.has('content-type') && { 'content-type': headers.get('content-type') ?? '' }),
    ...(headers.has(BY_PERSON_HEADER) && { [BY_PERSON_HEADER]: 'yes' }),
  };
}

function present(
  reply: Reply,
  without: (reply: Extract<Reply, { kind: 'unreachable' }>) => Response,
): Response {
  if (reply.kind === 'stream') return reply.response;
  if (reply.kind === 'moved') return movedAway(reply.host);
  if (reply.kind === 'unreachable') return without(reply);
  return new Response(reply.text, { status: reply.status, headers: reply.headers });
}

function keptResponse({ text, at }: KeptAnswer): Response {
  const headers = answerHeaders({ 'Content-Type': 'application/json; charset=utf-8', [AS_OF_HEADER]: at });
  return new Response(text, { headers });
}
