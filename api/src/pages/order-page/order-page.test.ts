import { expect, test } from 'vitest';
import { openStream } from '../../../test/shop/live-stream.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { checkOut, pageLink } from '../../../test/shop/purchase-steps.ts';
import { HOUR_MS } from '../../base/units.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const NUMBER = 'ORD-10001';
/** A Monday, 10:00 in New York. */
const MONDAY = new Date('2026-11-23T15:00:00Z');

async function openShop() {
  const app = await startTestApp();
  app.clock.now = MONDAY;
  await addAdmin(app);
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const query = new URLSearchParams(pageLink(app));
  const read = async () => (await app.get(`/api/order?${query}`)).body;
  return {
    app,
    query,
    read,
    /** A service as both sides see it. */
    service: async (id: string) => {
      const { body: seen } = await app.get(`/api/json/cases/${NUMBER}`, await loggedIn(app));
      const ours = seen.services.find((service: { id: string }) => service.id === id);
      const theirs = (await read()).services.find((service: { id: string }) => service.id === id);
      expect(theirs).toEqual(ours);
      return theirs;
    },
    /** Sessions end before the clocks do. */
    asAdmin: async (path: string, body: object) =>
      app.post(`/api/admin/cases/${NUMBER}/${path}`, body, await loggedIn(app)),
    asCustomer: (path: string, body: object) => app.post(`/api/order/${path}?${query}`, body),
    sendForm: () => app.post('/api/submit-order-form', aWebsiteForm({ project: NUMBER, ...formKey(app) })),
  };
}

const deliver = (after: number, more: object = {}) => ({
  service: 'website',
  after,
  link: 'https://preview.example/marlow',
  ...more,
});

test('an order goes from its form to a live website, and both sides see the same', async () => {
  const { app, service, asAdmin, asCustomer, sendForm, read } = await openShop();
  expect(await service('website')).toMatchObject({ state: 'form', paused: true, dueAt: null });
  expect((await sendForm()).status).toBe(200);
  // One business day from Monday, 10:00.
  const contact = { state: 'working', paused: false, dueAt: '2026-11-24T15:00:00.437Z' };
  expect(await service('website')).toMatchObject(contact);
  expect(await service('onhold')).toMatchObject({ state: 'form' });
  expect((await read()).answers).toMatchObject([{ form: 'website' }]);

  expect((await asAdmin('deliveries', deliver(0))).body).toMatchObject({ message: 'Delivered' });
  expect(await service('website')).toMatchObject({
    state: 'review',
    paused: true,
    dueAt: null,
    roundsUsed: 0,
  });
  const change = { answer: 'change', service: 'website', version: 1, change: 'Bigger photos, please.' };
  expect((await asCustomer('answer', change)).status).toBe(200);
  // Pressing twice is one request.
  expect((await asCustomer('answer', change)).status).toBe(200);
  expect(await service('website')).toMatchObject({ state: 'change', roundsIncluded: 5, roundsUsed: 1 });

  app.wait(2 * HOUR_MS);
  await asAdmin('deliveries', deliver(1, { note: 'They are bigger now.' }));
  expect((await asCustomer('answer', { answer: 'approved', service: 'website', version: 1 })).status).toBe(
    409,
  );
  await asCustomer('answer', { answer: 'approved', service: 'website', version: 2 });
  // Two business days from Monday, 12:00. Thursday is Thanksgiving Day.
  expect(await service('website')).toMatchObject({ state: 'launch', dueAt: '2026-11-25T17:00:00.437Z' });

  expect((await asAdmin('live', { link: 'javascript:alert(1)' })).status).toBe(400);
  expect((await asAdmin('live', { link: 'https://marlow-bicycles.example' })).status).toBe(200);
  expect(await service('website')).toMatchObject({ state: 'done', dueAt: null });
  const owner = await loggedIn(app);
  expect((await app.get('/api/json/overview', owner)).body.promises.today.count).toBe(0);
  expect((await app.get('/api/json/figures', owner)).body.kept.now).toEqual({ kept: 3, all: 3 });
  // Until then, it can be taken back.
  app.wait(30_000);
  const emails = [...(await app.sentEmails()), ...(await app.businessEmails())];
  const subjects = emails.map(({ subject }) => subject);
  expect(subjects).toEqual(
    expect.arrayContaining([
      'Version 1 of your website is ready (order ORD-10001)',
      'Change requested: Website version 1 for Marlow Bicycles (ORD-10001)',
      'Approved: Website version 2 for Marlow Bicycles (ORD-10001)',
      'Your website is live (order ORD-10001)',
    ]),
  );
  const live = emails.find(({ subject }) => subject.startsWith('Your website is live'));
  expect(live?.text).toMatch(/Visit your website: https:\/\/marlow-bicycles\.example\n+Open your order: /);
});

