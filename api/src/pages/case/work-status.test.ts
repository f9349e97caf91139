import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { readCustomerOrders } from '../customer-orders/read-orders.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { orderKeyOf } from '../../work/orders/order-links.ts';
import * as customerStore from '../../work/customers/customer-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';

const CASE = '/api/json/cases/ORD-10001';
const STATUS = '/api/admin/cases/ORD-10001/work-status';

test('a change based on an outdated work status is rejected with a message, and saved after a reload', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { workVersion } = await see(CASE);
  expect((await act(STATUS, { workStatus: 'delivered', workVersion })).status).toBe(200);
  const { status, body } = await act(STATUS, { workStatus: 'waiting', workVersion });
  expect([status, body.code]).toEqual([409, 'work_status_changed']);
  expect(body.message).toMatch(/^ada changed the work status to “Closed” in the meantime/);
  const current = await see(CASE);
  expect(current.workStatus).toBe('closed');
  const again = { workStatus: 'waiting', workVersion: current.workVersion };
  expect((await act(STATUS, again)).status).toBe(200);
  expect((await see(CASE)).workStatus).toBe('waiting');
});

test('a request without an order is protected too; choosing the same status twice is not a conflict', async () => {
  const { app, see, act } = await openConsole();
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  const { workVersion } = await see(CASE);
  const delivered = { workStatus: 'delivered', workVersion };
  expect([(await act(STATUS, delivered)).status, (await act(STATUS, delivered)).status]).toEqual([200, 200]);
  expect((await act(STATUS, { workStatus: 'new', workVersion })).status).toBe(409);
  expect((await act(STATUS, { workStatus: 'new' })).status).toBe(400);
});

test('work that is marked as delivered without a version is closed, and its promises count neither as kept nor as late', async () => {
  const { app, cookie, see, act } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold', 'voice'] }));
  const sent = { ...anOnHoldForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  expect((await app.post('/api/on-hold-audio-form', sent)).status).toBe(200);
  const kept = async () => (await see('/api/json/figures')).kept.now;
  const states = async () => (await see(CASE)).services.map(({ state }: { state: string }) => state);
  expect((await act(STATUS, { workStatus: 'delivered', workVersion: 0 })).status).toBe(200);
  expect(await states()).toEqual(['closed', 'closed']);
  expect(await kept()).toMatchObject({ kept: 0, all: 0 });
  expect((await see('/api/json/overview')).promises.late.count).toBe(0);
  const order = orderStore.byNumber(app.db, 'ORD-10001') ?? expect.fail('no order');
  const link = new URLSearchParams({
    order: 'ORD-10001',
    key: orderKeyOf(app.context.settings.secret, order),
  });
  const page = (await app.get(`/api/order?${link}`)).body;
  expect(page.services).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  // The shop reads the same word everywhere.
  const found = async (list: string, work: string) => {
    const { orders, submissions } = await see(`/api/json/${list}?work=${work}`);
    return (orders ?? submissions).map(({ workStatus }: { workStatus: string }) => workStatus);
  };
  for (const list of ['orders', 'on-hold-submissions']) {
    expect(await found(list, 'closed')).toEqual(['closed']);
    expect(await found(list, 'delivered')).toEqual([]);
  }
  expect(await see(CASE)).toMatchObject({
    workStatus: 'closed',
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'work-status', text: 'Closed' })]),
  });
  const csv = await fetch(`${app.base}/api/json/orders.csv`, { headers: cookie });
  expect(await csv.text()).toContain(',closed,');
  const told = (await see('/api/json/audit')).entries.map(({ text }: { text: string }) => text);
  expect(told).toContain('Changed the work status to closed');
  const person = customerStore.personByEmail(app.db, order.email) ?? expect.fail('no person');
  expect(readCustomerOrders(app.context, person, '').orders).toMatchObject([{ workStatus: 'closed' }]);
  // It is not over for good.
  const { workVersion } = await see(CASE);
  await act(STATUS, { workStatus: 'in-progress', workVersion });
  expect(await states()).toEqual(expect.arrayContaining(['working', 'form']));
});

test('a promise is kept by a delivered version, also when the rest of the order is closed', async () => {
  const { app, see, act } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold', 'voice'] }));
  const sent = { ...anOnHoldForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  await app.post('/api/on-hold-audio-form', sent);
  const version = { service: 'onhold', after: 0, note: 'Here it is.' };
  expect((await act('/api/admin/cases/ORD-10001/deliveries', version)).status).toBe(200);
  const { workVersion } = await see(CASE);
  await act(STATUS, { workStatus: 'delivered', workVersion });
  const states = (await see(CASE)).services.map(({ id, state }: { id: string; state: string }) => [
    id,
    state,
  ]);
  expect(Object.fromEntries(states)).toEqual({ onhold: 'done', voice: 'closed' });
  const last30 = (await see('/api/json/figures')).kept.now;
  expect(last30).toMatchObject({ kept: 2, all: 2 });
});

test('of two simultaneous changes, one is saved', async () => {
  const { app, cookie } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const changes = ['waiting', 'delivered'].map((workStatus) => ({ workStatus, workVersion: 0 }));
  const answers = await pipelinedPosts(app.base, STATUS, changes, cookie);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
