import { OVERVIEW_PATH } from '@northlight/shared/contracts/admin/overview.ts';
import { AUTH_STATUS_PATH, LOGIN_PATH, LOGOUT_PATH } from '@northlight/shared/contracts/admin/session.ts';
import type { Reply } from './fetch-upstream.ts';
import { isCacheablePath } from '../offline/offline-cache.ts';
import { endSession, clearCache, type ServerState } from './server-state.ts';

type SentRequest = {
  path: string;
  method: 'GET' | 'POST';
  /** With which it was asked. */
  cookie: string;
  /** Of the state when it was asked. */
  epoch: number;
  at: Date;
};

type SessionChange = 'logged-in' | 'logged-out' | null;

/** What an answer means for what is held of its server: cookies, logins and logouts, and what can be read later. */
export function updateSession(state: ServerState, reply: Reply, sent: SentRequest): SessionChange {
  const { path, cookie, epoch, at } = sent;
  const isLogout = sent.method === 'POST' && path === LOGOUT_PATH;
  if (isLogout) {
    // Whatever the server says to it: whoever leaves this computer leaves nothing behind.
    endSession(state);
    return 'logged-out';
  }
  if (reply.kind === 'moved' || reply.kind === 'unreachable') return null;
  const [pathname = ''] = path.split('?');
  const isLogin = pathname === LOGIN_PATH && reply.kind === 'answer' && reply.status === 200;
  // An answer from before the last login or logout says nothing about the session there is now.
  if (state.epoch !== epoch && !isLogin) return null;
  const hasSameCookie = state.jar.header(pathname) === cookie;
  state.jar.take(pathname, reply.setCookies);
  if (reply.kind === 'stream') return null;

  const answer = parsed(reply.text);
  const change = readSessionChange(sent, pathname, reply.status, answer);
  if (change === 'logged-out') {
    // Somebody has logged in since this was asked.
    if (!hasSameCookie) return null;
    endSession(state);
    return change;
  }
  // What an earlier administrator saw is not for the next one.
  if (pathname === LOGIN_PATH && change === 'logged-in') clearCache(state);
  const isWhole = reply.status === 200 && answer !== undefined;
  if (sent.method === 'GET' && isWhole && isCacheablePath(pathname)) {
    state.cache.keep({ path, text: reply.text, at: at.toISOString() });
  }
  return change;
}

function readSessionChange(
  { method, cookie }: SentRequest,
  pathname: string,
  status: number,
  answer: unknown,
): SessionChange {
  const isGood = status >= 200 && status < 300;
  if (pathname === LOGIN_PATH) return isGood ? 'logged-in' : null;
  if (status === 401) return 'logged-out';
  if (isGood && method === 'GET' && pathname === AUTH_STATUS_PATH) {
    return saysLoggedIn(answer) ? 'logged-in' : 'logged-out';
  }
  // After a start without the server this is the first sign of a login.
  return isGood && cookie !== '' && pathname === OVERVIEW_PATH ? 'logged-in' : null;
}

/** Undefined for what is cut off or no JSON at all. */
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
