import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, CARDS } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { checkOut, confirmCard, startCard, pageLink } from '../../../test/shop/purchase-steps.ts';
import { payByCard } from '../../../test/shop/quote-steps.ts';
import { DAY_MS } from '../../base/units.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

const NUMBER = 'ORD-10001';
const PATH = `/api/admin/cases/${NUMBER}`;

/** A shop with an order whose card was declined, and whose browser reported it as paid. */
async function anUnpaidOrder(draft = aDraft({ promoCode: 'SAVE50' })) {
  const app = await appWithAdmin();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret, CARDS.declined);
  await checkOut(app, draft, { paymentIntentId, paymentStatus: 'completed' });
  const order = () => orderStore.byNumber(app.db, NUMBER) ?? expect.fail('no order');
  expect(order().paymentStatus).toBe('pending');
  const post = async (path: string, body: object) => app.post(path, body, await loggedIn(app));
  const get = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  const link = pageLink(app);
  return {
    app,
    draft,
    order,
    post,
    collect: (body: object) => post(`${PATH}/collect`, body),
    see: () => get(`/api/json/cases/${NUMBER}`),
    overview: () => get('/api/json/overview'),
    page: async () => (await app.get(`/api/order?${new URLSearchParams(link)}`)).body,
    link: { checkoutId: order().checkoutId ?? '', link },
  };
}

test('who is asked again for an unpaid order pays that order, at its price, with its promo code', async () => {
  const shop = await anUnpaidOrder();
  const { app, order } = shop;
  const due = order().initialPaymentCents;
  // A code that ended meanwhile changes no price that was agreed.
  app.db.$client.exec('UPDATE promo_codes SET is_active = 0');
  expect((await shop.overview()).paymentsToReview.count).toBe(1);
  expect((await shop.collect({ action: 'send' })).body.message).toBe('Request sent');
  // It is one task, and its sum is owed once.
  const { paymentsToReview, paymentsToCollect } = await shop.overview();
  expect([paymentsToReview.count, paymentsToCollect.count]).toEqual([0, 1]);
  expect((await shop.see()).order).toMatchObject({ owedCents: 0, paymentStatus: 'pending' });
  const asked = (await app.sentEmails()).find(({ subject }) => subject.startsWith('Payment request'));
  expect(asked?.text).toContain(`/order?order=${NUMBER}`);
  const [request] = (await shop.page()).requests;
  expect(request).toMatchObject({ checkoutId: shop.link.checkoutId, reason: `Order ${NUMBER}` });
  expect(request.price.dueTodayCents).toBe(due);
  expect((await payByCard(app, shop.link)).status).toBe(200);
  expect(rows.orders(app.db)).toHaveLength(1);
  expect(order()).toMatchObject({
    paymentStatus: 'completed',
    initialPaymentCents: due,
    receivedAmountCents: due,
    promoCode: 'SAVE50',
    isExtra: false,
  });
  expect((await shop.see()).paymentRequests).toMatchObject([{ state: 'paid', paidBy: NUMBER }]);
  expect((await shop.overview()).paymentsToCollect.count).toBe(0);
  expect((await shop.see()).documents).toHaveLength(1);
  app.wait(30 * DAY_MS);
  const subjects = (await app.sentEmails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Reminder:'))).toEqual([]);
  expect(subjects).toContain(`Your order ${NUMBER}`);
  expect((await shop.collect({ action: 'send' })).status).toBe(409);
});

test('money that came another way completes an unpaid order, once, with its invoice and its agreed terms', async () => {
  const shop = await anUnpaidOrder();
  const { order } = shop;
  const { initialPaymentCents, consent, serviceTypes } = order();
  const check = { action: 'record', way: 'check', reference: '1043' };
  expect((await shop.collect(check)).body.message).toBe('Payment recorded');
  expect(order()).toMatchObject({
    paymentStatus: 'completed',
    paymentMethod: 'by-hand',
    receivedAmountCents: initialPaymentCents,
    consent,
    serviceTypes,
  });
  const { paymentRequests, timeline } = await shop.see();
  expect(paymentRequests).toMatchObject([{ state: 'paid', paidBy: NUMBER }]);
  expect(timeline.map(({ text }: { text: string }) => text).join('\n')).toContain('was paid by check 1043');
  expect((await shop.collect(check)).status).toBe(409);
  expect((await shop.see()).documents).toHaveLength(1);
});

test('an order that is asked for again is still paid in the tab of its first try, and then nobody is reminded', async () => {
  const shop = await anUnpaidOrder();
  const { app, order } = shop;
  const again = await startCard(app, shop.draft);
  await shop.collect({ action: 'send' });
  await confirmCard(app, again.clientSecret);
  await app.post('/api/payment-status', { checkoutId: shop.draft.checkoutId });
  expect(order().paymentStatus).toBe('completed');
  expect((await shop.see()).paymentRequests).toMatchObject([{ state: 'paid' }]);
});

test('closing an unpaid order takes back what was asked for, and undoing that asks for it again', async () => {
  const shop = await anUnpaidOrder();
  await shop.collect({ action: 'send' });
  const states = async () => (await shop.see()).paymentRequests.map(({ state }: { state: string }) => state);
  const closed = await shop.post(`${PATH}/work-status`, { workStatus: 'delivered', workVersion: 0 });
  expect(await states()).toEqual(['canceled']);
  expect((await shop.page()).requests).toEqual([]);
  await shop.post(`${PATH}/undo`, { token: closed.body.undo.token });
  expect(await states()).toEqual(['open']);
});

test('an order that was paid, or is being paid, is not asked for again', async () => {
  const shop = await anUnpaidOrder();
  const { app } = shop;
  app.db.$client.exec(`UPDATE payments SET status = 'processing'`);
  expect((await shop.collect({ action: 'send' })).status).toBe(409);
  expect((await shop.post('/api/admin/cases/ORD-10002/collect', { action: 'send' })).status).toBe(404);
});

test('an unpaid order can only be asked for or recorded, and anything else leaves it for review', async () => {
  const shop = await anUnpaidOrder();
  const before = (await shop.overview()).paymentsToReview;
  for (const action of ['cancel', 'stop-reminders'])
    expect((await shop.collect({ action })).body.fields).toEqual({ action: ['Unknown action'] });
  expect((await shop.overview()).paymentsToReview).toEqual(before);
});
