import { expect, onTestFinished, test, vi } from 'vitest';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { clientKey } from './rate-limit.ts';

const PER_MINUTE = 30;

/** Makes as many promo code calls as one client is allowed, then one more, and returns the last response. */
async function useUp(app: TestApp, forwardedFor: (call: number) => string | undefined) {
  const call = (index: number) => {
    const address = forwardedFor(index);
    return app.post('/api/promo-code', { promoCode: 'x' }, address ? { 'x-forwarded-for': address } : {});
  };
  for (let index = 0; index < PER_MINUTE; index += 1) expect((await call(index)).status).toBe(200);
  return call(PER_MINUTE);
}

test('too many calls answer 429 with a message and the time to wait', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const { status, headers, body } = await useUp(app, () => undefined);
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
  await useUp(app, () => undefined);
  vi.setSystemTime(Date.now() - 24 * 60 * 60_000);
  const { status, headers } = await useUp(app, () => undefined);
  expect(status).toBe(429);
  expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(60);
});

test('with rate limiting off, no call is rejected', async () => {
  const app = await startTestApp();
  expect((await useUp(app, () => undefined)).status).toBe(200);
});

test('without a proxy, X-Forwarded-For is ignored', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 0 } });
  expect((await useUp(app, (call) => `10.0.0.${call}`)).status).toBe(429);
});

test('behind one proxy only the last entry of X-Forwarded-For counts', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 1 } });
  expect((await useUp(app, (call) => `10.0.0.${call}, 203.0.113.7`)).status).toBe(429);
  const other = await app.post(
    '/api/promo-code',
    { promoCode: 'x' },
    { 'x-forwarded-for': '203.0.113.7, 203.0.113.8' },
  );
  expect(other.status).toBe(200);
});

test('behind two proxies the last but one counts', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 2 } });
  expect((await useUp(app, (call) => `10.0.0.${call}, 203.0.113.7, 192.0.2.1`)).status).toBe(429);
});

test('each call has its own limit', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  await useUp(app, () => undefined);
  expect((await app.post('/api/create-payment-intent', { amount: 1 })).status).toBe(200);
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '::ffff:203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
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

test('two addresses in one network are one client; in two networks they are two', () => {
  expect(clientKey('2001:db8:1:2:aaaa::1')).toBe(clientKey('2001:db8:1:2:bbbb::2'));
  expect(clientKey('2001:db8:1:3::1')).not.toBe(clientKey('2001:db8:1:2::1'));
});
