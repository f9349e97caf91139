import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { aQuote } from '../../../test/shop/quote-steps.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aPng, shopWithOrder, upload } from '../../../test/shop/upload-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { HOUR_MS } from '../../base/units.ts';
import { exemptionOf } from '../../work/customers/customer-store.ts';
import { mentioned } from '../../work/fulfillment/tell-team.ts';
import { customers } from '../../db/schema/customers.ts';
import { indexNext } from '../../db/search/search-queue.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';

const ADA = 'ada@marlow-bicycles.example';
const BO = 'bo@marlow-bicycles.example';

/** A shop with a customer who ordered twice, and a colleague of theirs with a third order. */
async function openShop() {
  const office = await openConsole();
  const { app, see, act } = office;
  await buyWithCard(app, aDraft({ email: ADA, serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ email: ADA.toUpperCase(), serviceTypes: ['onhold'] }));
  await buyWithCard(
    app,
    aDraft({ email: BO, firstName: 'Bo', serviceTypes: ['onhold'], businessName: 'Marlow Two' }),
  );
  await indexNext(app.db);
  return {
    ...office,
    list: async (query = '') => (await see(`/api/json/customers?${query}`)).customers,
    read: (id: number) => see(`/api/json/customers/${id}`),
    act: (id: number, body: object) => act(`/api/admin/customers/${id}`, body),
    people: (id: number, body: object) => act(`/api/admin/customers/${id}/people`, body),
  };
}

test('whoever orders is a customer, by their address, with what they paid and what is open', async () => {
  const { list } = await openShop();
  expect(await list('sort=oldest')).toMatchObject([
    {
      id: 1,
      name: 'Marlow Bicycles',
      people: [{ email: ADA, name: 'Ada Marlow', sees: 'both' }],
      orders: 2,
      openOrders: 2,
      recurring: 1,
      paid: '248.00',
    },
    { id: 2, name: 'Marlow Two', orders: 1, openOrders: 1, recurring: 0, paid: '99.00' },
  ]);
});

test('a refund, a delivery, and a charge change the figures', async () => {
  const { app, list, see } = await openShop();
  const cookie = await loggedIn(app);
  const refund = { amount: 20, reason: 'Late', refundKey: crypto.randomUUID() };
  await app.post('/api/admin/payments/1/refund', refund, cookie);
  const { workVersion } = await see('/api/json/cases/ORD-10001');
  await app.post('/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', workVersion }, cookie);
  expect((await list('sort=oldest'))[0]).toMatchObject({ paid: '228.00', openOrders: 1 });
});

test('a quote makes a customer before anything was ordered, and their order joins it', async () => {
  const { app, see, cookie } = await openConsole();
  const quote = aQuote({ email: 'new@lead.example', businessName: 'Lead LLC' });
  await app.post('/api/json/quotes', quote, cookie);
  const before = (await see('/api/json/customers')).customers;
  expect(before).toMatchObject([{ id: 1, name: 'Lead LLC', orders: 0, paid: '0.00' }]);
  await buyWithCard(app, aDraft({ email: 'new@lead.example', serviceTypes: ['website'] }));
  expect(await see('/api/json/customers/1')).toMatchObject({
    orders: 1,
    quotes: [{ number: 'Q-1001' }],
    orderList: [{ orderNumber: 'ORD-10001' }],
  });
});

