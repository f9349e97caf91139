import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard, decidePaypal } from '../../../test/shop/purchase-steps.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { databaseWithWait } from '../../../test/shop/between.ts';
import { createLog } from '../../base/log.ts';
import { HOUR_MS } from '../../base/units.ts';
import { createContext } from '../../server/context.ts';
import { createSiteBuilder } from './site-builder.ts';
import { publishNext } from './publish.ts';
import * as store from './version-store.ts';
import { shopBody, type Changes } from '../../../test/shop/changed-shop.ts';
import { aBuilder, LATER_PRICE, openShop, PRICE } from '../../../test/shop/shop-versions.ts';
import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import type { Catalog } from '@northlight/shared/catalog/catalog.ts';
import { centsToDollars } from '@northlight/shared/catalog/money.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

test('an add-on that earlier orders may name can’t be left out', async () => {
  const { app, owner, read } = await openShop();
  const shop = await read();
  const fewer = { ...shopBody(shop, {}), addons: shop.addons.slice(1) };
  const { status, body } = await app.post('/api/json/shop', fewer, owner);
  expect([status, body.fields.addons]).toEqual([400, [expect.stringMatching(/turn an add-on off/)]]);
});

test('a new shop has the prices of the code', async () => {
  const { read } = await openShop();
  expect(await read()).toMatchObject({
    version: 1,
    publishedVersion: 1,
    state: 'published',
    services: DEFAULT_CATALOG.services,
    addons: DEFAULT_CATALOG.addons,
    taxes: DEFAULT_CATALOG.taxes,
  });
});

test('a published price is charged, and the order keeps its terms when they change again', async () => {
  const { app, read, publish } = await openShop();
  const version = await publish({
    services: { website: { firstPaymentCents: 15_900, daysTo: 3, rounds: 7 } },
    taxes: [{ state: 'OH', percent: 7.25 }],
  });
  expect((await read()).publishedVersion).toBe(version);
  const ohio = { state: 'Ohio', postalCode: '43004' };
  const { body } = await buyWithCard(app, aDraft({ ...ohio, catalogVersion: version }));
  // 7.25% of 159.00 is 11.5275.
  expect(body.order).toMatchObject({ initialPayment: '170.53', price: { taxCents: 1_153 } });
  await publish({ services: { website: { rounds: 2 } }, taxes: [] });
  const { terms } = app.db.$client.prepare('SELECT terms FROM orders').get() as { terms: string };
  expect(JSON.parse(terms)).toMatchObject({
    taxPercent: 7.25,
    services: { website: { daysFrom: 1, daysTo: 3, rounds: 7 } },
  });
});

test('a version that is not the newest is refused, and nothing is lost', async () => {
  const { change, read } = await openShop();
  const { version } = await read();
  await change(PRICE, { publish: false });
  const late = await change(LATER_PRICE, { version });
  expect([late.status, late.body.error]).toEqual([409, expect.stringMatching(/changed the shop while/)]);
  expect((await read()).services.website.firstPaymentCents).toBe(15_900);
});

test('a draft is not charged, and can be discarded', async () => {
  const { app, change, read, act } = await openShop();
  const { body: draft } = await change(PRICE, { publish: false });
  await publishNext(app.context);
  expect(await read()).toMatchObject({ version: draft.version, state: 'draft', publishedVersion: 1 });
  expect((await buyWithCard(app, aDraft())).body.order.initialPayment).toBe('149.00');
  expect((await act(draft.version, 'discard')).body).toEqual({ version: 1 });
  expect((await read()).services.website.firstPaymentCents).toBe(14_900);
});