test('while the studio waits for the customer, the clocks stand still', async () => {
  const { app, service, asAdmin, sendForm } = await openShop();
  await sendForm();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: NUMBER, ...formKey(app) }));
  app.wait(3 * HOUR_MS);
  const status = async (workStatus: string) => {
    const { body } = await app.get(`/api/json/cases/${NUMBER}`, await loggedIn(app));
    const { status: code } = await asAdmin('work-status', { workStatus, workVersion: body.workVersion });
    expect(code).toBe(200);
  };
  await status('waiting');
  expect(await service('onhold')).toMatchObject({ state: 'working', paused: true, dueAt: null });
  app.wait(24 * HOUR_MS);
  await status('in-progress');
  // Five of eight hours are left, from Tuesday, 13:00: four on Tuesday, one on Wednesday.
  expect(await service('onhold')).toMatchObject({ paused: false, dueAt: '2026-11-25T15:00:00.437Z' });
});

test('the included changes are counted, and then they are used up', async () => {
  const { asAdmin, asCustomer, service } = await openShop();
  for (let version = 1; version <= 6; version += 1) {
    await asAdmin('deliveries', deliver(version - 1));
    const change = { answer: 'change', service: 'website', version, change: 'Again' };
    const { status, body } = await asCustomer('answer', change);
    expect(status, `change ${version}`).toBe(version <= 5 ? 200 : 409);
    if (version === 6) expect(body.message).toContain('You have used all 5 design revisions.');
  }
  expect(await service('website')).toMatchObject({ state: 'review', roundsUsed: 5 });
});

test('messages reach the other side once, by email, too', async () => {
  const { app, asAdmin, asCustomer, read } = await openShop();
  const key = crypto.randomUUID();
  await asCustomer('messages', { key, text: 'Is it ready?' });
  await asCustomer('messages', { key, text: 'Is it ready?' });
  await asAdmin('messages', { key: crypto.randomUUID(), text: 'Tomorrow!' });
  expect((await read()).messages).toMatchObject([
    { isFromStudio: false, text: 'Is it ready?' },
    { isFromStudio: true, text: 'Tomorrow!' },
  ]);
  const isNews = ({ subject }: { subject: string }) => subject.includes('new message');
  expect((await app.businessEmails()).filter(isNews)).toMatchObject([{ replyTo: aDraft().email }]);
  expect((await app.sentEmails()).filter(isNews)).toMatchObject([{ to: aDraft().email }]);
  expect((await asCustomer('messages', { key, text: ' ' })).body.message).toBe('Please enter a message');
});

test('a customer sends up to 30 messages an hour', async () => {
  const { app, asCustomer } = await openShop();
  const last = { key: crypto.randomUUID(), text: 'The 30th' };
  for (let count = 1; count < 30; count += 1)
    await asCustomer('messages', { key: crypto.randomUUID(), text: 'Hello' });
  expect((await asCustomer('messages', last)).status).toBe(200);
  const next = { key: crypto.randomUUID(), text: 'One more' };
  expect(await asCustomer('messages', next)).toMatchObject({
    status: 429,
    body: { message: expect.stringContaining('a lot of messages') },
  });
  // Its answer may have been lost.
  expect((await asCustomer('messages', last)).status).toBe(200);
  app.wait(HOUR_MS);
  expect((await asCustomer('messages', next)).status).toBe(200);
});

