import { callOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import type { Reply } from './fetch-upstream.ts';
import { isKeptPath } from '../offline/cacheable-paths.ts';
import { endSession, forgetAnswers, type ServerMemory } from './server-state.ts';

type Question = {
  path: string;
  method: 'GET' | 'POST';
  /** With which it was asked. */
  cookie: string;
  /** Of the memory when it was asked. */
  era: number;
  at: Date;
};

type News = 'logged-in' | 'logged-out' | null;

/** What an answer means for what is held of its server: cookies, logins and logouts, and what can be read later. */
export function learnFrom(memory: ServerMemory, reply: Reply, question: Question): News {
  const { path, method, cookie, era, at } = question;
  const [pathname = ''] = path.split('?');
  const call = callOf(method, pathname);
  if (call === 'POST /api/admin/logout') {
    // Whatever the server says to it: whoever leaves this computer leaves nothing behind.
    endSession(memory);
    return 'logged-out';
  }
  if (reply.kind === 'moved' || reply.kind === 'unreachable') return null;
  const isLogin = call === 'POST /api/admin/login' && reply.kind === 'answer' && reply.status === 200;
  // An answer from before the last login or logout says nothing about the session there is now.
  if (memory.era !== era && !isLogin) return null;
  const hasSameCookie = memory.jar.header(pathname) === cookie;
  memory.jar.take(pathname, reply.setCookies);
  if (reply.kind === 'stream') return null;

  const answer = parsed(reply.text);
  const news = readNews(question, call, reply.status, answer);
  if (news === 'logged-out') {
    // Somebody has logged in since this was asked.
    if (!hasSameCookie) return null;
    endSession(memory);
    return news;
  }
  // What an earlier administrator saw is not for the next one.
  if (call === 'POST /api/admin/login' && news === 'logged-in') forgetAnswers(memory);
  const isWhole = reply.status === 200 && answer !== undefined;
  if (method === 'GET' && isWhole && isKeptPath(pathname)) {
    memory.answers.keep({ path, text: reply.text, at: at.toISOString() });
  }
  return news;
}

function readNews({ cookie }: Question, call: Call | undefined, status: number, answer: unknown): News {
  const isGood = status >= 200 && status < 300;
  if (call === 'POST /api/admin/login') return isGood ? 'logged-in' : null;
  if (status === 401) return 'logged-out';
  if (isGood && call === 'GET /api/admin/auth-status') {
    return saysLoggedIn(answer) ? 'logged-in' : 'logged-out';
  }
  // After a start without the server this is the first sign of a login.
  return isGood && cookie !== '' && call === 'GET /api/json/overview' ? 'logged-in' : null;
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