test('a scheduled version is published at its time, unless a later one replaces it', async () => {
  const { app, change, read, later } = await openShop();
  const publishAt = new Date(app.clock.now.getTime() + HOUR_MS).toISOString();
  const { body } = await change(PRICE, { publish: false, publishAt });
  await publishNext(app.context);
  expect(await read()).toMatchObject({ state: 'scheduled', publishAt, publishedVersion: 1 });
  await later(1);
  await publishNext(app.context);
  expect(await read()).toMatchObject({ state: 'published', publishedVersion: body.version });

  const next = new Date(app.clock.now.getTime() + HOUR_MS).toISOString();
  await change(LATER_PRICE, { publish: false, publishAt: next });
  await change({ services: { website: { monthlyCents: 3_100 } } });
  await later(2);
  while (await publishNext(app.context));
  expect((await read()).services.website).toMatchObject({ firstPaymentCents: 16_900, monthlyCents: 3_100 });
  const past = await change(PRICE, { publish: false, publishAt });
  expect([past.status, past.body.fields.publishAt]).toEqual([400, [expect.stringMatching(/in the future/)]]);
});

test('each version says what changed, and an earlier one can be restored', async () => {
  const { publish, versions, act, read, app } = await openShop();
  await publish(PRICE);
  await publish({ addons: [{ id: 'custom-domain', priceCents: 5_900 }] });
  const [last, before] = await versions();
  const words = ', Website: Your own web address, connected and secured.';
  const change = { what: 'Add-on Custom Domain Setup', from: `$49${words}`, to: `$59${words}` };
  expect([last.by, last.changes]).toEqual(['ada', [change]]);
  expect(before.changes).toEqual([{ what: 'Website: first payment', from: '$149', to: '$159' }]);
  expect((await act(1, 'restore')).status).toBe(200);
  await publishNext(app.context);
  expect(await read()).toMatchObject({
    services: { website: { firstPaymentCents: 14_900 } },
    addons: [{}, { priceCents: 4_900 }, {}],
  });
  expect((await act(999, 'restore')).status).toBe(404);
});

test('the owner’s own add-on is sold with its period, by the year for twelve months', async () => {
  const { app, publish } = await openShop();
  const monthly = { period: 'month', service: 'website' } as const;
  const blog = { id: 'blog', name: 'A Blog Post', priceCents: 2_000, ...monthly };
  const stock = { id: 'photos', name: 'Photos', priceCents: 3_500, service: 'onhold' } as const;
  const catalogVersion = await publish({ addons: [blog, stock] });
  const draft = aDraft({
    serviceTypes: ['website', 'onhold'],
    addons: [anAddon('blog'), { serviceId: 'onhold', addonId: 'photos' }],
    catalogVersion,
  });
  const { body } = await buyWithCard(app, draft);
  expect(body.order).toMatchObject({ initialPayment: '283.00', recurringPayment: '50.00' });
  expect(body.order.price.lines).toContainEqual(
    expect.objectContaining({ addonId: 'blog', amountCents: 0, note: '$20.00 a month' }),
  );
  const yearly = await buyWithCard(app, aDraft({ ...draft, checkoutId: randomUUID(), isYearly: true }));
  expect(yearly.body.order.recurringPayment).toBe('540.00');
});

test('texts of the pages are changed, and the code’s come back', async () => {
  const { publish, read, versions } = await openShop();
  await publish({ content: { 'home.heading': 'Pages from {website price}' } });
  expect((await read()).content).toEqual({ 'home.heading': 'Pages from {website price}' });
  await publish({ content: { 'home.heading': null } });
  expect((await read()).content).toEqual({});
  expect((await versions())[0].changes).toEqual([
    { what: 'Home, Top of the page: Heading', from: 'Pages from {website price}', to: '' },
  ]);
});

test('what is paused, hidden, or off cannot be bought, and a pause ends by itself', async () => {
  const { app, publish, read, later } = await openShop();
  await publish({
    services: {
      onhold: { state: 'paused', pausedUntil: '2026-11-23', pausedText: 'Back on Monday.' },
      voice: { state: 'hidden' },
    },
    addons: [{ id: 'revisions', isActive: false }],
  });
  const paid = (serviceTypes: ('onhold' | 'voice' | 'website')[], addons: string[] = []) =>
    app.post('/api/create-payment-intent', {
      amount: 1,
      ...aDraft({ serviceTypes, addons: addons.map(anAddon) }),
    });
  expect((await paid(['onhold'])).body.error).toMatch(/new orders for this right now: On-Hold Audio/);
  expect((await paid(['website', 'voice'])).status).toBe(409);
  expect((await paid(['website'], ['revisions'])).status).toBe(400);
  expect((await paid(['website'], ['custom-domain'])).status).toBe(200);
  await later(48);
  while (await publishNext(app.context));
  expect((await read()).services.onhold).toMatchObject({ state: 'open', pausedUntil: null });
  expect((await paid(['onhold'])).status).toBe(200);
});

