import { newCase } from '../../db/cases.ts';
import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aQuote } from '../../../test/shop/quote-steps.ts';
import { DAY_MS } from '../../base/units.ts';
import { inTransaction } from '../../db/transaction.ts';
import { correctAddress } from '../../work/orders/order-address.ts';

const ADA = 'ada@marlow-bicycles.example';
const BO = 'bo@marlow-bicycles.example';

/** A shop where two people of a business ordered. `linkOf` asks for a link and reads it in the email. */
async function openShop() {
  const office = await openConsole();
  const { app } = office;
  await buyWithCard(app, aDraft({ email: ADA, serviceTypes: ['website'], isYearly: false }));
  await buyWithCard(app, aDraft({ email: BO, firstName: 'Bo', serviceTypes: ['onhold'] }));
  const linkOf = async (email: string) => {
    const { body } = await app.post('/api/orders-link', { email });
    expect(body.message).toBe('If we find orders with this email address, we’ll email you the link.');
    const sent = (await app.sentEmails()).filter(({ subject }) => subject.startsWith('Your orders from'));
    const [, key = ''] = /\/orders\?key=(\S+)/.exec(sent.at(-1)?.text ?? '') ?? [];
    return { key, to: sent.at(-1)?.to, count: sent.length };
  };
  return {
    ...office,
    linkOf,
    read: async (key: string) => app.get(`/api/orders?${new URLSearchParams({ key })}`),
  };
}

test('a link by email shows everything of one person, and what waits for them', async () => {
  const { app, linkOf, read, act } = await openShop();
  await act('/api/json/quotes', aQuote({ email: ADA }));
  const { key, to } = await linkOf(` ${ADA.toUpperCase()} `);
  expect(to).toBe(ADA);
  const { body } = await read(key);
  expect(body).toMatchObject({
    name: 'Ada Marlow',
    email: ADA,
    orders: [
      { orderNumber: 'ORD-10001', services: ['website'], by: null, waits: ['Fill out the Website form'] },
    ],
    quotes: [{ number: 'Q-1001', total: '450.00' }],
    recurring: [{ orderNumber: 'ORD-10001', period: 'month', amountCents: 3_000 }],
    documents: [{ number: 'INV-1001', orderNumber: 'ORD-10001' }],
  });
  const [order] = body.orders;
  expect((await app.get(`/api${order.url}`)).body.receipt).not.toBeNull();
  expect((await app.get(`/api${body.quotes[0].url}`)).status).toBe(200);
  const pdf = await fetch(`${app.base}${body.documents[0].url}`);
  expect(pdf.headers.get('content-type')).toBe('application/pdf');
});

test('an unknown address gets the same answer and no email; a second request soon after sends none', async () => {
  const { app, linkOf } = await openShop();
  expect((await linkOf('nobody@else.example')).count).toBe(0);
  await linkOf(ADA);
  expect((await linkOf(ADA)).count).toBe(1);
  app.wait(6 * 60_000);
  expect((await linkOf(ADA)).count).toBe(2);
  expect((await app.post('/api/orders-link', { email: 'no' })).status).toBe(400);
});

test('a link ends after 30 days, with the order’s links, and with the address; a changed one opens nothing', async () => {
  const { app, linkOf, read, act } = await openShop();
  const { key } = await linkOf(ADA);
  expect((await read(key)).status).toBe(200);
  for (const wrong of [`${key}x`, key.replace(/^\d+/, '2'), key.replace(/\.\d+\./, '.1.'), 'x', '1.2.3'])
    expect((await read(wrong)).status).toBe(404);
  await act('/api/admin/cases/ORD-10001/end-links', {});
  expect((await read(key)).body.message).toBe(
    'This link isn’t valid or has expired. Please ask for a new one.',
  );
  app.wait(DAY_MS);
  const { key: next } = await linkOf(ADA);
  app.wait(29 * DAY_MS);
  expect((await read(next)).status).toBe(200);
  app.wait(DAY_MS);
  expect((await read(next)).status).toBe(404);
});

