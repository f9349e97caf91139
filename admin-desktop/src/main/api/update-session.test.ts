import { expect, test, vi } from 'vitest';
import type { Reply } from './fetch-upstream.ts';
import { updateSession } from './update-session.ts';
import type { ServerState } from './server-state.ts';

function aServerState(cookie = 'session=1') {
  const state = {
    epoch: 3,
    isReachable: true,
    jar: { header: vi.fn(() => cookie), take: vi.fn(), clear: vi.fn() },
    cache: { find: vi.fn(), keep: vi.fn(), clear: vi.fn() },
  } satisfies ServerState;
  return state;
}

const reply = (status: number, text = '{}'): Reply => ({
  kind: 'answer',
  status,
  text,
  headers: {},
  setCookies: ['a=1'],
});
const asked = (path: string, changes: Partial<Parameters<typeof updateSession>[2]> = {}) => ({
  path,
  method: 'GET' as const,
  cookie: 'session=1',
  epoch: 3,
  at: new Date('2026-11-21T10:12:00Z'),
  ...changes,
});

test('successful responses of paths available offline are cached, and others are not', () => {
  const state = aServerState();
  updateSession(state, reply(200, '[]'), asked('/api/json/orders?q=a'));
  expect(state.cache.keep).toHaveBeenCalledExactlyOnceWith({
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
    updateSession(state, reply(200), asked(path));
  for (const status of [304, 400, 403, 404, 500, 503])
    updateSession(state, reply(status), asked('/api/json/orders'));
  expect(state.cache.keep).toHaveBeenCalledOnce();
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
] as const)('%s', (_, method, path, status, text, change) => {
  const state = aServerState();
  expect(updateSession(state, reply(status, text), asked(path, { method }))).toBe(change);
  expect(state.jar.clear).toHaveBeenCalledTimes(change === 'logged-out' ? 1 : 0);
  const isCleared = change === 'logged-out' || path === '/api/admin/login';
  expect(state.cache.clear).toHaveBeenCalledTimes(isCleared && change ? 1 : 0);
  expect(state.epoch).toBe(isCleared && change ? 4 : 3);
});

test('a response from before the last login or logout changes nothing', () => {
  const state = aServerState();
  for (const status of [200, 401])
    updateSession(state, reply(status), asked('/api/json/orders', { epoch: 2 }));
  expect(state.cache.keep).not.toHaveBeenCalled();
  expect(state.jar.take).not.toHaveBeenCalled();
  expect(state.jar.clear).not.toHaveBeenCalled();
});

test('a 401 for an outdated cookie does not log anyone out', () => {
  const state = aServerState('session=2');
  expect(updateSession(state, reply(401), asked('/api/json/orders'))).toBeNull();
  expect(state.jar.clear).not.toHaveBeenCalled();
});

test('without a response, nothing changes', () => {
  const state = aServerState();
  updateSession(state, { kind: 'unreachable', mayHaveActed: true }, asked('/api/json/orders'));
  updateSession(state, { kind: 'moved', host: 'x' }, asked('/api/json/orders'));
  expect(state.jar.take).not.toHaveBeenCalled();
});

test('a logout removes everything, even without a response', () => {
  const state = aServerState();
  const gone: Reply = { kind: 'unreachable', mayHaveActed: false };
  expect(updateSession(state, gone, asked('/api/admin/logout', { method: 'POST' }))).toBe('logged-out');
  expect(state.jar.clear).toHaveBeenCalledOnce();
  expect(state.cache.clear).toHaveBeenCalledOnce();
});

test('a login succeeds even if a 401 arrives before its response', () => {
  const state = aServerState('');
  updateSession(state, reply(401), asked('/api/json/orders', { cookie: '' }));
  const login = asked('/api/admin/login', { method: 'POST', cookie: '' });
  expect(state.epoch).toBe(4);
  expect(updateSession(state, reply(200), login)).toBe('logged-in');
  expect(state.jar.take).toHaveBeenLastCalledWith('/api/admin/login', ['a=1']);
});

test('a truncated response does not replace a good one', () => {
  const state = aServerState();
  updateSession(state, reply(200, '{"orders":['), asked('/api/json/orders'));
  expect(state.cache.keep).not.toHaveBeenCalled();
});
