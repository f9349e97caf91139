import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp, testDatabase, TEST_NOW } from '../../../test/shop/test-app.ts';
import { clientKey, clientNetwork, createRecentTimes, isWithin } from './rate-limit.ts';
import { limitTimes } from '../../db/schema/people.ts';
import { createStoredLimit } from './stored-limit.ts';
import { MINUTE_MS } from '../../base/units.ts';

const PER_MINUTE = 30;

/** Makes as many promo code calls as one client is allowed, then one more, and returns the last response. */
async function useUp(app: TestApp, forwardedFor: (call: number) => string | undefined = () => undefined) {
  const call = (index: number) => {
    const address = forwardedFor(index);
    return app.post('/api/promo-code', { promoCode: 'x' }, address ? { 'x-forwarded-for': address } : {});
  };
  for (let index = 0; index < PER_MINUTE; index += 1) expect((await call(index)).status).toBe(200);
  return call(PER_MINUTE);
}

test('too many calls answer 429 with a message and the time to wait', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const { status, headers, body } = await useUp(app);
  expect(status).toBe(429);
  expect(body).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Please wait a moment and try again.',
  });
  const seconds = Number(headers.get('retry-after'));
  expect(seconds).toBeGreaterThan(0);
  expect(seconds).toBeLessThanOrEqual(60);
  expect((await app.get('/api/payment-mode')).status).toBe(200);
});

test('setting the clock back a day makes nobody wait a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const app = await startTestApp({ env: { isRateLimited: true } });
  await useUp(app);
  vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
  const { status, headers } = await useUp(app);
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('with rate limiting off, no call is rejected', async () => {
  const app = await startTestApp();
  expect((await useUp(app)).status).toBe(200);
});

test.each([
  ['without a proxy, X-Forwarded-For is ignored', 0, ''],
  ['behind one proxy only the last entry of X-Forwarded-For counts', 1, ', 203.0.113.7'],
  ['behind two proxies the last but one counts', 2, ', 203.0.113.7, 192.0.2.1'],
])('%s', async (_, trustProxyHops, proxies) => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops } });
  expect((await useUp(app, (call) => `10.0.0.${call}${proxies}`)).status).toBe(429);
});

test('behind one proxy another last entry is another client', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 1 } });
  await useUp(app, () => '203.0.113.7');
  const other = await app.post(
    '/api/promo-code',
    { promoCode: 'x' },
    { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' },
  );
  expect(other.status).toBe(200);
});

test('each call has its own limit', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  await useUp(app);
  expect((await app.post('/api/create-payment-intent', { amount: 1 })).status).toBe(200);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:3::1', '2001:db8:1:3'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['2001:db8::5:6:7:8:9', '2001:db8:0:5'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['nonsense', 'nonsense'],
  ['', ''],
])('an IPv6 client is its network: %s counts as %s', (address, key) => {
  expect(clientKey(address)).toBe(key);
});

test.each([
  ['203.0.113.7', '203.0.113.0/24'],
  ['203.0.113.250', '203.0.113.0/24'],
  ['::ffff:203.0.113.7', '203.0.113.0/24'],
  ['203.0.114.7', '203.0.114.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8:1:ffff::1', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8:0::/48'],
  ['nonsense', 'nonsense'],
])('%s belongs to %s', (address, network) => {
  expect(clientNetwork(address)).toBe(network);
});

test('a time in the future does not count, because the clock was set back', () => {
  const clock = { now: new Date('2026-11-21T10:00:00Z') };
  const times = createRecentTimes(() => clock.now, { withinMs: 60_000, most: 3 });
  times.add('ada');
  expect(times.of('ada')).toHaveLength(1);
  clock.now = new Date('2026-11-20T10:00:00Z');
  expect(times.of('ada')).toEqual([]);
});

test('a time counts from its own moment to the end of the window', () => {
  expect([0, 999, 1_000, -1].map((age) => isWithin(5_000, 5_000 + age, 1_000))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

function aLimit() {
  const db = testDatabase();
  onTestFinished(() => void db.$client.close());
  const clock = { now: TEST_NOW };
  const create = (name = 'tries') =>
    createStoredLimit(db, () => clock.now, { name, most: 3, withinMs: 10 * MINUTE_MS });
  const after = (milliseconds: number) => {
    clock.now = new Date(clock.now.getTime() + milliseconds);
  };
  return { db, create, after };
}

test('there is room until the limit is reached, and again when the oldest entry expires', () => {
  const { create, after } = aLimit();
  const limit = create();
  for (let count = 0; count < 3; count += 1) {
    expect(limit.secondsToWait('ada')).toBe(0);
    limit.add('ada');
    after(MINUTE_MS);
  }
  expect(limit.secondsToWait('ada')).toBe(7 * 60);
  expect(limit.secondsToWait('grace')).toBe(0);
  after(7 * MINUTE_MS - 1);
  expect(limit.secondsToWait('ada')).toBe(1);
  after(1);
  expect(limit.secondsToWait('ada')).toBe(0);
});

test('counts survive a restart, and limits share no keys', () => {
  const { create } = aLimit();
  for (let count = 0; count < 3; count += 1) create().add('ada');
  expect(create().secondsToWait('ada')).toBe(10 * 60);
  expect(create('others').secondsToWait('ada')).toBe(0);
});

test('an entry that is removed again does not count', () => {
  const limit = aLimit().create();
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  limit.takeBack('ada');
  expect(limit.secondsToWait('ada')).toBe(0);
  limit.add('ada');
  expect(limit.secondsToWait('ada')).toBeGreaterThan(0);
  limit.add('ada');
  limit.takeBack('ada');
  expect(limit.secondsToWait('ada')).toBeGreaterThan(0);
});

test('setting the clock back restarts the count, and no wait exceeds the window', () => {
  const { create, after } = aLimit();
  const limit = create();
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  after(-24 * 60 * MINUTE_MS);
  expect(limit.secondsToWait('ada')).toBe(0);
  for (let count = 0; count < 3; count += 1) limit.add('ada');
  expect(limit.secondsToWait('ada')).toBe(10 * 60);
});

test('unused keys are deleted after a day', () => {
  const { db, create, after } = aLimit();
  create().add('ada');
  after(24 * 60 * MINUTE_MS + 1);
  create().add('grace');
  expect(db.select().from(limitTimes).all()).toMatchObject([{ key: 'tries grace' }]);
});