test('people of one customer see each other’s orders, money, or both, as the owner says', async () => {
  const { app, linkOf, read, act } = await openShop();
  await act('/api/admin/customers/1/people', { action: 'join', other: 2 });
  const { key } = await linkOf(BO);
  const see = async (sees: string) => {
    await act('/api/admin/customers/1/people', { action: 'access', email: BO, sees });
    return (await read(key)).body;
  };
  const numbers = (rows: { orderNumber: string }[]) => rows.map(({ orderNumber }) => orderNumber);
  const both = await see('both');
  expect(numbers(both.orders)).toEqual(['ORD-10002', 'ORD-10001']);
  expect(both.orders[1].by).toBe('Ada Marlow');
  expect(numbers(both.documents)).toEqual(['ORD-10002', 'ORD-10001']);
  const money = await see('money');
  expect(numbers(money.orders)).toEqual(['ORD-10002']);
  expect(numbers(money.documents)).toEqual(['ORD-10002', 'ORD-10001']);
  expect(money.recurring).toMatchObject([{ orderNumber: 'ORD-10001', url: null }]);
  const orders = await see('orders');
  expect(numbers(orders.orders)).toEqual(['ORD-10002', 'ORD-10001']);
  expect(numbers(orders.documents)).toEqual(['ORD-10002']);
  expect(orders.recurring).toEqual([]);
  // The order's page has no money for them, and they can write and answer there.
  const { url } = orders.orders[1];
  expect((await app.get(`/api${url}`)).body).toMatchObject({
    receipt: null,
    documents: [],
    receiptUrl: null,
  });
  const link = url.split('?')[1];
  expect((await app.get(`/api/order/invoice.pdf?${link}`)).status).toBe(404);
  expect((await app.get(`/api/recurring-payment?${link}`)).status).toBe(404);
  const query = new URLSearchParams({ key, order: 'ORD-10001', number: 'INV-1001' });
  expect((await app.get(`/api/orders/invoice.pdf?${query}`)).status).toBe(404);
  const message = { key: crypto.randomUUID(), text: 'Hello' };
  expect((await app.post(`/api/order/messages?${link}`, message)).status).toBe(200);
});

test('another order starts with what was typed for the last one', async () => {
  const { app, linkOf, read } = await openShop();
  const { key } = await linkOf(ADA);
  const { offers } = (await read(key)).body;
  expect(
    offers.map(({ service, isAgain }: { service: string; isAgain: boolean }) => [service, isAgain]),
  ).toEqual([
    ['website', true],
    ['voice', false],
    ['onhold', false],
  ]);
  const resume = new URL(offers[2].url, 'https://shop.example.com').searchParams.get('resume');
  const { body } = await app.post('/api/unfinished-checkout/resume', { key: resume });
  expect(body).toMatchObject({
    serviceIds: ['onhold'],
    addonIds: [],
    information: { firstName: 'Ada', email: ADA, businessName: 'Marlow Bicycles' },
  });
  expect((await app.post('/api/unfinished-checkout/resume', { key: `${key}.nothing` })).status).toBe(404);
  expect((await app.post('/api/unfinished-checkout/resume', { key: `${key}x.onhold` })).status).toBe(404);
});

test('a join widens nobody’s sight, in either direction, whatever each could see before', async () => {
  const CY = 'cy@third.example';
  for (const sees of ['own', 'orders', 'money', 'both'])
    for (const [id, other] of [
      [1, 3],
      [3, 1],
    ]) {
      const { app, linkOf, read, act } = await openShop();
      await buyWithCard(app, aDraft({ email: CY, firstName: 'Cy', serviceTypes: ['onhold'] }));
      const people = (of: number | undefined, body: object) => act(`/api/admin/customers/${of}/people`, body);
      await people(1, { action: 'join', other: 2 });
      for (const email of [ADA, BO]) await people(1, { action: 'access', email, sees });
      const visible = async (email: string) => {
        app.wait(6 * 60_000);
        const { key } = await linkOf(email);
        const { orders, documents, recurring } = (await read(key)).body;
        return [...orders, ...documents, ...recurring].map(
          ({ orderNumber, number, url }) => `${orderNumber} ${number} ${Boolean(url)}`,
        );
      };
      const before = new Map<string, string[]>();
      for (const email of [ADA, BO, CY]) before.set(email, await visible(email));
      const joined = await people(id, { action: 'join', other });
      expect(joined.body.message).toContain('Each person sees only their own orders until you choose');
      for (const email of [ADA, BO, CY])
        for (const one of await visible(email)) expect(before.get(email)).toContain(one);
    }
});

