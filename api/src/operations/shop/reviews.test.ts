import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { shopBody } from '../../../test/shop/changed-shop.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { testEnv } from '../../../test/shop/test-app.ts';
import { payments } from '../../db/schema/payments.ts';
import { orderKeyOf, workKeyOf } from '../../work/orders/order-links.ts';
import { publishNext } from './publish.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';

const DAY = 24 * 60 * 60_000;
const NUMBER = 'ORD-10001';
const review = { text: 'It was easy, and it looks good.', name: 'Ada M.', mayShow: true };

/** A shop that asks for reviews, unless told otherwise, with a delivered order. */
async function openShop({ asks = true } = {}) {
  const console = await openConsole();
  const { app, act, see } = console;
  if (asks) await act('/api/admin/wording', { asksForReview: true });
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  const order = orderStore.byNumber(app.db, NUMBER) ?? expect.fail('There is no order.');
  const link = (key: string) => `/api/order?${new URLSearchParams({ order: NUMBER, key })}`;
  const key = orderKeyOf(testEnv().secret, order);
  const setStatus = async (workStatus: string) => {
    const { workVersion } = await see(`/api/json/cases/${NUMBER}`);
    return act(`/api/admin/cases/${NUMBER}/work-status`, { workStatus, workVersion });
  };
  for (const service of order.serviceTypes)
    await act(`/api/admin/cases/${NUMBER}/deliveries`, { service, after: 0, note: 'Here it is.' });
  await setStatus('delivered');
  return {
    ...console,
    setStatus,
    page: async () => (await app.get(link(key))).body,
    send: (body: object = review, own = key) =>
      app.post(link(own).replace('/order?', '/order/review?'), body),
    workKey: workKeyOf(testEnv().secret, order),
    requests: async (days = 3) => {
      app.wait(days * DAY);
      return (await app.sentEmails()).filter(({ subject }) => subject.startsWith('How was it?'));
    },
    use: () => act(`/api/admin/cases/${NUMBER}/testimonial`, {}),
  };
}

test('three days after delivery, one email asks for a review, with a link to the order', async () => {
  const { requests, setStatus } = await openShop();
  await setStatus('in-progress');
  await setStatus('delivered');
  expect(await requests(2.9)).toEqual([]);
  const [email] = await requests(0.2);
  expect(email?.to).toBe('ada@marlow-bicycles.example');
  expect(email?.text).toMatch(/\/order\?order=ORD-10001&key=[\w-]{22}#review/);
  expect(await requests(30)).toHaveLength(1);
});

test('nobody is asked unless the owner wants it, or after a refund, a dispute, more work, or a review', async () => {
  const quiet = await openShop({ asks: false });
  expect(await quiet.requests()).toEqual([]);
  expect((await quiet.page()).review).toBeNull();
  expect((await quiet.send()).status).toBe(404);

  const refunded = await openShop();
  const refund = { amount: 5, reason: 'Sorry', refundKey: crypto.randomUUID() };
  expect((await refunded.act('/api/admin/payments/1/refund', refund)).status).toBe(200);
  expect(await refunded.requests()).toEqual([]);

  const disputed = await openShop();
  disputed.app.db
    .update(payments)
    .set({ review: { code: 'disputed' } })
    .run();
  expect(await disputed.requests()).toEqual([]);

  const reopened = await openShop();
  await reopened.setStatus('in-progress');
  expect(await reopened.requests()).toEqual([]);

  const written = await openShop();
  await written.send();
  expect(await written.requests()).toEqual([]);
});

test('a review stands on the order, can be changed, and tells the business once', async () => {
  const { app, see, send, page, workKey } = await openShop();
  expect((await page()).review).toEqual({
    text: '',
    name: 'Ada Marlow',
    mayShow: false,
    isSent: false,
    isUsed: false,
  });
  expect((await send({ ...review, text: ' ' })).status).toBe(400);
  expect((await send(review, workKey)).status).toBe(404);
  expect((await send(review, 'x'.repeat(22))).status).toBe(404);
  expect((await send({ ...review, mayShow: false })).status).toBe(200);
  expect((await send()).status).toBe(200);
  expect((await page()).review).toEqual({ ...review, isSent: true, isUsed: false });
  expect((await see(`/api/json/cases/${NUMBER}`)).review).toMatchObject({ ...review, usedAt: null });
  const told = (await app.businessEmails()).filter(({ subject }) => subject === `New review of ${NUMBER}`);
  expect(told).toHaveLength(1);
  expect(told[0]?.text).toContain(review.text);
});

test('with the customer’s yes, an owner adds it to the draft of the testimonials, once', async () => {
  const { app, see, act, send, use, page } = await openShop();
  await send({ ...review, mayShow: false });
  expect((await use()).status).toBe(404);
  await send();
  const publishAt = '2030-01-01T00:00:00Z';
  const change = async (more: object) =>
    act('/api/json/shop', shopBody(await see('/api/json/shop'), {}, more));
  await change({ publish: false, publishAt });
  expect((await use()).status).toBe(409);
  await change({});
  expect(await see('/api/json/shop')).toMatchObject({ state: 'publishing' });
  expect((await use()).status).toBe(409);
  await publishNext(app.context);
  await addAdmin(app, { username: 'sam', password: 'a quiet north window', role: 'staff' });
  const sam = await loggedIn(app, { username: 'sam', password: 'a quiet north window' });
  expect((await app.post(`/api/admin/cases/${NUMBER}/testimonial`, {}, sam)).status).toBe(403);
  expect((await use()).status).toBe(200);
  await use();
  const shop = await see('/api/json/shop');
  expect(shop.state).toBe('draft');
  const added = { words: review.text, name: review.name, business: 'Marlow Bicycles' };
  // Without the samples.
  expect(shop.content['home.testimonials']).toEqual([added]);
  expect(shop.version).toBeGreaterThan(shop.publishedVersion);
  // What stands on the website is the owner's to change.
  expect((await send({ ...review, text: 'Something else.' })).body.code).toBe('review_used');
  expect((await page()).review).toMatchObject({ text: review.text, mayShow: true, isUsed: true });
});

test('a customer takes the permission back, and the business reads what to remove', async () => {
  const { app, see, send, use, page } = await openShop();
  await send();
  await app.businessEmails();
  await use();
  expect((await send({ ...review, text: 'Something else.', mayShow: false })).status).toBe(200);
  await send({ ...review, mayShow: false });
  expect((await page()).review).toMatchObject({ text: review.text, mayShow: false, isUsed: true });
  const told = (await app.businessEmails()).filter(({ subject }) => subject.startsWith('Please remove'));
  expect(told).toHaveLength(1);
  expect((await see(`/api/json/cases/${NUMBER}`)).review).toMatchObject({ mayShow: false });
});
