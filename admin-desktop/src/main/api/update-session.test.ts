import { expect, test, vi } from 'vitest';
import type { Reply } from './fetch-upstream.ts';
import { learnFrom } from './update-session.ts';
import type { ServerMemory } from './server-state.ts';

function aMemory(cookie = 'session=1') {
  const memory = {
    era: 3,
    isReachable: true,
    jar: { header: vi.fn(() => cookie), take: vi.fn(), clear: vi.fn() },
    answers: { find: vi.fn(), keep: vi.fn(), clear: vi.fn() },
  } satisfies ServerMemory;
  return memory;
}

const reply = (status: number, text = '{}'): Reply => ({
  kind: 'answer',
  status,
  text,
  headers: {},
  setCookies: ['a=1'],
});
const asked = (path: string, changes: Partial<Parameters<typeof learnFrom>[2]> = {}) => ({
  path,
  method: 'GET' as const,
  cookie: 'session=1',
  era: 3,
  at: new Date('2026-11-21T10:12:00Z'),
  ...changes,
});

test('successful responses that are readable offline are cached, others are not', () => {
  const memory = aMemory();
  learnFrom(memory, reply(200, '[]'), asked('/api/json/orders?q=a'));
  expect(memory.answers.keep).toHaveBeenCalledExactlyOnceWith({
    path: '/api/json/orders?q=a',
    text: '[]',
    at: '2026-11-21T10:12:00.000Z',
  });
  for (const path of [
    '/api/json/orders.csv',
    '/api/payment-mode',
    '/api/admin/live',
    '/api/json/verify-order',
  ])
    learnFrom(memory, reply(200), asked(path));
  for (const status of [304, 400, 403, 404, 500, 503])
    learnFrom(memory, reply(status), asked('/api/json/orders'));
  expect(memory.answers.keep).toHaveBeenCalledOnce();
});

test.each([
  ['a logout', 'POST', '/api/admin/logout', 200, '{}', 'logged-out'],
  ['a 401', 'GET', '/api/json/orders', 401, '{}', 'logged-out'],
  ['a 401 to a write', 'POST', '/api/admin/cases/ORD-1/notes', 401, '{}', 'logged-out'],
  ['a status that says so', 'GET', '/api/admin/auth-status', 200, '{"isAuthenticated":false}', 'logged-out'],
  ['a login', 'POST', '/api/admin/login', 200, '{}', 'logged-in'],
  ['a status that says in', 'GET', '/api/admin/auth-status', 200, '{"isAuthenticated":true}', 'logged-in'],
  ['a wrong password', 'POST', '/api/admin/login', 401, '{}', null],
  ['a logout that failed', 'POST', '/api/admin/logout', 500, '{}', 'logged-out'],
  ['an overview, after a start without the server', 'GET', '/api/json/overview', 200, '{}', 'logged-in'],
  ['an order', 'GET', '/api/json/orders', 200, '{}', null],
] as const)('%s', (_, method, path, status, text, news) => {
  const memory = aMemory();
  expect(learnFrom(memory, reply(status, text), asked(path, { method }))).toBe(news);
  expect(memory.jar.clear).toHaveBeenCalledTimes(news === 'logged-out' ? 1 : 0);
  const isCleared = news === 'logged-out' || path === '/api/admin/login';
  expect(memory.answers.clear).toHaveBeenCalledTimes(isCleared && news ? 1 : 0);
  expect(memory.era).toBe(isCleared && news ? 4 : 3);
});

test('a response from before the last login or logout changes nothing', () => {
  const memory = aMemory();
  for (const status of [200, 401]) learnFrom(memory, reply(status), asked('/api/json/orders', { era: 2 }));
  expect(memory.answers.keep).not.toHaveBeenCalled();
  expect(memory.jar.take).not.toHaveBeenCalled();
  expect(memory.jar.clear).not.toHaveBeenCalled();
});

test('a 401 to an outdated cookie logs nobody out', () => {
  const memory = aMemory('session=2');
  expect(learnFrom(memory, reply(401), asked('/api/json/orders'))).toBeNull();
  expect(memory.jar.clear).not.toHaveBeenCalled();
});

test('no response changes nothing', () => {
  const memory = aMemory();
  learnFrom(memory, { kind: 'unreachable', mayHaveActed: true }, asked('/api/json/orders'));
  learnFrom(memory, { kind: 'moved', host: 'x' }, asked('/api/json/orders'));
  expect(memory.jar.take).not.toHaveBeenCalled();
});

test('a logout removes everything, even without a response', () => {
  const memory = aMemory();
  const gone: Reply = { kind: 'unreachable', mayHaveActed: false };
  expect(learnFrom(memory, gone, asked('/api/admin/logout', { method: 'POST' }))).toBe('logged-out');
  expect(memory.jar.clear).toHaveBeenCalledOnce();
  expect(memory.answers.clear).toHaveBeenCalledOnce();
});

test('a login persists, whatever a late 401 says', () => {
  const memory = aMemory('');
  learnFrom(memory, reply(401), asked('/api/json/orders', { cookie: '' }));
  const login = asked('/api/admin/login', { method: 'POST', cookie: '' });
  expect(memory.era).toBe(4);
  expect(learnFrom(memory, reply(200), login)).toBe('logged-in');
  expect(memory.jar.take).toHaveBeenLastCalledWith('/api/admin/login', ['a=1']);
});

test('a truncated response does not replace a good one', () => {
  const memory = aMemory();
  learnFrom(memory, reply(200, '{"orders":['), asked('/api/json/orders'));
  expect(memory.answers.keep).not.toHaveBeenCalled();
});
