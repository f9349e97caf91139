import { expect, test } from 'vitest';
import { colleague } from '../../../test/fixtures/admin-fixtures.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { readShopSettings, saveShopSettings } from '../../db/shop-settings.ts';

type News = ReturnType<typeof readShopSettings>['connectionNews'][number];

/** Two owners, a colleague of the staff, and two changes by the first owner. */
async function open() {
  const { app, cookie: ada } = await openConsole();
  const { headers: bo } = await colleague(app, 'owner');
  const { headers: sam } = await colleague(app, 'staff', 'sam');
  const at = app.clock.now.getTime();
  const change = (id: News['id'], changedAt: number): News => ({
    id,
    news: 'changed',
    by: 'ada',
    at: changedAt,
    seenBy: [1],
  });
  const connectionNews = [change('email', at - 2_000), change('stripe', at - 1_000)];
  saveShopSettings(app.db, { connectionNews }, null, app.clock.now);
  const shown = async (as: { cookie: string }) => {
    const { changedConnections = [] } = (await app.get('/api/json/overview', as)).body;
    return changedConnections.map(({ label }: { label: string }) => label);
  };
  const dismiss = (until: number, as: { cookie: string }) =>
    app.post('/api/admin/connection-news', { until: new Date(until).toISOString() }, as);
  return { app, ada, bo, sam, at, shown, dismiss };
}

test('an owner sees what another one changed, and nobody else does', async () => {
  const { ada, bo, sam, shown, dismiss, at } = await open();
  expect(await shown(ada)).toEqual([]);
  expect(await shown(bo)).toEqual(['Outgoing email', 'Stripe']);
  expect(await shown(sam)).toEqual([]);
  expect((await dismiss(at, sam)).status).toBe(403);
});

test('only what was on the page is taken off it, for its reader alone, and it stays off', async () => {
  const { app, bo, shown, dismiss, at } = await open();
  const { headers: eve } = await colleague(app, 'owner', 'eve');
  await dismiss(at - 2_001, bo);
  expect(await shown(bo)).toEqual(['Outgoing email', 'Stripe']);
  await dismiss(at - 2_000, bo);
  expect(await shown(bo)).toEqual(['Stripe']);
  await dismiss(at, bo);
  await dismiss(at, bo);
  expect([await shown(bo), await shown(eve)]).toEqual([[], ['Outgoing email', 'Stripe']]);
  expect(readShopSettings(app.db).connectionNews.map(({ seenBy }) => seenBy)).toEqual([
    [1, 2],
    [1, 2],
  ]);
});
