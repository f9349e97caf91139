import { beforeEach, expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const NUMBER = 'ORD-10001';
const BANNER = { name: 'Extra banner', amount: '120.00', dueDays: 3 };
/** Three business days after the payment: Thursday is a holiday. */
const DUE = /^2026-11-27T15:00/;

let shop: Awaited<ReturnType<typeof openQuotes>>;
const see = async (path: string) => (await shop.app.get(path, shop.admin)).body;
const post = (path: string, body: object = {}) => shop.app.post(path, body, shop.admin);
const workOf = async (number = NUMBER) => (await see(`/api/json/cases/${number}`)).work;
const buy = async (changes: object = {}) => {
  await shop.write({ orderNumber: NUMBER, lines: [BANNER], ...changes });
  const [{ number } = expect.fail()] = (await see('/api/json/quotes')).quotes;
  const customer = await shop.link(number);
  await customer.acceptAndPay();
};
const setStatus = async (workStatus: string) => {
  const { workVersion } = await see(`/api/json/cases/${NUMBER}`);
  const path = `/api/admin/cases/${NUMBER}/work-status`;
  expect((await post(path, { workStatus, workVersion })).status).toBe(200);
};

/** Sessions have ended by then. */
const waitUntil = async (time: string) => {
  shop.app.clock.now = new Date(time);
  shop = { ...shop, admin: await loggedIn(shop.app) };
};

beforeEach(async () => {
  const app = await startTestApp();
  // A Monday morning, in business hours.
  app.clock.now = new Date('2026-11-23T15:00:00.000Z');
  shop = await openQuotes(app);
});

test('a paid line with a due day is work on the case until somebody says that it is done', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await setStatus('delivered');
  await buy();
  expect(await workOf()).toMatchObject([
    { name: 'Extra banner', dueAt: expect.stringMatching(DUE), paused: false, doneAt: null },
  ]);
  const [main] = (await see(`/api/json/orders?q=${NUMBER}`)).orders.toReversed();
  expect(main).toMatchObject({ workStatus: 'new', dueAt: expect.stringMatching(DUE) });
  await waitUntil('2026-11-27T14:00:00.000Z');
  expect((await see('/api/json/overview')).promises.today.items).toMatchObject([
    { orderNumber: NUMBER, what: 'Extra banner' },
  ]);
  const [{ id }] = await workOf();
  for (let times = 0; times < 2; times += 1)
    expect((await post(`/api/admin/cases/${NUMBER}/work/${id}/done`)).status).toBe(200);
  expect(await workOf()).toMatchObject([{ doneAt: expect.stringMatching(/^2026-11-27T14:00/) }]);
  const told = (await shop.app.sentEmails()).filter(({ subject }) =>
    subject.startsWith('Extra banner is done'),
  );
  expect(told).toHaveLength(1);
  expect(rows.orders(shop.app.db).map(({ dueAt }) => dueAt)).toEqual([null, null]);
});

test('a line without a due day is no work of its own, and its customer hears from the studio', async () => {
  await shop.write({ lines: [{ ...BANNER, dueDays: null }] });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const found = await see(`/api/json/cases/${NUMBER}`);
  expect(found.work).toEqual([]);
  expect(found.order.missingForms).toEqual([]);
  expect(found.services).toMatchObject([{ state: 'working', promise: 'contact' }]);
});

test('only a line that needs it asks for the form of its service', async () => {
  const lines = [
    { name: 'Agent', amount: '249.00', service: 'voice' as const, needsForm: true },
    { ...BANNER, dueDays: 1 },
  ];
  await shop.write({ lines });
  const customer = await shop.link();
  await customer.acceptAndPay();
  const { order, services, work } = await see(`/api/json/cases/${NUMBER}`);
  expect(order.missingForms).toEqual(['voice']);
  expect(services).toMatchObject([
    { id: 'website', promise: null },
    { id: 'voice', state: 'form' },
  ]);
  expect(work).toMatchObject([{ name: 'Extra banner', service: 'website' }]);
  const form = aVoiceForm({ orderNumber: NUMBER, ...formKey(shop.app, NUMBER) });
  expect((await shop.app.post('/api/submit-voice-agent-form', form)).status).toBe(200);
  expect((await see(`/api/json/cases/${NUMBER}`)).services[1]).toMatchObject({ state: 'working' });
});

test('what a payment request pays for is work with the day that the owner set', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  const asked = { amount: '80.00', reason: 'Photos', dueDays: '5' };
  const path = `/api/admin/cases/${NUMBER}/payment-requests`;
  expect((await post(path, asked)).status).toBe(200);
  expect(await workOf()).toEqual([]);
  const [{ id }] = (await see(`/api/json/cases/${NUMBER}`)).paymentRequests;
  expect((await post(`${path}/${id}`, { action: 'record', way: 'check' })).status).toBe(200);
  expect(await workOf()).toMatchObject([
    { name: 'Photos', dueAt: expect.stringMatching(/^2026-12-01T15:00/) },
  ]);
});

test.each(['0', '-1', '1.5', 'soon', '261'])('a due day of %s is refused', async (dueDays) => {
  await buyWithCard(shop.app, aDraft());
  const asked = { amount: '80.00', reason: 'Photos', dueDays };
  const { status, body } = await post(`/api/admin/cases/${NUMBER}/payment-requests`, asked);
  expect([status, Object.keys(body.errors ?? body.fields ?? {})]).toEqual([400, ['dueDays']]);
});

test('a version of the service, a message, and a status do not say that sold work is done', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await buy();
  const deliver = { service: 'website', after: 0, note: 'Here it is.' };
  expect((await post(`/api/admin/cases/${NUMBER}/deliveries`, deliver)).status).toBe(200);
  await post(`/api/admin/cases/${NUMBER}/messages`, { key: crypto.randomUUID(), text: 'Hello.' });
  // The studio still has something to do.
  expect(await see(`/api/json/cases/${NUMBER}`)).toMatchObject({
    workStatus: 'in-progress',
    work: [{ doneAt: null }],
  });
  await setStatus('delivered');
  expect(await workOf()).toEqual([]);
  expect((await see('/api/json/figures')).kept.now).toMatchObject({ kept: 0, all: 0 });
});

test('the clock of sold work stands still while the studio waits for the customer', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await buy();
  await setStatus('waiting');
  await waitUntil('2026-11-28T15:00:00.000Z');
  expect(await workOf()).toMatchObject([{ paused: true }]);
  await setStatus('in-progress');
  expect(await workOf()).toMatchObject([{ paused: false, dueAt: expect.stringMatching(/^2026-12-0[23]/) }]);
});

test('the customer sees what was bought besides, and by when it is promised, on the quote and on the order', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await shop.write({ orderNumber: NUMBER, lines: [BANNER] });
  const customer = await shop.link();
  expect((await customer.read()).lines).toMatchObject([{ dueDays: 3 }]);
  await customer.acceptAndPay();
  const { orderUrl } = await customer.read();
  const page = (await shop.app.get(`/api${orderUrl}`)).body;
  expect(page.work).toMatchObject([{ name: 'Extra banner', doneAt: null }]);
});

test('work is only done on its case', async () => {
  await buyWithCard(shop.app, aDraft({ serviceTypes: ['website'] }));
  await buy();
  await buyWithCard(shop.app, aDraft());
  const [{ id }] = await workOf();
  expect((await post(`/api/admin/cases/ORD-10003/work/${id}/done`)).status).toBe(404);
  expect(await workOf()).toMatchObject([{ doneAt: null }]);
});