test('a pause ends by itself even after a version that failed, which stays as it is otherwise', async () => {
  const { app, publish, read, change, later } = await openShop();
  await publish({
    services: { onhold: { state: 'paused', pausedUntil: '2026-11-23', pausedText: 'Back.' } },
  });
  const builder = aBuilder(app);
  await change(PRICE);
  await publishNext(app.context);
  expect(await read()).toMatchObject({ state: 'failed' });
  const { failure } = await read();
  await later(48);
  // Tried once a day while it fails.
  const before = builder.builds;
  for (let times = 0; times < 5; times += 1) while (await publishNext(app.context));
  expect(builder.builds).toBe(before + 1);
  builder.isBroken = false;
  await later(24);
  while (await publishNext(app.context));
  const shop = await read();
  expect(shop).toMatchObject({
    state: 'failed',
    failure,
    services: { website: { firstPaymentCents: 15_900 } },
  });
  expect(shop.services.onhold).toMatchObject({ state: 'open', pausedUntil: null });
  const paid = await app.post('/api/create-payment-intent', {
    amount: 1,
    ...aDraft({ serviceTypes: ['onhold'] }),
  });
  expect([paid.status, paid.body.amount]).toEqual([200, 99]);
  expect((await app.post('/api/create-payment-intent', { amount: 1, ...aDraft() })).body.amount).toBe(149);
});

test('a scheduled version that is discarded at its last moment is not published', async () => {
  const { db, beforeNext } = databaseWithWait();
  const { app, change, read, later } = await openShop(db);
  const publishAt = new Date(app.clock.now.getTime() + HOUR_MS).toISOString();
  const { body } = await change(PRICE, { publish: false, publishAt });
  await later(1);
  const builder = aBuilder(app);
  builder.isBroken = false;
  beforeNext(() => store.update(db, body.version, { state: 'discarded' }));
  while (await publishNext(app.context));
  expect([builder.builds, await read()]).toMatchObject([
    0,
    { publishedVersion: 1, services: { website: { firstPaymentCents: 14_900 } } },
  ]);
});

test('who saw a price pays it for 24 hours, and is told after that', async () => {
  const { app, publish, later } = await openShop();
  await publish(PRICE);
  const intent = (catalogVersion?: number) =>
    app.post('/api/create-payment-intent', { amount: 1, ...aDraft({ catalogVersion }) });
  // Built before anything was published.
  expect((await intent(0)).body.amount).toBe(149);
  expect((await intent(1)).body.amount).toBe(149);
  expect((await intent()).body.amount).toBe(159);
  await later(23.9);
  expect((await intent(0)).body.amount).toBe(149);
  await later(0.2);
  const told = await intent(0);
  expect([told.status, told.body.error]).toEqual([409, expect.stringMatching(/Our prices have changed/)]);
  expect((await intent(99)).status).toBe(409);
  expect(app.db.$client.prepare('SELECT count(*) AS count FROM payments').get()).toEqual({ count: 4 });
});