test('the page of one order is open in up to ten tabs with live updates, and others are not affected', async () => {
  const { app, query } = await openShop();
  const { orderNumber, orderKey } = (await buyWithCard(app, aDraft())).body.order;
  const open = (of: string) => openStream(app, `/api/order/live?${of}`);
  const streams = await Promise.all(Array.from({ length: 12 }, () => open(String(query))));
  const answers = streams.map(({ response }) => response.status);
  expect(answers.filter((status) => status === 200)).toHaveLength(10);
  expect(answers.filter((status) => status === 429)).toHaveLength(2);
  const other = await open(`order=${orderNumber}&key=${orderKey}`);
  expect(other.response.status).toBe(200);
  for (const { leave } of [...streams, other]) leave();
  await expect.poll(() => app.context.liveFeed.count()).toBe(0);
});

test('a wrong key and a missing order get the same answer, and change nothing', async () => {
  const { app, query } = await openShop();
  const answers = await Promise.all(
    [`order=${NUMBER}&key=wrong`, `order=ORD-99999&key=${query.get('key')}`, `order=${NUMBER}`].map((wrong) =>
      app.get(`/api/order?${wrong}`),
    ),
  );
  for (const { status, body } of answers) {
    expect(status).toBe(404);
    expect(body.message).toEqual(answers[0]?.body.message);
  }
  const text = { key: crypto.randomUUID(), text: 'Hello' };
  expect((await app.post(`/api/order/messages?order=${NUMBER}&key=wrong`, text)).status).toBe(404);
  const inHeader = await app.get(`/api/order?order=${NUMBER}`, { 'X-Order-Key': query.get('key') ?? '' });
  expect(inHeader.status).toBe(200);
});

test('a link is sent to the customer only, and the answer does not say whether', async () => {
  const { app } = await openShop();
  await app.sentEmails();
  const ask = (orderNumber: string, email: string) => app.post('/api/order-link', { orderNumber, email });
  const answers = [
    await ask(NUMBER, 'stranger@elsewhere.example'),
    await ask('ORD-99999', aDraft().email),
    await ask('10001', aDraft().email.toUpperCase()),
    await ask(NUMBER, aDraft().email),
  ];
  expect(new Set(answers.map(({ status, body }) => `${status} ${JSON.stringify(body)}`)).size).toBe(1);
  await expect.poll(async () => (await app.sentEmails()).length).toBeGreaterThan(0);
  const links = (await app.sentEmails()).filter(({ text }) =>
    text.includes('here is the link to your order'),
  );
  expect(links).toHaveLength(1);
  expect(links[0]?.to).toBe(aDraft().email);
});

test('a stranger who asks for the link every five minutes does not keep the owner from getting it', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const email = 'victim@elsewhere.example';
  await buyWithCard(app, aDraft({ email }));
  const ask = (address: string) =>
    app.post('/api/order-link', { orderNumber: NUMBER, email }, { 'x-forwarded-for': address });
  const links = () => rows.outbox(app.db).filter(({ key }) => key.includes(':link:'));
  for (let count = 1; count <= 6; count += 1) {
    app.wait(HOUR_MS / 12);
    await ask('198.51.100.1');
    await expect.poll(links).toHaveLength(count);
  }
  const sent = (await app.sentEmails()).length;
  const waiting = () => links().filter(({ status, dueAt }) => status === 'waiting' && dueAt > app.clock.now);
  expect(waiting()).toHaveLength(1);
  await ask('203.0.113.1');
  await expect.poll(waiting).toHaveLength(0);
  expect(await app.sentEmails()).toHaveLength(sent + 1);
});

test('an unpaid order that was closed waits for no payment', async () => {
  const { app } = await openShop();
  await checkOut(app, aDraft({ serviceTypes: ['onhold'] }));
  const link = new URLSearchParams(pageLink(app, 'ORD-10002'));
  const read = async () => (await app.get(`/api/order?${link}`)).body;
  expect(await read()).toMatchObject({ paymentNotice: { title: 'Your payment is on its way.' } });
  const headers = await loggedIn(app);
  const { workVersion } = (await app.get('/api/json/cases/ORD-10002', headers)).body;
  const status = { workStatus: 'delivered', workVersion };
  await app.post('/api/admin/cases/ORD-10002/work-status', status, headers);
  expect(await read()).toMatchObject({ paymentNotice: null, services: [{ state: 'closed' }] });
});
