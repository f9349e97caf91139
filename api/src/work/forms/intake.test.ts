import { expect, test } from 'vitest';
import { browserKeyOf } from '../orders/order-links.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { checkOut, linkInEmail } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

async function aBuyer(app: TestApp, email = 'ada@marlow-bicycles.example') {
  const { body } = await checkOut(app, aDraft({ serviceTypes: ['voice'], email }));
  return body.order;
}

const ask = (app: TestApp, order: string, key: string) =>
  app.get(`/api/intake?${new URLSearchParams({ order, key })}`);

test('the key in the confirmation shows the name, email and number of its order, and nothing else', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const { status, body } = await ask(app, orderNumber, intakeKey);
  expect(status).toBe(200);
  expect(body).toEqual({
    orderNumber: 'ORD-10001',
    firstName: 'Ada',
    lastName: 'Marlow',
    email: 'ada@marlow-bicycles.example',
    businessName: 'Marlow Bicycles',
  });
});

test('the email has its own key, which shows the same', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const link = await linkInEmail(app);
  expect(link.searchParams.get('order')).toBe(orderNumber);
  expect(link.searchParams.get('key')).not.toBe(intakeKey);
  const opened = await app.get(`/api/intake${link.search}`);
  expect(opened).toMatchObject({ status: 200, body: { orderNumber, firstName: 'Ada' } });
});

test('a key for another order, a changed key or a missing key shows nothing', async () => {
  const app = await startTestApp();
  const ada = await aBuyer(app);
  const eve = await aBuyer(app, 'eve@elsewhere.example');
  const changed = ada.intakeKey.startsWith('A') ? `B${ada.intakeKey.slice(1)}` : `A${ada.intakeKey.slice(1)}`;
  for (const [order, key] of [
    [ada.orderNumber, eve.intakeKey],
    [ada.orderNumber, changed],
    [ada.orderNumber, ada.intakeKey.slice(0, -1)],
    [ada.orderNumber, `${ada.intakeKey}A`],
    [ada.orderNumber, '%00'],
    ['ORD-99999', ada.intakeKey],
  ]) {
    const { status, body } = await ask(app, order, key);
    expect([status, body.email], `${order} ${key}`).toEqual([404, undefined]);
  }
  expect((await app.get(`/api/intake?order=${ada.orderNumber}`)).status).toBe(400);
});

test('a request’s number has no link', async () => {
  const app = await startTestApp();
  const { body } = await app.post('/api/submit-voice-agent-form', aVoiceForm());
  const key = browserKeyOf(app.context.settings.secret, {
    orderNumber: body.orderNumber,
    createdAt: app.clock.now,
    keyVersion: 0,
  });
  expect((await ask(app, body.orderNumber, key)).status).toBe(404);
});

test('a link ends sixty days after delivery, with a kind message, and reopening the work restores it', async () => {
  const { app, act } = await openConsole();
  const { orderNumber, intakeKey } = await aBuyer(app);
  const deliver = (workStatus: string) =>
    act(`/api/admin/cases/${orderNumber}/work-status`, { workStatus, workVersion: 0 });
  const DAY_MS = 24 * 60 * 60_000;
  const from = app.clock.now.getTime();
  app.clock.now = new Date(from + 400 * DAY_MS);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
  app.clock.now = new Date(from);
  await deliver('delivered');
  app.clock.now = new Date(from + 60 * DAY_MS - 1);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
  app.clock.now = new Date(from + 60 * DAY_MS);
  const { status, body } = await ask(app, orderNumber, intakeKey);
  expect([status, body.code, body.email]).toEqual([410, 'link_ended', undefined]);
  expect(body.message).toMatch(/You can still fill out the form/);
  expect((await ask(app, orderNumber, `${intakeKey}A`)).status).toBe(404);
  const form = aVoiceForm({ orderNumber });
  expect((await app.post('/api/submit-voice-agent-form', form)).body.orderNumber).toBe(orderNumber);
});

test('links of orders delivered before the date was stored keep working', async () => {
  const app = await startTestApp();
  const { orderNumber, intakeKey } = await aBuyer(app);
  app.db.$client.exec("UPDATE orders SET work_status = 'delivered'");
  app.clock.now = new Date(app.clock.now.getTime() + 400 * 24 * 60 * 60_000);
  expect((await ask(app, orderNumber, intakeKey)).status).toBe(200);
});

test('another server’s secret makes other keys', async () => {
  const [one, other] = [await startTestApp(), await startTestApp({ env: { secret: 'x'.repeat(32) } })];
  const { orderNumber, intakeKey } = await aBuyer(one);
  await aBuyer(other);
  expect((await ask(other, orderNumber, intakeKey)).status).toBe(404);
});

test('after a restored backup reuses a number, the old email shows nothing of the new customer', async () => {
  const [before, after] = [await startTestApp(), await startTestApp()];
  const lost = await aBuyer(before);
  after.clock.now = new Date(after.clock.now.getTime() + 60_000);
  const eve = await aBuyer(after, 'eve@elsewhere.example');
  expect(eve.orderNumber).toBe(lost.orderNumber);
  expect((await ask(after, lost.orderNumber, lost.intakeKey)).status).toBe(404);
  expect((await ask(after, eve.orderNumber, eve.intakeKey)).status).toBe(200);
});