test.each<[Changes, string, RegExp]>([
  [
    { services: { website: { firstPaymentCents: 10 } } },
    'services.website.firstPaymentCents',
    /at least \$0.50/,
  ],
  [{ services: { website: { monthlyCents: null } } }, 'services.website.monthlyCents', /at least/],
  [
    { services: { website: { yearlyCents: 40_000 } } },
    'services.website.yearlyCents',
    /more than 12 months, \$360/,
  ],
  [{ services: { onhold: { monthlyCents: 500 } } }, 'services.onhold.monthlyCents', /paid once/],
  [{ services: { website: { daysFrom: 5 } } }, 'services.website.daysTo', /must not be smaller/],
  [{ services: { website: { daysTo: 0 } } }, 'services.website.daysTo', /1 to 30/],
  [{ services: { voice: { rounds: 5 } } }, 'services.voice.rounds', /aren’t counted/],
  [{ services: { voice: { state: 'paused' } } }, 'services.voice.pausedText', /what buyers see/],
  [
    { services: { voice: { state: 'paused', pausedText: 'Soon.', pausedUntil: '2026-11-21' } } },
    'services.voice.pausedUntil',
    /after today/,
  ],
  [{ addons: [{ id: 'new' }] }, 'addons.3.name', /enter a name/],
  [{ addons: [{ id: 'revisions', name: '<b>More</b>' }] }, 'addons.0.name', /leave out < and >/],
  [
    { services: { voice: { state: 'paused', pausedText: 'Back > soon' } } },
    'services.voice.pausedText',
    /leave out/,
  ],
  [{ services: { voice: { pausedText: '<i>' } } }, 'services.voice.pausedText', /leave out/],
  [{ addons: [{ id: 'revisions', priceCents: null }] }, 'addons.0.priceCents', /needs a price/],
  [{ addons: [{ id: 'revisions', period: 'month' }] }, 'addons.0.period', /paid once/],
  [
    { addons: [{ id: 'x', name: 'X', priceCents: 500, period: 'year', service: 'voice' }] },
    'addons.3.period',
    /Only a website/,
  ],
  [{ addons: [{ id: 'Bad ID', name: 'X' }] }, 'addons.3.id', /lowercase/],
  [{ taxes: [{ state: 'XX', percent: 5 }] }, 'taxes.0.state', /choose a state/],
  [{ taxes: [{ state: 'OH', percent: 5.1234 }] }, 'taxes.0.percent', /three decimals/],
  [{ taxes: [{ state: 'OH', percent: 50 }] }, 'taxes.0.percent', /0 to 20/],
  [{ services: { website: { firstPaymentCents: 0.5 } } }, 'services.website.firstPaymentCents', /an amount/],
  [{ taxes: [{ state: 'OH', percent: 5, name: 'Ahia' }] }, 'taxes.0.state', /choose a state/],
  [{ addons: [{ id: 'custom-domain', description: 'For {nothing}' }] }, 'addons.1.description', /leave out/],
  [{ content: { 'home.heading': '<b>Sale</b>' } }, 'content.home.heading', /leave out < and >/],
  [{ content: { 'home.nothing': 'Sale' } }, 'content.home.nothing', /no such text/],
  [{ content: { 'home.testimonials': [] } }, 'content.home.testimonials', /at least 1/],
])('%j is refused with the reason', async (changes, field, reason) => {
  const { change, read } = await openShop();
  const { status, body } = await change(changes);
  expect([status, Object.keys(body.fields)[0], body.fields[field]?.[0]]).toEqual([
    400,
    field,
    expect.stringMatching(reason),
  ]);
  expect((await read()).version).toBe(1);
});

