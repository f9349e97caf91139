import { PassThrough } from 'node:stream';
import type { Context } from 'koa';
import { expect, onTestFinished, test } from 'vitest';
import { isLoggedIn, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { openStream } from '../../../test/shop/live-stream.ts';
import { type TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';
import { adminUsers } from '../../db/schema/people.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { createLiveFeed } from '../../messages/live-feed.ts';
import { createStreams } from './routes.ts';
import { openConsole, appWithAdmin } from '../../../test/shop/admin-client.ts';

/** Opens a stream and collects what it sends. */
async function listen(app: TestApp, headers: Record<string, string>) {
  const { response, leave } = await openStream(app, '/api/admin/live', headers);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = '';
  let hasEnded = false;
  const reading = (async () => {
    for (;;) {
      const part = await reader?.read();
      if (!part || part.done) break;
      heard += part.value;
    }
  })()
    .catch(() => {})
    .finally(() => {
      hasEnded = true;
    });
  return {
    response,
    reading,
    events: () =>
      heard
        .split('\n\n')
        .filter((block) => block.startsWith('data: '))
        .map((block) => JSON.parse(block.slice('data: '.length))),
    hasEnded: () => hasEnded,
    leave,
  };
}

/** Streams of as many orders. Each has ten at most. */
const STREAMS = { most: 20, mostOfOne: 10 };

/** Opens streams without HTTP. `heard` says which are open. */
function aStreamServer() {
  const streams = createStreams(createLiveFeed(), STREAMS);
  const open = new Map<string, { destroyed: boolean; writableEnded: boolean }>();
  return {
    open: (name: string, ip: string, reader: string) => {
      const ctx = { ip, set: () => {}, body: new PassThrough(), type: '' };
      streams.answer(
        ctx as unknown as Context,
        () => null,
        () => true,
        reader,
      );
      onTestFinished(() => void ctx.body.destroy());
      open.set(name, ctx.body);
    },
    isOpen: (name: string) => open.get(name)?.writableEnded === false,
  };
}

test('50 orders of one stranger do not take the streams of buyers: the oldest of the network with the most go', () => {
  const { open, isOpen } = aStreamServer();
  open('buyer', '192.0.2.1', 'ORD-1');
  for (let place = 0; place < 19; place += 1)
    open(`stranger ${place}`, '198.51.100.7', `ORD-${10 + Math.floor(place / 10)}`);
  open('another buyer', '203.0.113.1', 'ORD-2');
  expect(['buyer', 'another buyer', 'stranger 0', 'stranger 1'].map(isOpen)).toEqual([
    true,
    true,
    false,
    true,
  ]);
  // The stranger comes back.
  expect(() => open('again', '198.51.100.8', 'ORD-12')).not.toThrow();
  expect(isOpen('stranger 1')).toBe(false);
  expect(['buyer', 'another buyer'].map(isOpen)).toEqual([true, true]);
});

test('a stranger with as many orders as streams takes none from buyers either', () => {
  const { open, isOpen } = aStreamServer();
  open('buyer', '192.0.2.1', 'ORD-1');
  for (let place = 0; place < 19; place += 1) open(`stranger ${place}`, '198.51.100.7', `ORD-${10 + place}`);
  open('another buyer', '203.0.113.1', 'ORD-2');
  expect(['buyer', 'another buyer', 'stranger 0', 'stranger 1'].map(isOpen)).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

test('of one network, the order with the most streams makes room, and nobody is dropped for an equal', () => {
  const { open, isOpen } = aStreamServer();
  for (let place = 0; place < 20; place += 1)
    open(`${place}`, '198.51.100.7', `ORD-${1 + Math.floor(place / 10)}`);
  expect(() => open('eleventh', '198.51.100.7', 'ORD-1')).toThrow(expect.objectContaining({ status: 429 }));
  open('neighbor', '198.51.100.9', 'ORD-3');
  expect([isOpen('neighbor'), isOpen('0'), isOpen('1')]).toEqual([true, false, true]);
  const { open: openNext } = aStreamServer();
  for (let place = 0; place < 20; place += 1) openNext(`${place}`, `192.0.${place}.1`, `ORD-${place}`);
  expect(() => openNext('one more', '203.0.113.1', 'ORD-99')).toThrow(
    expect.objectContaining({ status: 429 }),
  );
});

async function openOffice() {
  const app = await appWithAdmin();
  return { app, headers: await loggedIn(app) };
}

test('an open dashboard is notified of each stored order and form once', async () => {
  const { app, headers } = await openOffice();
  const { response, events } = await listen(app, headers);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const draft = aDraft({ serviceTypes: ['voice'] });
  await checkOut(app, draft);
  await checkOut(app, draft);
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'spam' }));
  const arrivals = () => events().filter(({ kind }) => kind !== 'change');
  await expect.poll(() => events().map(({ orderNumber }) => orderNumber)).toContain('ORD-10003');
  expect(arrivals()).toEqual([
    { kind: 'order', orderNumber: 'ORD-10001', title: 'Ada Marlow' },
    { kind: 'submission', orderNumber: 'ORD-10002', title: 'Marlow Bicycles' },
  ]);
});

test('a token with fewer rights than its person hears of no form', async () => {
  const { app, cookie } = await openConsole();
  const made = await app.post(
    '/api/admin/tokens',
    { name: 'Books', role: 'accountant', lastDay: null },
    cookie,
  );
  const token = await listen(app, { Authorization: `Bearer ${made.body.token}` });
  const person = await listen(app, cookie);
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  await expect.poll(() => person.events().map(({ kind }) => kind)).toContain('submission');
  expect(token.events().map(({ kind }) => kind)).not.toContain('submission');
});

test('changes by one administrator reach other windows at once', async () => {
  const { app, headers } = await openOffice();
  await buyWithCard(app, aDraft());
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'spam' }));
  await app.sentEmails();
  const { events } = await listen(app, headers);
  const heardAfter = async (path: string, body: object) => {
    const before = events().length;
    const { status } = await app.post(`/api/admin/${path}`, body, headers);
    expect(status, path).toBe(200);
    await expect.poll(() => events().length, { message: path }).toBeGreaterThan(before);
    return events().at(-1);
  };
  const change = (orderNumber: string) => ({ kind: 'change', orderNumber });
  const refund = { reason: 'Not needed', refundKey: crypto.randomUUID() };
  expect(await heardAfter('cases/ORD-10001/notes', { text: 'Call' })).toEqual(change('ORD-10001'));
  const delivered = { workStatus: 'delivered', workVersion: 0 };
  expect(await heardAfter('cases/ORD-10001/work-status', delivered)).toEqual(change('ORD-10001'));
  expect(await heardAfter('payments/1/refund', refund)).toEqual(change('ORD-10001'));
  expect(await heardAfter('messages/1/send-again', {})).toEqual(change('ORD-10001'));
  expect(await heardAfter('submissions/onhold/1/release', {})).toEqual(change('ORD-10002'));
});

