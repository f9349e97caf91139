import { callOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import type { Reply } from './fetch-upstream.ts';
import { isCacheablePath } from '../offline/cached-responses.ts';
import { endSession, clearCache, type ServerState } from './server-state.ts';

type SentRequest = {
  path: string;
  method: string;
  /** The cookies that were sent with the request. */
  cookie: string;
  /** The state's epoch when the request was sent. */
  epoch: number;
  at: Date;
};

type SessionChange = 'logged-in' | 'logged-out' | null;

/** Applies a response to a server's cookies, login state, and cache. Returns the login or logout, if any. */
export function updateSession(state: ServerState, reply: Reply, sent: SentRequest): SessionChange {
  const { path, method, cookie, epoch, at } = sent;
  const [pathname = ''] = path.split('?');
  const call = callOf(method, pathname);
  if (call === 'POST /api/admin/logout') {
    // Delete everything on this computer, even if the server returns an error or cannot be reached.
    endSession(state);
    return 'logged-out';
  }
  if (reply.kind === 'moved' || reply.kind === 'unreachable') return null;
  const isLogin = call === 'POST /api/admin/login' && reply.kind === 'answer' && reply.status === 200;
  // A response to a request from before the last login or logout says nothing about the current session.
  if (state.epoch !== epoch && !isLogin) return null;
  const hasSameCookie = state.jar.header(pathname) === cookie;
  state.jar.take(pathname, reply.setCookies);
  if (reply.kind === 'stream') return null;

  const answer = parsed(reply.text);
  const change = readSessionChange(sent, call, reply.status, answer);
  if (change === 'logged-out') {
    // Someone has logged in since this request was sent.
    if (!hasSameCookie) return null;
    endSession(state);
    return change;
  }
  // The next administrator must not see what the previous one saw.
  if (call === 'POST /api/admin/login' && change === 'logged-in') clearCache(state);
  const isWhole = reply.status === 200 && answer !== undefined;
  if (method === 'GET' && isWhole && isCacheablePath(pathname)) {
    state.cache.keep({ path, text: reply.text, at: at.toISOString() });
  }
  return change;
}

function readSessionChange(
  { cookie }: SentRequest,
  call: Call | undefined,
  status: number,
  answer: unknown,
): SessionChange {
  const isGood = status >= 200 && status < 300;
  if (call === 'POST /api/admin/login') return isGood ? 'logged-in' : null;
  if (status === 401) return 'logged-out';
  if (isGood && call === 'GET /api/admin/auth-status') {
    return saysLoggedIn(answer) ? 'logged-in' : 'logged-out';
  }
  // After a start without the server, this is the first sign of a login.
  return isGood && cookie !== '' && call === 'GET /api/json/overview' ? 'logged-in' : null;
}

/** Undefined if the text is cut off or not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function saysLoggedIn(answer: unknown): boolean {
  return Object(answer).isAuthenticated === true;
}
