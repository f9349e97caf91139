import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aBuilder, LATER_PRICE, openShop, PRICE } from '../../../test/shop/shop-versions.ts';
import { HOUR_MS } from '../../base/units.ts';
import { publishNext } from './publish.ts';
import * as store from './version-store.ts';

type Shop = Awaited<ReturnType<typeof openShop>>;
const inAnHour = ({ app }: Shop) => new Date(app.clock.now.getTime() + HOUR_MS).toISOString();

/** Each way in which a version stands that is not published. Returns it. */
const STANDS: Record<string, (shop: Shop) => Promise<{ body: { version: number } }>> = {
  draft: ({ change }) => change(PRICE, { publish: false }),
  scheduled: (shop) => shop.change(PRICE, { publish: false, publishAt: inAnHour(shop) }),
  publishing: ({ change }) => change(PRICE),
  failed: async ({ app, change }) => {
    aBuilder(app);
    const answer = await change(PRICE);
    await publishNext(app.context);
    return answer;
  },
  discarded: async ({ act, change }) => {
    const answer = await change(PRICE, { publish: false });
    await act(answer.body.version, 'discard');
    return answer;
  },
};

test.each(Object.entries(STANDS))('a version that is %s can’t be restored', async (state, make) => {
  const shop = await openShop();
  const { body } = await make(shop);
  expect(store.byId(shop.app.db, body.version)?.state).toBe(state);
  const before = await shop.versions();
  expect((await shop.act(body.version, 'restore')).status).toBe(404);
  expect(await shop.versions()).toEqual(before);
});

test.each([
  ['draft', 200],
  ['scheduled', 200],
  ['failed', 200],
  ['publishing', 409],
  ['discarded', 404],
])('discarding a version that is %s answers %i', async (state, status) => {
  const shop = await openShop();
  const { body } = (await STANDS[state]?.(shop)) ?? expect.fail();
  expect((await shop.act(body.version, 'discard')).status).toBe(status);
  expect((await shop.act(1, 'discard')).status).toBe(409);
  // What was on its way goes on.
  const next = (await shop.read()).version;
  expect(next).toBe(status === 409 ? body.version : 1);
});

/** What takes the place of an open version, and whether it is published. */
const REPLACES: [string, (shop: Shop) => Promise<{ status: number }>][] = [
  ['a draft', ({ change }) => change(LATER_PRICE, { publish: false })],
  [
    'one that is published at once',
    async ({ app, change }) => {
      const answer = await change(LATER_PRICE);
      while (await publishNext(app.context));
      return answer;
    },
  ],
  [
    'one that is scheduled',
    (shop) => shop.change(LATER_PRICE, { publish: false, publishAt: inAnHour(shop) }),
  ],
  ['an earlier one', ({ act }) => act(1, 'restore')],
];

test.each(
  ['draft', 'scheduled', 'failed'].flatMap((state) =>
    REPLACES.map(([what, replace]) => [state, what, replace] as const),
  ),
)('of a version that is %s, nothing is left when %s takes its place', async (state, _what, replace) => {
  const shop = await openShop();
  const { app } = shop;
  const { body } = (await STANDS[state]?.(shop)) ?? expect.fail();
  aBuilder(app).isBroken = false;
  expect((await replace(shop)).status).toBe(200);
  const next = (await shop.read()).version;
  await shop.later(2);
  while (await publishNext(app.context));
  expect(store.byId(app.db, body.version)).toMatchObject({ state: 'discarded', publishedAt: null });
  expect((await shop.versions()).map(({ version }: { version: number }) => version)).not.toContain(
    body.version,
  );
  expect((await shop.read()).version).toBe(next);
});

test.each(['restore', 'discard'])(
  'who %ss a version and didn’t see a colleague’s changes nothing',
  async (action) => {
    const { app, owner, change, publish, read, versions } = await openShop();
    const seen = await publish(PRICE);
    const { body } = await change(LATER_PRICE, { publish: false });
    const before = await versions();
    const chosen = action === 'restore' ? 1 : body.version;
    const answer = await app.post(`/api/json/shop/versions/${chosen}`, { action, version: seen }, owner);
    expect(answer).toMatchObject({ status: 409, body: { code: 'shop_changed' } });
    expect(await versions()).toEqual(before);
    expect(await read()).toMatchObject({ version: body.version, state: 'draft' });
  },
);

test('a pause ends on its day at the business, and what was scheduled meanwhile keeps its time', async () => {
  const { app, publish, change, read, later } = await openShop();
  await publish({
    services: { onhold: { state: 'paused', pausedUntil: '2026-11-23', pausedText: 'Back.' } },
  });
  // The last hour of the day before, in New York.
  app.clock.now = new Date('2026-11-23T04:30:00.000Z');
  await later(0);
  const publishAt = new Date(app.clock.now.getTime() + 3 * HOUR_MS).toISOString();
  await change(PRICE, { publish: false, publishAt });
  while (await publishNext(app.context));
  expect((await read()).services.onhold.state).toBe('paused');
  await later(1);
  while (await publishNext(app.context));
  const open = (
    await app.post('/api/create-payment-intent', { amount: 1, ...aDraft({ serviceTypes: ['onhold'] }) })
  ).status;
  expect(open).toBe(200);
  expect(await read()).toMatchObject({
    state: 'scheduled',
    publishAt,
    services: { onhold: { state: 'open' } },
  });
  await later(2);
  while (await publishNext(app.context));
  expect(await read()).toMatchObject({
    state: 'published',
    services: { onhold: { state: 'open' }, website: { firstPaymentCents: 15_900 } },
  });
});