test('search, filters, sorting, and the file', async () => {
  const { app, list, act, cookie } = await openShop();
  const names = async (query: string) => (await list(query)).map(({ name }: { name: string }) => name);
  expect(await names('q=bicycles')).toEqual(['Marlow Two', 'Marlow Bicycles']);
  expect(await names('q=bo%40')).toEqual(['Marlow Two']);
  expect(await names('q=ad')).toEqual(['Marlow Bicycles']);
  expect(await names('sort=highest')).toEqual(['Marlow Bicycles', 'Marlow Two']);
  expect(await names('sort=name')).toEqual(['Marlow Bicycles', 'Marlow Two']);
  expect(await names('has=recurring')).toEqual(['Marlow Bicycles']);
  expect(await names('has=open&sort=newest')).toEqual(['Marlow Two', 'Marlow Bicycles']);
  await act(2, { action: 'tags', tags: ['Dental', 'VIP', 'VIP'] });
  expect(await names('tag=VIP')).toEqual(['Marlow Two']);
  expect(await names('q=dental')).toEqual(['Marlow Two']);
  expect((await app.get('/api/json/customers', cookie)).body.tags).toEqual(['Dental', 'VIP']);
  const file = await (await fetch(`${app.base}/api/json/customers.csv?tag=VIP`, { headers: cookie })).text();
  expect(file).toContain('Marlow Two,Bo Marlow,bo@marlow-bicycles.example,"Dental; VIP",,1,1,0,99.00');
});

test('people of one business are joined and separated again; figures, notes, and tags follow', async () => {
  const { act, people, read, list } = await openShop();
  await act(1, { action: 'note', text: 'Prefers calls.', key: crypto.randomUUID() });
  await act(2, { action: 'note', text: 'New shop.', key: crypto.randomUUID() });
  await act(2, { action: 'tags', tags: ['VIP'] });
  expect((await people(1, { action: 'join', other: 2 })).body.message).toBe(
    'Joined with Marlow Two. Each person sees only their own orders until you choose what they see.',
  );
  expect(await list()).toMatchObject([{ id: 1, orders: 3, paid: '347.00', tags: ['VIP'] }]);
  const joined = await read(1);
  expect(joined.people.map(({ email }: { email: string }) => email)).toEqual([ADA, BO]);
  expect(joined.notes.map(({ text }: { text: string }) => text)).toEqual(['Prefers calls.', 'New shop.']);
  expect(await read(2)).toMatchObject({ code: 'not_found' });
  await people(1, { action: 'access', email: BO, sees: 'money' });
  expect((await read(1)).people[1].sees).toBe('money');
  await people(1, { action: 'separate', email: BO });
  expect(await list('sort=oldest')).toMatchObject([
    { id: 1, orders: 2, paid: '248.00' },
    { id: 3, name: 'Marlow Two', orders: 1, paid: '99.00', people: [{ email: BO, sees: 'both' }] },
  ]);
  expect((await people(3, { action: 'separate', email: BO })).body.message).toBe(
    'This is the only person of the customer',
  );
  expect((await people(1, { action: 'join', other: 1 })).status).toBe(400);
  expect((await people(1, { action: 'access', email: BO, sees: 'both' })).status).toBe(400);
});

test('a corrected address stays the same customer with its notes; one that is known moves the order there', async () => {
  const { app, act, list, read, cookie } = await openShop();
  await act(2, { action: 'note', text: 'New shop.', key: crypto.randomUUID() });
  const emails = (await app.get('/api/json/cases/ORD-10003', cookie)).body.messages;
  const resend = (recipient: string) =>
    app.post(`/api/admin/messages/${emails[0].id}/send-again`, { recipient }, cookie);
  await app.sentEmails();
  await resend('bob@marlow.example');
  expect((await read(2)).people).toMatchObject([{ email: 'bob@marlow.example' }]);
  expect((await read(2)).notes).toHaveLength(1);
  const again = (await app.get('/api/json/cases/ORD-10003', cookie)).body.messages[0].id;
  await app.sentEmails();
  await app.post(`/api/admin/messages/${again}/send-again`, { recipient: ADA }, cookie);
  expect(await list()).toMatchObject([{ id: 1, orders: 3 }]);
});