test('prices and pages change in one step, and a build that fails changes neither', async () => {
  const { app, dataDir, change, read } = await openShop();
  const builds = tempFolder();
  for (const name of ['first', 'second']) {
    mkdirSync(join(builds, name));
    writeFileSync(join(builds, name, 'index.html'), name);
  }
  writeFileSync(join(builds, 'current'), 'first');
  const script = join(builds, 'build.mjs');
  const switched: number[] = [];
  app.context.siteBuilder = createSiteBuilder(
    {
      builds,
      script,
      switchTo: () => void read().then((shop) => switched.push(shop.publishedVersion)),
      switchPreview: () => {},
    },
    createLog('silent'),
  );
  writeFileSync(
    script,
    `console.error('index.html weighs 20,000 bytes, and 14,000 are allowed.'); process.exit(1)`,
  );
  await change(PRICE);
  await publishNext(app.context);
  expect(await read()).toMatchObject({
    state: 'failed',
    failure:
      'Your website is unchanged, because its new pages failed a check: index.html weighs 20,000 bytes, and 14,000 are allowed.',
    publishedVersion: 1,
  });
  expect(existsSync(join(dataDir, 'shop.json'))).toBe(false);

  writeFileSync(
    script,
    `import { readFileSync, writeFileSync } from 'node:fs';
     const { catalog } = JSON.parse(readFileSync(${JSON.stringify(dataDir)} + '/' + process.env.SHOP_FILE, 'utf8'));
     writeFileSync(${JSON.stringify(join(builds, 'built'))}, String(catalog.services.website.firstPaymentCents));`,
  );
  const { body } = await change({});
  await publishNext(app.context);
  expect(await read()).toMatchObject({ state: 'published', failure: null, publishedVersion: body.version });
  expect(readFileSync(join(builds, 'built'), 'utf8')).toBe('15900');
  expect(JSON.parse(readFileSync(join(dataDir, 'shop.json'), 'utf8')).catalog.version).toBe(body.version);
  expect(switched).toEqual([body.version]);
});

test('owners see on the overview that nothing was published, why, and where to go on', async () => {
  const { app, change, publish } = await openShop();
  const owner = await loggedIn(app);
  const overview = async () => (await app.get('/api/json/overview', owner)).body;
  const builder = aBuilder(app);
  await app.post('/api/admin/setup', { isDismissed: true }, owner);
  await change(PRICE);
  expect(await overview()).toMatchObject({ isPublishing: true });
  expect(await overview()).not.toHaveProperty('publishFailure');
  await publishNext(app.context);
  expect((await overview()).publishFailure).toMatch(/^Your website is unchanged, .*disk is full\./);
  const samples = { ids: ['tax'], action: 'remove' };
  const refused = await app.post('/api/json/samples', samples, owner);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    expect.stringContaining('at the end of Settings, Shop.'),
  ]);
  builder.isBroken = false;
  await publish({});
  expect(await overview()).not.toHaveProperty('publishFailure');
});

test('a shop that stopped while it published goes on at the next start', async () => {
  const { app, change, read } = await openShop();
  const { body } = await change(PRICE);
  const restarted = createContext({ ...app.context });
  await publishNext(restarted);
  expect((await read()).publishedVersion).toBe(body.version);
});

test('only owners change the shop and read its drafts, and everyone on the team reads what is published', async () => {
  const { app, change, read } = await openShop();
  const sam = { username: 'sam', password: 'a quiet south window' };
  await addAdmin(app, { ...sam, role: 'staff' });
  const staff = await loggedIn(app, sam);
  const content = { 'home.heading': 'Secret until Friday' };
  await change({ ...PRICE, content }, { publish: false });
  expect(await read()).toMatchObject({ state: 'draft', content, version: 2 });
  const kim = { username: 'kim', password: 'a quiet north window', role: 'accountant' as const };
  await addAdmin(app, kim);
  for (const reader of [staff, await loggedIn(app, kim)]) {
    const { status, body } = await app.get('/api/json/shop', reader);
    expect([status, body.version, body.state]).toEqual([200, 1, 'published']);
    expect(JSON.stringify(body)).not.toMatch(/Secret|159/);
  }
  expect((await app.get('/api/json/shop/versions', staff)).status).toBe(403);
  expect((await app.post('/api/json/shop', shopBody(await read(), PRICE), staff)).status).toBe(403);
  expect((await app.get('/api/json/shop')).status).toBe(401);
});

type Window = { checkoutId: string; catalog: Catalog; email: string; isPaypal: boolean };

/**
 * 50 checkouts, some of them in two windows, while the owner changes prices and time passes. Every charge is what the
 * window that paid had shown, and a checkout is charged once.
 */
