import type { ListedOrder, OrderView } from '@northlight/shared/contracts/orders.ts';
import { expect, test } from 'vitest';
import { colleague } from '../../../test/fixtures/admin-fixtures.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { checkOut, pageLink } from '../../../test/shop/purchase-steps.ts';
import { TEST_NOW, type TestApp } from '../../../test/shop/test-app.ts';
import type { NewOrder } from './order-store.ts';
import { newCase } from '../../db/cases.ts';
import * as orderStore from './order-store.ts';

async function openList() {
  const office = await openConsole();
  return { ...office, list: (query = '') => office.app.get(`/api/json/orders${query}`, office.cookie) };
}

function storeOrders({ db }: TestApp, count: number, changes: Partial<NewOrder> = {}) {
  for (let index = 0; index < count; index += 1) orderStore.insert(db, anOrder(changes), []);
}

const numbers = ({ body }: { body: { orders: { orderNumber: string }[] } }) =>
  body.orders.map(({ orderNumber }) => orderNumber);

test('an empty shop has an empty list', async () => {
  const { list } = await openList();
  const { status, body } = await list();
  expect(status).toBe(200);
  expect(body).toEqual({
    success: true,
    message: 'No orders found',
    orders: [],
    total: 0,
    isTotalExact: true,
    nextCursor: null,
  });
});

test('a purchased order is listed in the documented shape', async () => {
  const { app, list } = await openList();
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'voice'], isYearly: true }));
  expect((await list()).body).toEqual({
    success: true,
    message: '1 result',
    total: 1,
    isTotalExact: true,
    nextCursor: null,
    orders: [
      {
        id: 1,
        orderNumber: 'ORD-10001',
        createdAt: TEST_NOW.toISOString(),
        firstName: 'Ada',
        lastName: 'Marlow',
        email: 'ada@marlow-bicycles.example',
        phone: '(555) 010-4477',
        businessName: 'Marlow Bicycles',
        serviceTypes: ['website', 'voice'],
        initialPayment: '149.00',
        recurringPayment: '300.00',
        promoCode: null,
        discount: '0.00',
        tax: '0.00',
        isUnanswered: false,
        isYearly: true,
        paymentStatus: 'completed',
        seoOptimization: false,
        blogSetup: false,
        extraRevisions: false,
        paymentMode: 'demo',
        reviewReason: null,
        missingForms: ['website', 'voice'],
        workStatus: 'new',
        dueAt: null,
        late: null,
        refundedCents: 0,
        invoice: 'INV-1001',
        paidBy: 'Card',
        isRecurringOver: false,
        owedCents: 0,
        responsible: null,
        voiceQuote: '',
      },
    ],
  });
});

test('an order whose payment is not confirmed is pending and shows the reason', async () => {
  const { app, list } = await openList();
  await checkOut(app, aDraft());
  const [order] = (await list()).body.orders;
  expect(order).toMatchObject({ paymentStatus: 'pending', reviewReason: expect.stringMatching(/\w{3}/) });
});

test('amounts are strings with two decimals', async () => {
  const { app, list } = await openList();
  storeOrders(app, 1, { initialPaymentCents: 10_594, recurringPaymentCents: 0 });
  expect((await list()).body.orders[0]).toMatchObject({ initialPayment: '105.94', recurringPayment: '0.00' });
});

test('the newest hundred come first, and the cursor reaches all others, each once', async () => {
  const { app, list } = await openList();
  storeOrders(app, 250);
  const first = await list();
  expect(first.body.total).toBe(250);
  expect(numbers(first)).toHaveLength(100);
  expect(numbers(first)[0]).toBe('ORD-10250');
  const second = await list(`?cursor=${first.body.nextCursor}`);
  // A new order does not shift the following pages.
  storeOrders(app, 1);
  const third = await list(`?cursor=${second.body.nextCursor}`);
  expect(third.body).toMatchObject({ nextCursor: null, total: 251 });
  const all = [first, second, third].flatMap(numbers);
  expect(all).toEqual(Array.from({ length: 250 }, (_, index) => `ORD-${10_250 - index}`));
});

test('a page that ends with the last order has no next cursor, and the smallest and largest limit work', async () => {
  const { app, list } = await openList();
  storeOrders(app, 4);
  expect((await list('?limit=4')).body.nextCursor).toBeNull();
  expect(numbers(await list('?limit=1'))).toHaveLength(1);
  expect(numbers(await list('?limit=500'))).toHaveLength(4);
  const { body } = await list('?limit=3');
  expect(numbers({ body })).toEqual(['ORD-10004', 'ORD-10003', 'ORD-10002']);
  expect(numbers(await list(`?limit=3&cursor=${body.nextCursor}`))).toEqual(['ORD-10001']);
});

const LIMIT = { limit: ['limit must be a whole number from 1 to 500'] };

test.each([
  ...['0', '501', '-1', '1e2', '', '5&limit=6', '٣'].map((limit) => [`limit=${limit}`, LIMIT] as const),
  ...['0', 'x', '', '9999999999999999', "1' OR '1"].map(
    (cursor) => [`cursor=${cursor}`, { cursor: expect.anything() }] as const,
  ),
])('%s is refused and the field named', async (query, fields) => {
  const { list } = await openList();
  const { status, body } = await list(`?${query}`);
  expect([status, body.fields]).toEqual([400, fields]);
});