test('everything of a customer is on its page; an accountant sees no messages, files, or notes', async () => {
  const { app, act, read, cookie } = await openShop();
  await act(1, { action: 'note', text: 'Prefers calls.', key: crypto.randomUUID() });
  const message = { key: crypto.randomUUID(), text: 'Hello' };
  await app.post('/api/admin/cases/ORD-10001/messages', message, cookie);
  expect(await read(1)).toMatchObject({
    orderList: [{ orderNumber: 'ORD-10002' }, { orderNumber: 'ORD-10001' }],
    recurringList: [{ orderNumber: 'ORD-10001' }],
    documents: [{ number: 'INV-1002' }, { number: 'INV-1001', orderNumber: 'ORD-10001' }],
    messages: [{ orderNumber: 'ORD-10001', text: 'Hello', isFromStudio: true }],
    notes: [{ text: 'Prefers calls.', by: 'ada' }],
  });
  const accountant = { username: 'amy', password: 'a quiet south window', role: 'accountant' as const };
  await addAdmin(app, accountant);
  const { body } = await app.get('/api/json/customers/1', await loggedIn(app, accountant));
  expect(body).toMatchObject({ orders: 2, messages: [], files: [], notes: [] });
});

test('erasing a person keeps their colleagues and the business', async () => {
  const { app, people, read, act, cookie } = await openShop();
  await act(1, { action: 'note', text: 'Prefers calls.', key: crypto.randomUUID() });
  await people(1, { action: 'join', other: 2 });
  await app.post('/api/admin/privacy/erase', { email: BO }, cookie);
  expect(await read(1)).toMatchObject({
    people: [{ email: ADA }],
    orders: 2,
    notes: [{ text: 'Prefers calls.' }],
  });
});

test('a new order has the responsible person of its customer', async () => {
  const { app, act, see } = await openShop();
  expect((await act(1, { action: 'assign', adminId: 99 })).body.message).toBe(
    'This person doesn’t work on orders.',
  );
  await act(1, { action: 'assign', adminId: 1 });
  await buyWithCard(app, aDraft({ email: ADA, serviceTypes: ['voice'] }));
  expect((await see('/api/json/orders?responsible=me')).orders).toMatchObject([
    { orderNumber: 'ORD-10004', responsible: 'ada' },
  ]);
  expect((await see('/api/json/customers?responsible=me')).customers).toMatchObject([{ id: 1 }]);
  expect(rows.orders(app.db)).toHaveLength(4);
  expect(app.db.select().from(customers).all()).toHaveLength(2);
});

test('who becomes responsible and who is mentioned is told by email, once, and never by themselves', async () => {
  const { app, act, cookie, see } = await openShop();
  await app.sentEmails();
  await addAdmin(app, {
    username: 'sam',
    password: 'a quiet south window',
    role: 'staff',
  });
  const { team } = await see('/api/json/team');
  expect(team.map(({ name }: { name: string }) => name)).toEqual(['ada', 'sam']);
  const assign = (adminId: number | null) =>
    app.post('/api/admin/cases/ORD-10001/assign', { adminId }, cookie);
  await assign(2);
  await assign(2);
  await assign(1);
  await assign(null);
  const note = { key: crypto.randomUUID(), text: '@sam and @ada: @samantha is on vacation' };
  await app.post('/api/admin/cases/ORD-10001/notes', note, cookie);
  await app.post('/api/admin/cases/ORD-10001/notes', note, cookie);
  await act(1, { action: 'note', text: 'Ask @Sam.', key: crypto.randomUUID() });
  await act(1, { action: 'assign', adminId: 2 });
  const emails = (await app.sentEmails()).filter(({ to }) => to.startsWith('sam'));
  expect(emails.map(({ to, subject }) => [to, subject])).toEqual([
    ['sam@studio.example', 'An owner made you responsible for ORD-10001 (Marlow Bicycles)'],
    ['sam@studio.example', 'An owner mentioned you on ORD-10001 (Marlow Bicycles)'],
    ['sam@studio.example', 'An owner mentioned you on Marlow Bicycles'],
    ['sam@studio.example', 'An owner made you responsible for Marlow Bicycles'],
  ]);
  expect(emails[1]?.text).toContain('@samantha is on vacation');
  expect(emails[3]?.text).toContain('/admin#/customers/1');
  const { entries } = await see('/api/json/audit');
  expect(entries[0].text).toBe('Made sam responsible for a customer');
  const sam = await loggedIn(app, { username: 'sam', password: 'a quiet south window' });
  await app.post('/api/admin/notices', { email: [], desktop: [] }, sam);
  await assign(2);
  expect((await app.sentEmails()).filter(({ to }) => to.startsWith('sam'))).toEqual(emails);
});