test.each(Array.from({ length: inFull(10) }, (_, seed) => [seed]))(
  'nobody pays a price that they did not see, while prices change (%i)',
  async (seed) => {
    const random = seededRandom(seed + 1);
    const upTo = (limit: number) => Math.floor(random() * limit);
    const app = await appWithAdmin({ env: { dataDir: tempFolder() } });
    let owner = await loggedIn(app);
    let catalog: Catalog = { ...DEFAULT_CATALOG, version: 1 };

    async function publish(): Promise<void> {
      owner = await loggedIn(app);
      const firstPaymentCents = 10_000 + upTo(9_000);
      const monthlyCents = 2_500 + upTo(1_000);
      const shop = (await app.get('/api/json/shop', owner)).body;
      const sent = shopBody(shop, { services: { website: { firstPaymentCents, monthlyCents } } });
      const { status, body } = await app.post('/api/json/shop', sent, owner);
      expect(status, JSON.stringify(body)).toBe(200);
      await publishNext(app.context);
      const offer = { ...catalog.services.website, firstPaymentCents, monthlyCents };
      catalog = { ...catalog, version: body.version, services: { ...catalog.services, website: offer } };
    }

    const windows: Window[] = Array.from({ length: 50 }, (_, nth) => ({
      checkoutId: randomUUID(),
      catalog,
      email: `buyer${nth}@shop.example`,
      isPaypal: random() < 0.4,
    }));
    const seen = new Map<string, Set<number>>();
    const told: string[] = [];

    async function pay(window: Window): Promise<void> {
      const { checkoutId, email, isPaypal } = window;
      const draft = aDraft({ checkoutId, email, catalogVersion: window.catalog.version });
      const shown = computePrice(window.catalog, { serviceIds: ['website'], addonIds: [], isYearly: false });
      seen.set(checkoutId, (seen.get(checkoutId) ?? new Set()).add(shown.dueTodayCents));
      const amount = centsToDollars(shown.dueTodayCents);
      const start = await app.post(isPaypal ? '/api/process-paypal' : '/api/create-payment-intent', {
        amount,
        ...draft,
      });
      if (start.status === 409) {
        told.push(start.body.code);
        // The page is opened again.
        window.catalog = catalog;
        return;
      }
      expect(start.status, JSON.stringify(start.body)).toBe(200);
      // Another window has paid.
      if (start.body.order) return;
      if (random() < 0.3) await publish();
      if (random() < 0.2) app.wait(30 * HOUR_MS);
      const ids = isPaypal
        ? { paymentMethod: 'paypal' as const, paypalOrderId: start.body.paypalOrderId }
        : { paymentIntentId: start.body.paymentIntentId };
      if (isPaypal) await decidePaypal(app, start.body.paypalOrderId, 'approve');
      else await confirmCard(app, start.body.clientSecret);
      const order = await checkOut(app, draft, ids);
      if (order.status === 200) expect(order.body.order.initialPayment).toBe(amount.toFixed(2));
      else told.push(order.body.code);
    }

    for (let step = 0; step < 250; step += 1) {
      const window = windows[upTo(windows.length)];
      if (!window) continue;
      if (random() < 0.1) await publish();
      // Another window of the same checkout, opened now.
      if (random() < 0.2) windows.push({ ...window, catalog, isPaypal: random() < 0.5 });
      await pay(window);
    }

    const charged = app.db.$client
      .prepare(`SELECT draft_id AS id, amount_cents AS cents FROM payments WHERE status = 'paid'`)
      .all() as { id: string; cents: number }[];
    expect(charged.length).toBeGreaterThan(20);
    expect(new Set(charged.map(({ id }) => id)).size).toBe(charged.length);
    for (const { id, cents } of charged) expect([...(seen.get(id) ?? [])]).toContain(cents);
    expect(told).toContain('prices_changed');
    const orders = app.db.$client
      .prepare(
        `SELECT count(*) FROM orders JOIN payments ON payments.id = orders.payment_id
        WHERE orders.initial_payment_cents <> payments.amount_cents`,
      )
      .pluck()
      .get();
    expect(orders).toBe(0);
  },
);