test('the views of the list have counts, and a person’s own ones follow them everywhere', async () => {
  const { app, cookie, act } = await openList();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const views = async (who = cookie) => (await app.get('/api/json/order-views', who)).body.views;
  expect((await views()).map(({ name, count }: OrderView) => [name, count])).toEqual([
    ['Late', 0],
    ['Due today', 0],
    ['To answer', 0],
    ['Waiting for customer', 0],
    ['Missing a form', 2],
  ]);
  const websites = { name: 'Websites', search: 'service=website' };
  expect((await act('/api/admin/order-views', { views: [websites] })).status).toBe(200);
  expect((await views()).at(-1)).toEqual({ ...websites, count: 1, isCountExact: true, isOwn: true });
  // A filter that no longer exists leaves out the view, and its person can save others.
  await act('/api/admin/order-views', { views: [{ name: 'Old', search: 'due=never' }] });
  expect(await views()).toHaveLength(5);
  const { headers: bo } = await colleague(app, 'owner');
  await act('/api/admin/order-views', { views: [websites] });
  // Because two people work here now, with Mine and what nobody is responsible for and is not delivered.
  expect(await views(bo)).toHaveLength(7);
  const unassigned = async () => {
    const [, view] = await views(bo);
    const { unassigned: count } = (await app.get('/api/json/overview', bo)).body;
    expect([view.name, view.count]).toEqual(['Unassigned', count]);
    return count;
  };
  expect(await unassigned()).toBe(2);
  const delivered = { workStatus: 'delivered', workVersion: 0 };
  await act('/api/admin/cases/ORD-10001/work-status', delivered);
  expect(await unassigned()).toBe(1);
  await act('/api/admin/cases/ORD-10002/assign', { adminId: 1 });
  expect(await unassigned()).toBe(0);
  for (const bad of [
    { name: '', search: '' },
    { name: 'x', search: 'y'.repeat(501) },
  ])
    expect((await act('/api/admin/order-views', { views: [bad] })).status).toBe(400);
});

test('a person’s columns follow them everywhere, and saving columns or views leaves the others', async () => {
  const { app, see, act } = await openList();
  const save = (body: object) => act('/api/admin/order-views', body);
  const chosen = () => see('/api/json/order-views');
  // As an older version stored them.
  const own = { name: 'Websites', search: 'service=website' };
  app.db.$client.prepare('UPDATE admin_users SET views = ?').run(JSON.stringify([own]));
  expect(await chosen()).toMatchObject({ columns: null });
  await save({ columns: ['Date', 'Due'] });
  expect(await chosen()).toMatchObject({ columns: ['Date', 'Due'] });
  expect((await chosen()).views.at(-1)).toMatchObject({ ...own, isOwn: true });
  await save({ views: [] });
  expect((await chosen()).columns).toEqual(['Date', 'Due']);
  await save({ columns: null });
  expect((await chosen()).columns).toBeNull();
  expect((await save({ columns: ['x'.repeat(41)] })).status).toBe(400);
});

test('an order whose customer wrote last is marked and found until somebody answers, as on the overview', async () => {
  const { app, list, see, act } = await openList();
  for (let count = 0; count < 2; count += 1) await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const waiting = async () => {
    const found = numbers(await list('?answer=waiting'));
    const marked = (await list()).body.orders.filter((one: ListedOrder) => one.isUnanswered);
    expect(marked.map(({ orderNumber }: ListedOrder) => orderNumber)).toEqual(found);
    expect((await see('/api/json/overview')).messagesToAnswer.count).toBe(found.length);
    return found;
  };
  expect(await waiting()).toEqual([]);
  const question = { key: crypto.randomUUID(), text: 'When is it ready?' };
  await app.post(`/api/order/messages?${new URLSearchParams(pageLink(app))}`, question);
  expect(await waiting()).toEqual(['ORD-10001']);
  const answer = { key: crypto.randomUUID(), text: 'Tomorrow.' };
  await act('/api/admin/cases/ORD-10001/messages', answer);
  expect(await waiting()).toEqual([]);
});

test('what waits and what is not paid comes first in the orders of their heads', async () => {
  const { app, list } = await openList();
  storeOrders(app, 2, { paymentStatus: 'completed' });
  storeOrders(app, 1, { paymentStatus: 'pending' });
  orderStore.setWorkStatus(app.db, newCase('ORD-10002'), 'waiting', TEST_NOW);
  expect(numbers(await list('?sort=work'))).toEqual(['ORD-10002', 'ORD-10003', 'ORD-10001']);
  expect(numbers(await list('?sort=payment'))).toEqual(['ORD-10003', 'ORD-10002', 'ORD-10001']);
  expect(numbers(await list('?sort=work&limit=1&cursor=2'))).toEqual(['ORD-10003']);
});

test('the list and its file can have only chosen orders', async () => {
  const { app, list } = await openList();
  storeOrders(app, 3);
  const [first, , third] = numbers(await list('?sort=oldest'));
  expect(numbers(await list(`?sort=oldest&numbers=${first},${third},ORD-99999`))).toEqual([first, third]);
  expect(numbers(await list('?numbers='))).toEqual([]);
});