test('accountants are neither responsible nor mentioned, and are told of nothing from before', async () => {
  const { app, act, cookie, see, read } = await openShop();
  const assign = (adminId: number) => app.post('/api/admin/cases/ORD-10001/assign', { adminId }, cookie);
  const mention = (orderNumber: string) =>
    app.post(
      `/api/admin/cases/${orderNumber}/notes`,
      { key: crypto.randomUUID(), text: '@nora: a secret' },
      cookie,
    );
  await addAdmin(app, { username: 'nora', password: 'a quiet west window', role: 'staff' });
  await app.sentEmails();
  await assign(2);
  await act(1, { action: 'assign', adminId: 2 });
  await mention('ORD-10001');
  expect((await app.post('/api/admin/people/2', { role: 'accountant' }, cookie)).status).toBe(200);
  expect(await app.sentEmails().then((sent) => sent.filter(({ to }) => to.startsWith('nora')))).toEqual([]);
  expect((await see('/api/json/cases/ORD-10001')).order.responsible).toBe(null);
  expect((await read(1)).responsible).toBe(null);
  expect((await see('/api/json/team')).team).toMatchObject([{ username: 'ada' }]);
  const refused = { adminId: ['This person doesn’t work on orders.'] };
  expect((await assign(2)).body.fields).toEqual(refused);
  expect((await act(1, { action: 'assign', adminId: 2 })).body.fields).toEqual(refused);
  await mention('ORD-10002');
  expect(await app.sentEmails().then((sent) => sent.filter(({ to }) => to.startsWith('nora')))).toEqual([]);
});

test('names in a note are found whole, and the longer one counts', () => {
  const person = (username: string, firstName = '', lastName = '') => ({ username, firstName, lastName });
  const team = [person('sam', 'Sam'), person('samlee@shop.example', 'Sam', 'Lee'), person('zoë')];
  const names = (text: string) => mentioned(text, team).map(({ username }) => username);
  expect(names('@Sam Lee, please')).toEqual(['samlee@shop.example']);
  expect(names('@sam leeds and @ZOË')).toEqual(['sam', 'zoë']);
  expect(names('mail sam@sam or @samuel')).toEqual([]);
  expect(names('@samlee@shop.example')).toEqual(['samlee@shop.example']);
});

test('an exempt customer’s quotes and payment requests have no sales tax, until the certificate ends', async () => {
  const { app, people, read, cookie } = await openShop();
  const exemption = { certificate: 'MI-4471', until: '2026-11-30', fileId: null };
  expect((await people(1, { action: 'exempt', exemption })).body.message).toBe('Exemption saved');
  expect((await read(1)).exemption).toEqual(exemption);
  const taxed = { state: 'MI', postalCode: '48104', email: ADA };
  const total = async () => (await app.post('/api/json/quotes', aQuote(taxed), cookie)).body.quote.total;
  expect(await total()).toBe('450.00');
  app.clock.now = new Date('2026-12-01T06:00:00Z');
  const later = await loggedIn(app);
  expect((await app.post('/api/json/quotes', aQuote(taxed), later)).body.quote.total).toBe('477.00');
  await app.post('/api/admin/customers/1/people', { action: 'exempt', exemption: null }, later);
  expect((await app.get('/api/json/customers/1', later)).body.exemption).toBeNull();
});

