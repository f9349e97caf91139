import { expect, onTestFinished, test } from 'vitest';
import { ADMIN, cookieOf, login } from '../../../test/fixtures/admin-fixtures.ts';
import { logLines, startTestApp, testDatabase, TEST_NOW, type TestApp } from '../../../test/shop/test-app.ts';
import { checkProxy } from '../../operations/doctor/settings-checks.ts';
import { proxyWatch } from './proxy-watch.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

function aLog() {
  const { log, entries } = logLines();
  return { log, notices: () => entries().filter(({ event }) => /proxy/.test(event)) };
}

const doctorSays = (app: TestApp) => checkProxy(app.context);

test.each<Record<string, string>>([
  { 'X-Forwarded-For': '203.0.113.7' },
  { Forwarded: 'for=203.0.113.7' },
  { 'X-Real-IP': '203.0.113.7' },
])('a proxy that the settings do not know is logged once an hour and said: %j', async (headers) => {
  const { log, notices } = aLog();
  const app = await startTestApp({ log });
  await app.get('/api/health');
  expect(doctorSays(app)).toMatchObject({ state: 'ok' });
  for (let index = 0; index < 3; index += 1) await app.get('/api/health', headers);
  expect(notices()).toMatchObject([{ level: 40, security: true, event: 'unknown-proxy', requests: 1 }]);
  expect(doctorSays(app)).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('last noticed 2026-11-21 10:00 UTC'),
    advice: expect.stringContaining('TRUST_PROXY_HOPS=1'),
  });
  app.clock.now = new Date(TEST_NOW.getTime() + 60 * 60_000);
  await app.get('/api/health', headers);
  expect(notices()).toMatchObject([{}, { requests: 3 }]);
  app.clock.now = new Date(TEST_NOW.getTime() + 26 * 60 * 60_000);
  expect(doctorSays(app)).toMatchObject({ state: 'ok' });
});

test('with TRUST_PROXY_HOPS=1, the proxy’s requests and local ones without a header are fine', async () => {
  const { log, notices } = aLog();
  const app = await startTestApp({ log, env: { trustProxyHops: 1 } });
  await app.get('/api/health', { 'X-Forwarded-For': '203.0.113.7' });
  await app.get('/api/health');
  expect(notices()).toEqual([]);
  expect(doctorSays(app)).toMatchObject({ state: 'ok' });
});

/** Only the sender's address cannot be real in a test. */
async function requestFrom(remoteAddress: string, trustProxyHops: number, headers = {}) {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  const { log, notices } = aLog();
  const watch = proxyWatch({ db, now: () => TEST_NOW, log, settings: { trustProxyHops, secret: 'x' } });
  await watch({ req: { headers, socket: { remoteAddress } } } as never, async () => {});
  return notices().map(({ event }) => event);
}

test.each(['203.0.113.9', '2001:db8::9', '::ffff:203.0.113.9'])(
  'with TRUST_PROXY_HOPS=1, a request from %s without a header bypasses the proxy',
  async (address) => {
    expect(await requestFrom(address, 1)).toEqual(['proxy-bypassed']);
    expect(await requestFrom(address, 1, { 'x-forwarded-for': '203.0.113.7' })).toEqual([]);
  },
);

test.each(['127.0.0.1', '::1', '::ffff:10.1.2.3', '172.31.0.2', '192.168.1.1', 'fd00::2'])(
  'a proxy at %s is one’s own',
  async (address) => {
    expect(await requestFrom(address, 0, { 'x-forwarded-for': '203.0.113.7' })).toEqual(['unknown-proxy']);
    expect(await requestFrom(address, 1)).toEqual([]);
  },
);

test('a header that a visitor from outside made up is not a proxy', async () => {
  expect(await requestFrom('203.0.113.9', 0, { 'x-forwarded-for': '198.51.100.1' })).toEqual([]);
});

test('twenty strangers behind an unknown proxy lock out a new device, not the administrator’s own, and it is said', async () => {
  const { log, notices } = aLog();
  const app = await appWithAdmin({ log, env: { isRateLimited: true } });
  const from = (address: string, cookie?: string) => ({
    'x-forwarded-for': address,
    ...(cookie && { cookie }),
  });
  const known = cookieOf((await login(app, ADMIN, from('198.51.100.1'))).headers);
  const strangers = Array.from({ length: 20 }, (_, index) =>
    login(app, { username: `stranger-${index}`, password: 'a wrong guess' }, from(`203.0.113.${index}`)),
  );
  await Promise.all(strangers);
  expect((await login(app, ADMIN, from('198.51.100.2'))).status).toBe(429);
  expect((await login(app, ADMIN, from('198.51.100.1', known))).status).toBe(200);
  expect(notices()).toMatchObject([{ event: 'unknown-proxy' }]);
  expect(doctorSays(app)).toMatchObject({
    state: 'failure',
    message: expect.stringContaining('lock you out'),
  });
});
