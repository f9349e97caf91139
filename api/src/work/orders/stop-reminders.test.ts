import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

const DAY = 24 * 60 * 60_000;

async function aRemindedBuyer() {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  app.clock.now = new Date(app.clock.now.getTime() + DAY);
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
  app.clock.now = new Date(app.clock.now.getTime() + 7 * DAY);
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