test('an exemption counts until its last day is over where the studio is', async () => {
  const { app, people } = await openShop();
  const exemption = { certificate: 'MI-4471', until: '2026-11-30', fileId: null };
  await people(1, { action: 'exempt', exemption });
  const { timeZone } = app.context.settings.hours;
  const dayOf = () => app.clock.now.toLocaleDateString('en-CA', { timeZone });
  const hours: [string, string | null][] = [];
  for (app.clock.now = new Date('2026-11-30T00:00:00.437Z'); dayOf() < '2026-12-02';) {
    hours.push([dayOf(), exemptionOf(app.context, ADA) ?? null]);
    app.wait(HOUR_MS);
  }
  expect(new Set(hours.map(([day]) => day))).toEqual(new Set(['2026-11-29', '2026-11-30', '2026-12-01']));
  for (const [day, certificate] of hours)
    expect({ day, certificate }).toEqual({ day, certificate: day <= '2026-11-30' ? 'MI-4471' : null });
});

test('a join asks who is exempt afterwards if anybody is, and does what was said', async () => {
  const [mine, theirs] = ['MI-1', 'OH-2'].map((certificate) => ({ certificate, until: null, fileId: null }));
  for (const [ofThis, ofOther] of [
    [mine, null],
    [null, theirs],
    [mine, theirs],
  ])
    for (const exempts of ['this', 'other', 'nobody']) {
      const { people, read } = await openShop();
      await people(1, { action: 'exempt', exemption: ofThis });
      await people(2, { action: 'exempt', exemption: ofOther });
      const asked = await people(1, { action: 'join', other: 2 });
      expect(asked.status).toBe(400);
      for (const one of [ofThis, ofOther]) if (one) expect(asked.body.message).toContain(one.certificate);
      expect((await read(2)).people).toHaveLength(1);
      expect((await people(1, { action: 'join', other: 2, exempts })).status).toBe(200);
      const expected = { this: ofThis, other: ofOther, nobody: null }[exempts];
      expect((await read(1)).exemption).toEqual(expected ?? null);
    }
});

test('a separation asks whose the exemption is, and leaves it with nobody else', async () => {
  const exemption = { certificate: 'OH-2', until: null, fileId: null };
  for (const exempts of ['this', 'other', 'nobody']) {
    const { people, read } = await openShop();
    await people(2, { action: 'exempt', exemption });
    await people(1, { action: 'join', other: 2, exempts: 'other' });
    const asked = await people(1, { action: 'separate', email: BO });
    expect([asked.status, asked.body.fields.exempts]).toEqual([400, [asked.body.message]]);
    expect((await read(1)).people).toHaveLength(2);
    expect((await people(1, { action: 'separate', email: BO, exempts })).status).toBe(200);
    expect([(await read(1)).exemption, (await read(3)).exemption]).toEqual([
      exempts === 'this' ? exemption : null,
      exempts === 'other' ? exemption : null,
    ]);
  }
});

test('an exemption names a file of one of the customer’s orders, and no other; accountants open it and no other', async () => {
  const { app, customer, admin } = await shopWithOrder();
  const { orderNumber } = (await buyWithCard(app, aDraft({ email: 'other@elm.example' }))).body.order;
  const theirs = await upload(app, { bytes: aPng(), by: pageLink(app, orderNumber) });
  const own = await upload(app, { bytes: aPng(), by: customer });
  const exempt = (fileId: string) =>
    app.post(
      '/api/admin/customers/1/people',
      { action: 'exempt', exemption: { certificate: 'MI-4471', until: null, fileId } },
      admin,
    );
  for (const id of [theirs.id, crypto.randomUUID()]) {
    const { status, body } = await exempt(id);
    expect([status, body.fields]).toEqual([400, { fileId: ['Choose a file of one of their orders'] }]);
  }
  expect((await exempt(own.id)).status).toBe(200);
  const nora = { username: 'nora', password: 'a quiet west window' };
  await addAdmin(app, { ...nora, role: 'accountant' });
  const accountant = await loggedIn(app, nora);
  const { files } = (await app.get('/api/json/customers/1', accountant)).body;
  expect(files.map(({ id }: { id: string }) => id)).toEqual([own.id]);
  const open = async (id: string) =>
    (await rawRequest(app.base, { path: `/api/json/files/${id}`, headers: accountant })).status;
  expect([await open(own.id), await open(theirs.id)]).toEqual([200, 404]);
});
