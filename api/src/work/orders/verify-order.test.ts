import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, TEST_NOW, type TestApp } from '../../../test/shop/test-app.ts';
import { createLookupDelay } from '../../http/limits/rate-limit.ts';
import { DAY_MS } from '../../base/units.ts';
import { rows } from '../../../test/fixtures/rows.ts';

const NOT_FOUND =
  "Order number not found. Please make sure you've entered the number exactly as it appears in your confirmation email (ORD-XXXXX or just the 5 digits).";
const FORMAT = 'Order number must be in format ORD-XXXXX (or just enter the 5 digits)';

const verify = (orderNumber: string) => `/api/json/verify-order?${new URLSearchParams({ orderNumber })}`;

async function appWithOrder(isRateLimited = false) {
  const app = await startTestApp({ env: { isRateLimited } });
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  return app;
}

const SPELLINGS = ['ORD-10001', '10001', 'ord-10001', ' 10001 ', 'ORD 10001', '#10001', 'ORD10001'];
const OTHERS = ['ORD-10002', '10000', '010001', '99999999999999999999'];

test.each([
  ...SPELLINGS.map((number) => [number, { exists: true, message: 'Order number found.' }] as const),
  ...OTHERS.map((number) => [number, { exists: false, message: NOT_FOUND }] as const),
])('what is said about the order %j', async (orderNumber, said) => {
  const app = await appWithOrder();
  const { status, body, headers } = await app.get(verify(orderNumber));
  expect([status, body, headers.get('cache-control')]).toEqual([200, said, 'no-store']);
});

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

async function aRemindedBuyer() {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  app.wait(DAY_MS);
  const email = (await app.sentEmails()).at(-1);
  return { app, stopUrl: new URL(email?.stopUrl ?? ''), text: email?.text ?? '' };
}

const isStopped = (app: TestApp) => rows.orders(app.db)[0]?.remindersStoppedAt !== null;

test('a customer who stops reminders gets no more', async () => {
  const { app, stopUrl, text } = await aRemindedBuyer();
  expect(text).toContain(
    `Stop reminders for this order: http://localhost:3000/stop-reminders${stopUrl.search}`,
  );
  const { status, body } = await app.post(stopUrl.pathname + stopUrl.search, {});
  expect([status, body]).toEqual([
    200,
    { success: true, message: 'You won’t get any more reminders for ORD-10001.' },
  ]);
  const before = (await app.sentEmails()).length;
  app.wait(7 * DAY_MS);
  expect(await app.sentEmails()).toHaveLength(before);
  // Stopping twice has no further effect.
  const at = rows.orders(app.db)[0]?.remindersStoppedAt;
  await app.post(stopUrl.pathname + stopUrl.search, {});
  expect(rows.orders(app.db)[0]?.remindersStoppedAt).toEqual(at);
});

test('the email program’s own button works: a form, no origin, no cookie (RFC 8058)', async () => {
  const { app, stopUrl } = await aRemindedBuyer();
  const response = await fetch(app.base + stopUrl.pathname + stopUrl.search, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(response.status).toBe(200);
  expect(isStopped(app)).toBe(true);
});

test('opening the link, a wrong key, or a request from another site stops nothing', async () => {
  const { app, stopUrl } = await aRemindedBuyer();
  const path = stopUrl.pathname + stopUrl.search;
  const opened = await fetch(app.base + path, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/stop-reminders${stopUrl.search}`]);
  expect((await app.post(path, {}, { Origin: 'https://elsewhere.example' })).status).toBe(403);
  for (const query of [
    '',
    '?order=ORD-10001',
    '?order=ORD-10001&key=wrong',
    `?order=ORD-10002&key=${stopUrl.searchParams.get('key')}`,
    '?order=%00&key=%00',
    '?order[]=1&key[]=2',
  ])
    expect([400, 404], query).toContain((await app.post(`${stopUrl.pathname}${query}`, {})).status);
  expect(isStopped(app)).toBe(false);
});
