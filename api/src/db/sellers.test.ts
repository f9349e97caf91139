import type { BusinessSettings } from '@northlight/shared/contracts/shop.ts';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { pdfPages } from '../../test/fixtures/pdf-text.ts';
import { loggedIn } from '../../test/fixtures/admin-fixtures.ts';
import { appWithAdmin } from '../../test/shop/admin-client.ts';
import { pageLink } from '../../test/shop/purchase-steps.ts';
import { quotesOf } from '../../test/shop/quote-steps.ts';
import { logLines, startTestApp, testDatabase, testEnv, type TestApp } from '../../test/shop/test-app.ts';
import { businessOfServer } from '../operations/shop/business.ts';
import { currentCatalog } from './catalogs.ts';
import { sellers, shopVersions } from './schema/server.ts';
import { inTransaction } from './transaction.ts';
import { fillSellers, noteSeller, sellerAt, sellerIn, startOfMonth } from './sellers.ts';

const HOURS = { ...testEnv().hours, timeZone: 'America/New_York' };
const OLD = testEnv({ hours: HOURS });
const MOVED: BusinessSettings = {
  ...businessOfServer(OLD),
  name: 'Northlight Media LLC',
  address: '500 New Road',
  taxId: '12-3456789',
  timeZone: 'Asia/Tokyo',
};
/** In New York, it is still November. */
const EVENING = new Date('2026-12-01T02:00:00.000Z');

/** The owner publishes another business, a minute later. */
async function publish({ db, clock }: TestApp, business: BusinessSettings): Promise<void> {
  clock.now = new Date(clock.now.getTime() + 60_000);
  const { services, addons, taxes } = currentCatalog(db);
  const values = { services, addons, taxes, content: {}, business };
  const times = { publishedAt: clock.now, createdAt: clock.now };
  await inTransaction(db, () =>
    db
      .insert(shopVersions)
      .values({ values, state: 'published', ...times })
      .run(),
  );
  await expect.poll(() => sellerAt(db, clock.now).business.name).toBe(business.name);
}

const read = async (app: TestApp, path: string) =>
  Buffer.from(await (await fetch(`${app.base}${path}`)).arrayBuffer());
const invoice = (app: TestApp, number: string) =>
  `/api/order/invoice.pdf?${new URLSearchParams(pageLink(app, number))}`;
const textOf = async (file: Buffer) => (await pdfPages(file)).flat().join('\n');

test('a business that moves changes no document of its, in no download and no month of the books', async () => {
  const app = await appWithAdmin({ env: { hours: HOURS } });
  app.clock.now = EVENING;
  const cookie = await loggedIn(app);
  const see = async (path: string) => (await app.get(path, cookie)).body;
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['voice'] }));
  const quotes = await quotesOf(app);
  await quotes.write();
  const { search } = new URL((await quotes.read()).link);
  await (await quotes.link()).accept();
  const paths = [invoice(app, 'ORD-10001'), invoice(app, 'ORD-10002'), `/api/quote/quote.pdf${search}`];
  const given = await Promise.all(paths.map((path) => read(app, path)));
  for (const file of given) {
    const text = await textOf(file);
    expect(text).toContain(OLD.business.name);
    expect(text).toContain('November 30, 2026');
  }
  const november = await see('/api/json/invoices?month=2026-11');
  expect(november.invoices).toMatchObject([{ number: 'INV-1001', day: '2026-11-30' }]);

  await publish(app, MOVED);
  const again = await Promise.all(paths.map((path) => read(app, path)));
  expect(again.map((file, index) => file.equals(given[index] ?? file.subarray(1)))).toEqual([
    true,
    true,
    true,
  ]);
  expect((await see('/api/json/invoices?month=2026-11')).invoices).toEqual(november.invoices);
  expect((await see('/api/json/invoices?month=2026-12')).invoices).toEqual([]);
  expect((await see('/api/json/taxes?from=2026-11&to=2026-11')).sums.invoices).toBe(1);

  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const newer = await textOf(await read(app, invoice(app, 'ORD-10003')));
  for (const part of [MOVED.name, MOVED.address, MOVED.taxId, 'December 1, 2026'])
    expect(newer).toContain(part);
  const december = await see('/api/json/invoices?month=2026-12');
  expect(december.invoices).toMatchObject([{ number: 'INV-1002', day: '2026-12-01' }]);
  expect((await see('/api/json/cases/ORD-10003')).documents).toMatchObject([{ day: '2026-12-01' }]);
});

