import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, TEST_NOW } from '../../../test/shop/test-app.ts';
import { createLookupDelay } from '../../http/limits/rate-limit.ts';

const NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";
const FORMAT = 'Order number must be in format ORD-XXXXX (or just enter the 5 digits)';

const verify = (orderNumber: string) => `/api/json/verify-order?${new URLSearchParams({ orderNumber })}`;

async function appWithOrder(isRateLimited = false) {
  const app = await startTestApp({ env: { isRateLimited } });
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  return app;
}

test.each(['ORD-10001', '10001', 'ord-10001', ' 10001 ', 'ORD 10001', '#10001', 'ORD10001'])(
  '%j names an existing order',
  async (orderNumber) => {
    const app = await appWithOrder();
    const { status, body, headers } = await app.get(verify(orderNumber));
    expect(status).toBe(200);
    expect(body).toEqual({ exists: true, message: 'Order number found.' });
    expect(headers.get('cache-control')).toBe('no-store');
  },
);

test.each(['ORD-10002', '10000', '010001', '99999999999999999999'])(
  '%s does not exist',
  async (orderNumber) => {
    const app = await appWithOrder();
    const { status, body } = await app.get(verify(orderNumber));
    expect(status).toBe(200);
    expect(body).toEqual({ exists: false, message: NOT_FOUND });
  },
);

test('an unpaid order does not exist for verify-order; once paid, it does', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  await checkOut(app, draft);
  expect((await app.get(verify('ORD-10001'))).body).toEqual({ exists: false, message: NOT_FOUND });
  await buyWithCard(app, draft);
  expect((await app.get(verify('ORD-10001'))).body.exists).toBe(true);
});

test.each(['1000', 'ORD-%', "ORD-10001' OR '1"])('%s has the wrong format', async (orderNumber) => {
  const app = await appWithOrder();
  const { status, body } = await app.get(verify(orderNumber));
  expect(status).toBe(400);
  expect(body).toMatchObject({ message: FORMAT, fields: { orderNumber: [FORMAT] } });
});

test('a call without a number names the missing field', async () => {
  const app = await startTestApp();
  const { status, body } = await app.get('/api/json/verify-order');
  expect(status).toBe(400);
  expect(body.fields).toEqual({ orderNumber: ['Order number is required'] });
});

test('more than thirty a minute answer 429 with the time to wait', async () => {
  const app = await appWithOrder(true);
  for (let call = 0; call < 30; call += 1) expect((await app.get(verify('10001'))).status).toBe(200);
  const { status, body, headers } = await app.get(verify('10001'));
  expect(status).toBe(429);
  expect(body.message).toBe('Too many attempts. Please wait a moment and try again.');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
});

test('the first misses are answered at once, then each one doubles the wait, up to four seconds', () => {
  const delay = createLookupDelay(() => TEST_NOW, true);
  const waits = Array.from({ length: 10 }, () => delay.afterMiss('203.0.113.7'));
  expect(waits).toEqual([0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
  expect(delay.afterMiss('203.0.113.8')).toBe(0);
});

test('misses are forgotten ten minutes after the last one', () => {
  let now = TEST_NOW;
  const delay = createLookupDelay(() => now, true);
  const missFiveTimes = () => Array.from({ length: 5 }, () => delay.afterMiss('203.0.113.7')).at(-1);
  expect(missFiveTimes()).toBe(500);
  now = new Date(now.getTime() + 10 * 60_000 - 1);
  expect(delay.afterMiss('203.0.113.7')).toBe(1_000);
  now = new Date(now.getTime() + 10 * 60_000);
  expect(delay.afterMiss('203.0.113.7')).toBe(0);
});

test('a whole IPv6 network counts as one client', () => {
  const delay = createLookupDelay(() => TEST_NOW, true);
  const waits = [1, 2, 3, 4].map((host) => delay.afterMiss(`2001:db8:1:2::${host}`));
  expect(waits).toEqual([0, 0, 0, 250]);
});

test('only the most recent clients are remembered, however many miss', () => {
  const delay = createLookupDelay(() => TEST_NOW, true);
  for (let client = 0; client < 20_000; client += 1) delay.afterMiss(`client-${client}`);
  for (let miss = 0; miss < 2; miss += 1) delay.afterMiss('client-19999');
  expect(delay.afterMiss('client-19999')).toBe(250);
  expect([1, 2, 3].map(() => delay.afterMiss('client-0'))).toEqual([0, 0, 0]);
});

test('nobody waits when limiting is off', () => {
  const delay = createLookupDelay(() => TEST_NOW, false);
  expect(Array.from({ length: 10 }, () => delay.afterMiss('203.0.113.7'))).toEqual(
    Array.from({ length: 10 }, () => 0),
  );
});