test('the stream requires a login and ends at logout', async () => {
  const { app, headers } = await openOffice();
  expect((await app.get('/api/admin/live')).status).toBe(401);
  const stream = await listen(app, headers);
  await app.post('/api/admin/logout', {}, headers);
  expect(await isLoggedIn(app, headers)).toBe(false);
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await expect.poll(stream.hasEnded).toBe(true);
  expect(stream.events()).toEqual([]);
});

test.each<[string, (app: TestApp, cookie: { cookie: string }) => unknown]>([
  ['is revoked', (app, cookie) => app.post('/api/admin/tokens/1/revoke', {}, cookie)],
  ['ends', (app) => app.wait(3 * DAY_MS)],
  ['loses its person', (app) => app.db.update(adminUsers).set({ isActive: false }).run()],
  [
    'belongs to a person who must set up a second factor',
    (app) => saveShopSettings(app.db, { requireSecondFactor: true }, null, app.clock.now),
  ],
])('the stream of a token that %s ends, and says nothing more', async (_, end) => {
  const { app, headers } = await openOffice();
  const given = { name: 'Screen', role: 'owner', lastDay: '2026-11-22' };
  const { token } = (await app.post('/api/admin/tokens', given, headers)).body;
  const stream = await listen(app, { Authorization: `Bearer ${token}` });
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  await expect.poll(() => stream.events().length).toBe(1);
  await end(app, headers);
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  await expect.poll(stream.hasEnded).toBe(true);
  expect(stream.events()).toHaveLength(1);
});

test('a closed listener is removed, and a stopping server ends the streams', async () => {
  const { app, headers } = await openOffice();
  const gone = await listen(app, headers);
  const stays = await listen(app, headers);
  expect(app.context.liveFeed.count()).toBe(2);
  gone.leave();
  await expect.poll(app.context.liveFeed.count).toBe(1);
  app.context.liveFeed.close();
  await stays.reading;
  expect(stays.hasEnded()).toBe(true);
  await expect.poll(app.context.liveFeed.count).toBe(0);
});

test.each([
  ['logs out', ({ app, headers }) => app.post('/api/admin/logout', {}, headers)],
  ['sets a new password', ({ app }) => app.db.update(adminUsers).set({ password: 'another hash' }).run()],
  ['is deactivated', ({ app }) => app.db.update(adminUsers).set({ isActive: false }).run()],
  ['gets another role', ({ app }) => app.db.update(adminUsers).set({ role: 'accountant' }).run()],
] satisfies [string, (shop: { app: TestApp; headers: Record<string, string> }) => unknown][])(
  'without any news, a stream ends soon after whoever opened it %s',
  async (_what, end) => {
    const app = await appWithAdmin();
    const headers = await loggedIn(app);
    const stream = await listen(app, headers);
    await end({ app, headers });
    await expect.poll(stream.hasEnded).toBe(true);
  },
);
