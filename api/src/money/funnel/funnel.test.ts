import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { expect, test } from 'vitest';
import { campaigns, stepCounts } from '../../db/schema/sales.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows, writesSoFar } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { readFunnel } from './routes.ts';
import { sweepPayments } from '../provider-events/sweep.ts';

const PERSON = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
const HOUR = 60 * 60_000;

const send = async (app: TestApp, change: object, headers: Record<string, string> = PERSON) => {
  const response = await fetch(`${app.base}/api/sale-steps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ step: 'seen', isFirst: true, services: ['website'], cameFrom: {}, ...change }),
  });
  return response.status;
};

test('the funnel counts each step in all, by service, and by where the visit came from', async () => {
  const { app, see } = await openConsole();
  const news = { source: 'Newsletter', medium: 'email', campaign: 'spring' };
  await send(app, { services: SERVICE_IDS });
  await send(app, { services: SERVICE_IDS, cameFrom: news });
  await send(app, { step: 'services', cameFrom: news });
  await send(app, { step: 'services', isFirst: false, services: ['onhold'], cameFrom: news });
  await send(app, { step: 'information', services: ['website', 'onhold'], cameFrom: news });
  await send(app, { step: 'payment', services: ['website', 'onhold'], cameFrom: news });
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'], cameFrom: news }));
  const answer = await see('/api/json/funnel');
  expect(answer).toMatchObject({
    all: [2, 1, 1, 1, 1],
    byService: { website: [2, 1, 1, 1, 1], voice: [2, 0, 0, 0, 0], onhold: [2, 1, 1, 1, 1] },
    campaigns: [
      { name: 'newsletter / email / spring', counts: [1, 1, 1, 1, 1], cents: 24_800 },
      { name: 'Direct', counts: [1, 0, 0, 0, 0], cents: 0 },
    ],
  });
  const { order } = await see('/api/json/cases/ORD-10001');
  expect(order.cameFrom).toBe('newsletter / email / spring');
});

test('an order whose browser closed is counted when the sweep finds its payment, once', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft({ cameFrom: { referrer: 'google.com' } });
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret);
  expect((await see('/api/json/funnel')).all).toEqual([0, 0, 0, 0, 0]);
  app.wait(HOUR);
  await sweepPayments(app.context);
  await checkOut(app, draft, { paymentIntentId });
  expect((await see('/api/json/funnel')).campaigns).toEqual([
    { name: 'From google.com', counts: [0, 0, 0, 0, 1], cents: 14_900 },
  ]);
});

test('an order with nothing to pay passes the payment step, and one that is not paid does not count', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  expect(await see('/api/json/funnel')).toMatchObject({
    all: [0, 0, 0, 1, 1],
    byService: { voice: [0, 0, 0, 1, 1], website: [0, 0, 0, 0, 0] },
    campaigns: [{ name: 'Direct' }],
  });
});

test('only the asked days count, in the studio’s time zone, and old counts are deleted', async () => {
  const { app } = await openConsole();
  // Still November 20 in New York.
  app.clock.now = new Date('2026-11-21T04:59:00Z');
  await send(app, {});
  const at = (time: string, days = 30) => {
    app.clock.now = new Date(time);
    return readFunnel(app.context, days).all[0];
  };
  expect(at('2026-12-19T17:00:00Z')).toBe(1);
  expect(at('2026-12-20T17:00:00Z')).toBe(0);
  expect(at('2026-12-20T17:00:00Z', 90)).toBe(1);
  app.clock.now = new Date('2028-01-10T17:00:00Z');
  await send(app, { cameFrom: { source: 'later' } });
  expect(
    app.db
      .select()
      .from(stepCounts)
      .all()
      .map(({ day }) => day),
  ).toEqual(['2028-01-10', '2028-01-10']);
  expect(app.db.select().from(campaigns).all()).toHaveLength(1);
});

test('robots are answered and not counted', async () => {
  const { app } = await openConsole();
  const before = writesSoFar(app.db);
  for (const agent of ['Googlebot/2.1 (+http://www.google.com/bot.html)', 'curl/8.5.0', 'HeadlessChrome/150'])
    expect(await send(app, {}, { 'user-agent': agent })).toBe(204);
  expect(writesSoFar(app.db)).toBe(before);
});

test('a hostile client fills no disk: long labels are cut, and the 201st campaign of a day joins the others', async () => {
  const { app, see } = await openConsole();
  for (let place = 0; place < 205; place += 1) {
    await send(app, { cameFrom: { campaign: `${place} ${'x'.repeat(1_500)}` } });
  }
  const stored = app.db.select().from(campaigns).all();
  expect(stored).toHaveLength(201);
  expect(Math.max(...stored.map(({ campaign }) => campaign.length))).toBe(60);
  const { all, more, campaigns: shown } = await see('/api/json/funnel');
  expect({ all, more }).toEqual({ all: [205, 0, 0, 0, 0], more: 189 });
  expect(shown[0]).toEqual({ name: 'others', counts: [5, 0, 0, 0, 0], cents: 0 });
  expect(await send(app, { cameFrom: { campaign: 'x'.repeat(5_000) } })).toBe(400);
  expect(await send(app, { step: 'paid' })).toBe(400);
});

test('on a full day, campaigns that have sold something and every sale keep their names', async () => {
  const app = await startTestApp();
  const from = (source: string) => ({ source, medium: '', campaign: '', referrer: '', promo: '' });
  await buyWithCard(app, aDraft({ cameFrom: from('newsletter') }));
  app.wait(24 * HOUR);
  for (let place = 0; place < 205; place += 1) await send(app, { cameFrom: from(`made-up-${place}`) });
  await send(app, { cameFrom: from('newsletter') });
  await buyWithCard(app, aDraft({ cameFrom: from('podcast') }));
  const { campaigns: shown } = readFunnel(app.context, 30);
  const find = (named: string) => shown.find(({ name }) => name === named);
  expect(find('newsletter')).toMatchObject({ counts: [1, 0, 0, 0, 1] });
  expect(find('podcast')).toMatchObject({ counts: [0, 0, 0, 0, 1], cents: 14_900 });
  expect(find('others')?.cents).toBe(0);
});

test('a strange note about where a visit came from keeps nobody from buying, and no address is stored', async () => {
  const { app } = await openConsole();
  const strange = [{ source: 5 }, 'x', { source: 'x'.repeat(9_000) }] as unknown as { source: string }[];
  for (const cameFrom of strange) expect((await buyWithCard(app, aDraft({ cameFrom }))).status).toBe(200);
  await buyWithCard(app, aDraft({ cameFrom: { source: 'ada@example.com' } }));
  expect(rows.orders(app.db).map(({ cameFrom }) => cameFrom?.source)).toEqual([
    undefined,
    undefined,
    undefined,
    '',
  ]);
  expect(JSON.stringify(app.db.select().from(campaigns).all())).not.toContain('@');
});