test('who may see less, or is separated, loses saved links, too', async () => {
  const { app, linkOf, read, act } = await openShop();
  await act('/api/admin/customers/1/people', { action: 'join', other: 2 });
  await act('/api/admin/customers/1/people', { action: 'access', email: BO, sees: 'orders' });
  const see = (sees: string) => act('/api/admin/customers/1/people', { action: 'access', email: BO, sees });
  const pageOfAda = async () => {
    const { key } = await linkOf(BO);
    app.wait(6 * 60_000);
    const ada = (await read(key)).body.orders.find(({ by }: { by: string | null }) => by === 'Ada Marlow');
    return `/api${ada.url}`;
  };
  const joined = await pageOfAda();
  expect((await app.get(joined)).body.receipt).toBeNull();
  await see('both');
  const full = await pageOfAda();
  expect((await app.get(full)).body.receipt).not.toBeNull();
  expect((await see('orders')).body.message).toBe(
    'Access saved. Earlier links to the others’ orders have ended.',
  );
  expect((await app.get(full)).status).toBe(404);
  const less = await pageOfAda();
  expect((await app.get(less)).status).toBe(200);
  await act('/api/admin/customers/1/people', { action: 'separate', email: BO });
  expect((await app.get(less)).status).toBe(404);
});

test('a separation ends no links while nobody saw more than their own, and a join ends those that colleagues shared', async () => {
  const { app, linkOf, read, act, see } = await openShop();
  const people = (body: object) => act('/api/admin/customers/1/people', body);
  const pageOf = async (email: string, by: string | null) => {
    const { key } = await linkOf(email);
    app.wait(6 * 60_000);
    const found = (await read(key)).body.orders.find((order: { by: string | null }) => order.by === by);
    return `/api${found.url}`;
  };
  await people({ action: 'join', other: 2 });
  const own = [await pageOf(ADA, null), await pageOf(BO, null)];
  expect((await people({ action: 'separate', email: BO })).body.message).toBe(
    'Bo Marlow is a customer of their own now.',
  );
  for (const page of own) expect((await app.get(page)).status).toBe(200);
  const { entries } = await see('/api/json/audit');
  expect(entries.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([
      'Joined two customers: of ORD-10001 and ORD-10002',
      'Made a person a customer of their own: of ORD-10001 and ORD-10002',
    ]),
  );

  // Ada and Bo share their orders, and then a third person joins them.
  await people({ action: 'join', other: 3 });
  await people({ action: 'access', email: BO, sees: 'both' });
  const shared = await pageOf(BO, 'Ada Marlow');
  expect((await app.get(shared)).status).toBe(200);
  await buyWithCard(app, aDraft({ email: 'cy@third.example', firstName: 'Cy', serviceTypes: ['onhold'] }));
  await people({ action: 'join', other: 4 });
  expect((await app.get(shared)).status).toBe(404);
});

test('a link that was ended stays ended when its order goes to another address', async () => {
  const { app, linkOf, read, act } = await openShop();
  await buyWithCard(app, aDraft({ email: ADA, serviceTypes: ['onhold'] }));
  const { key } = await linkOf(ADA);
  await act('/api/admin/cases/ORD-10001/end-links', {});
  expect((await read(key)).status).toBe(404);
  await inTransaction(app.db, () => correctAddress(app.db, newCase('ORD-10001'), BO));
  expect((await read(key)).status).toBe(404);
});