test('documents from before get the seller of the version of their day, once, and the log counts them', async () => {
  const app = await startTestApp({ env: { hours: HOURS } });
  app.clock.now = EVENING;
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await publish(app, MOVED);
  const later = { ...MOVED, name: 'Northlight Works' };
  await publish(app, later);
  // As a database of an older version has it.
  app.db.delete(sellers).run();
  const lines = logLines();
  await startTestApp({ db: app.db, env: { hours: HOURS }, log: lines.log });
  const ofDay = [0, 90_000, 150_000].map((ms) => sellerAt(app.db, new Date(EVENING.getTime() + ms)));
  expect(ofDay.map(({ business }) => business.name)).toEqual([OLD.business.name, MOVED.name, later.name]);
  expect(lines.entries()).toMatchObject([{ documents: 1, msg: expect.stringContaining('seller') }]);
  expect(fillSellers(app.db, () => expect.fail('filled twice'))).toBeNull();
});

test('a seller is noted when something of it changes, and never before the last one', () => {
  const db = testDatabase();
  const seller = (name: string, timeZone = 'UTC') => ({ business: { ...OLD.business, name }, timeZone });
  noteSeller(db, seller('A'), EVENING);
  noteSeller(db, seller('A'), new Date(EVENING.getTime() + 1));
  noteSeller(db, seller('B'), new Date(EVENING.getTime() + 2));
  // The clock was set back.
  noteSeller(db, seller('C'), new Date(EVENING.getTime() - 5_000));
  noteSeller(
    db,
    sellerIn({ business: seller('C').business, hours: HOURS }),
    new Date(EVENING.getTime() + 10),
  );
  const stored = db.select().from(sellers).all();
  expect(
    stored.map(({ since, seller: { business, timeZone } }) => [since.getTime(), business.name, timeZone]),
  ).toEqual([
    [0, 'A', 'UTC'],
    [EVENING.getTime() + 2, 'B', 'UTC'],
    [EVENING.getTime() + 3, 'C', 'UTC'],
    [EVENING.getTime() + 10, 'C', 'America/New_York'],
  ]);
  expect(sellerAt(db, new Date(-1)).business.name).toBe('A');
});

test.each([
  // A month begins where its documents begin to have its days.
  ['America/New_York', 'Asia/Tokyo', '2026-11-30T18:00:00Z', '2026-11-30T18:00:00Z'],
  ['America/New_York', 'Asia/Tokyo', '2026-11-30T10:00:00Z', '2026-11-30T15:00:00Z'],
  ['America/New_York', 'Asia/Tokyo', '2026-12-05T10:00:00Z', '2026-12-01T05:00:00Z'],
  ['Asia/Tokyo', 'America/New_York', '2026-11-20T10:00:00Z', '2026-12-01T05:00:00Z'],
  ['Asia/Tokyo', 'America/New_York', '2026-12-02T10:00:00Z', '2026-11-30T15:00:00Z'],
])('the books from %s to %s at %s: December begins at %s', (from, to, at, begins) => {
  const db = testDatabase();
  noteSeller(db, { business: OLD.business, timeZone: from }, new Date(0));
  noteSeller(db, { business: OLD.business, timeZone: to }, new Date(at));
  expect(startOfMonth(db, '2026-12')).toEqual(new Date(begins));
});
