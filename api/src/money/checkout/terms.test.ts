import { expect, test } from 'vitest';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { confirmCard } from '../../../test/shop/purchase-steps.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { shopVersions } from '../../db/schema/server.ts';
import type { Content } from '@northlight/shared/content/field.ts';
import { currentCatalog } from '../../db/catalogs.ts';

const ACCEPT = 'Please accept the terms';
const sections = [{ heading: 'Refunds', words: 'Ask within 14 days.' }];

/** A shop whose owner publishes terms a minute after it opened. */
async function openShop() {
  const shop = await openQuotes();
  const { db, clock } = shop.app;
  const { services, addons, taxes } = currentCatalog(db);
  return {
    ...shop,
    publish: (content: Content = { 'terms.sections': sections }) => {
      clock.now = new Date(clock.now.getTime() + 60_000);
      const values = { services, addons, taxes, content, business: null };
      const version = { values, state: 'published' as const, publishedAt: clock.now, createdAt: clock.now };
      return Number(db.insert(shopVersions).values(version).run().lastInsertRowid);
    },
  };
}

test('with terms, neither a payment nor a free order starts before they are accepted', async () => {
  const { app, admin, publish } = await openShop();
  const version = publish();
  const draft = aDraft({ serviceTypes: ['website'] });
  const started = [
    await app.post('/api/create-payment-intent', { amount: 149, ...draft }),
    await app.post('/api/process-paypal', { amount: 149, ...draft, acceptsTerms: false }),
    await app.post('/api/checkout', aCheckout(draft)),
  ];
  for (const { status, body } of started)
    expect([status, body.fields]).toEqual([400, { acceptsTerms: [ACCEPT] }]);
  expect(rows.payments(app.db)).toEqual([]);
  expect(rows.orders(app.db)).toEqual([]);
  await buyWithCard(app, { ...draft, acceptsTerms: true });
  const at = app.clock.now.toISOString();
  expect(rows.orders(app.db)[0]).toMatchObject({ acceptedTerms: { version, at } });
  const { order } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
  expect(order.acceptedTerms).toEqual({ version, at });
});

test('a page from before the terms sells without them for a day, and a shop without terms asks for none', async () => {
  const { app, publish } = await openShop();
  const { version: before } = currentCatalog(app.db);
  publish();
  const old = aDraft({ serviceTypes: ['website'], catalogVersion: before });
  await buyWithCard(app, old);
  publish({});
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  expect(rows.orders(app.db).map(({ acceptedTerms }) => acceptedTerms)).toEqual([null, null]);
});

test('what is paid becomes an order even if its terms changed meanwhile, with those that were accepted', async () => {
  const { app, publish } = await openShop();
  const version = publish();
  const draft = { ...aDraft({ serviceTypes: ['website'] }), acceptsTerms: true };
  const intent = (await app.post('/api/create-payment-intent', { amount: 149, ...draft })).body;
  publish({ 'terms.sections': [...sections, ...sections] });
  await confirmCard(app, intent.clientSecret);
  const sent = { ...aCheckout(draft), acceptsTerms: false, paymentIntentId: intent.paymentIntentId };
  expect((await app.post('/api/checkout', sent)).status).toBe(200);
  expect(rows.orders(app.db)[0]).toMatchObject({ acceptedTerms: { version }, paymentStatus: 'completed' });
});

test('a quote is accepted with the terms of now, and its order says so', async () => {
  const { app, write, link, publish } = await openShop();
  const first = publish();
  await write();
  const customer = await link();
  expect((await customer.read()).termsVersion).toBe(first);
  const version = publish();
  for (const termsVersion of [undefined, first]) {
    const { status, body } = await customer.accept({ termsVersion });
    expect([status, body.fields]).toEqual([400, { termsVersion: [ACCEPT] }]);
  }
  expect((await customer.accept({ termsVersion: version })).status).toBe(200);
  await customer.payByCard();
  expect(rows.orders(app.db)[0]).toMatchObject({
    acceptedTerms: { version, at: app.clock.now.toISOString() },
  });
});
