import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { confirmCard, decidePaypal, pageLink } from '../../../test/shop/purchase-steps.ts';
import { type TestApp } from '../../../test/shop/test-app.ts';
import { readTallies } from '../../db/tallies.ts';
import { sweepPayments } from '../provider-events/sweep.ts';
import { appWithAdmin } from '../../../test/shop/admin-client.ts';

const NUMBER = 'ORD-10001';

/** The customer of a paid order, on its page. */
function customerOf(app: TestApp, number = NUMBER) {
  const link = pageLink(app, number);
  const read = async () => (await app.get(`/api/order?${new URLSearchParams(link)}`)).body;
  const offered = async () => ({ checkoutId: (await read()).revisions.checkoutId, link });
  return {
    link,
    read,
    offered,
    rounds: async () => (await read()).services[0].roundsIncluded,
    start: async (method: 'card' | 'paypal', draft?: object) =>
      app.post(method === 'card' ? '/api/create-payment-intent' : '/api/process-paypal', {
        amount: 1,
        ...(draft ?? (await offered())),
      }),
  };
}

/** A paid website of a taxed address, in demo mode. */
async function openShop() {
  const app = await appWithAdmin();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'], state: 'MI', isYearly: true }));
  return { app, ...customerOf(app) };
}
const caseOf = async (app: TestApp, number = NUMBER) =>
  (await app.get(`/api/json/cases/${number}`, await loggedIn(app))).body;

test.each(['card', 'paypal'] as const)(
  'what adds to an order whose customer left the state empty asks for no state (%s)',
  async (method) => {
    const app = await appWithAdmin();
    const address = { country: 'US', state: '', city: 'Ann Arbor', postalCode: '48104', askedForState: true };
    await buyWithCard(app, aDraft({ serviceTypes: ['website'], ...address }));
    const { status, body } = await customerOf(app).start(method);
    expect([status, body.fields]).toEqual([200, undefined]);
    expect(rows.payments(app.db).map(({ amountCents }) => amountCents)).toEqual([14_900, 4_900]);
  },
);

test('five more revisions are bought by card, at the price of the catalog and with tax', async () => {
  const { app, read, rounds, offered, start } = await openShop();
  const before = await read();
  expect(before).toMatchObject({
    addons: [],
    revisions: { price: { subtotalCents: 4_900, taxCents: 294, dueTodayCents: 5_194, recurringCents: 0 } },
  });
  expect(await rounds()).toBe(5);
  const draft = await offered();
  // What the browser says about the price does not count.
  const { body: intent } = await start('card');
  expect(intent).toMatchObject({ amount: 51.94 });
  await confirmCard(app, intent.clientSecret);
  const { status, body } = await app.post('/api/checkout', {
    ...draft,
    paymentMethod: 'credit-card',
    paymentIntentId: intent.paymentIntentId,
  });
  expect([status, body.order]).toMatchObject([
    200,
    { orderNumber: 'ORD-10002', initialPayment: '51.94', recurringPayment: '0.00', isPaid: true },
  ]);
  expect(await rounds()).toBe(10);
  expect(rows.orders(app.db)[1]).toMatchObject({
    caseId: NUMBER,
    isExtra: true,
    missingForms: [],
    // As the order that it adds to.
    workStatus: 'new',
    extraRevisions: true,
    recurringPeriod: null,
  });
  const after = await read();
  expect(after.addons).toMatchObject([{ orderNumber: 'ORD-10002', receipt: { dueTodayCents: 5_194 } }]);
  expect(after.documents).toMatchObject([
    { number: 'INV-1001' },
    { number: 'INV-1002', kind: 'invoice', amountCents: 5_194 },
  ]);
  for (const { url } of after.documents) expect((await fetch(app.base + url)).status).toBe(200);
  // The next five are another purchase.
  expect(after.revisions.checkoutId).not.toBe(before.revisions.checkoutId);
});

test('the case, the overview, and the emails of the order include the purchase', async () => {
  const { app, start } = await openShop();
  await app.sentEmails();
  await app.businessEmails();
  const { body } = await start('card');
  await confirmCard(app, body.clientSecret);
  app.wait(60_000);
  await sweepPayments(app.context);
  const found = await caseOf(app);
  expect(found).toMatchObject({
    payments: [{ received: '157.94 USD' }, { received: '51.94 USD', isUnused: false, refundable: '51.94' }],
    addons: [{ orderNumber: 'ORD-10002' }],
    documents: [{ number: 'INV-1001' }, { number: 'INV-1002' }],
    services: [{ roundsIncluded: 10 }],
  });
  const texts = found.timeline.map(({ text }: { text: string }) => text);
  expect(texts).toContain('Extra Design Revisions ordered (ORD-10002), $51.94 due');
  expect(texts).toContain('$51.94 USD received');
  expect(await caseOf(app, 'ORD-10002')).toMatchObject({
    orderNumber: NUMBER,
    order: { orderNumber: NUMBER },
  });
  const [email] = (await app.sentEmails()).slice(-1);
  expect(email?.subject).toBe(`Extra Design Revisions for order ${NUMBER}`);
  expect(email?.text).toContain('You can ask for 5 more revisions of your website.');
  expect(email?.text).toContain('/order?order=ORD-10002&key=');
  const news = (await app.businessEmails()).at(-1);
  expect(news?.subject).toContain('New order ORD-10002: $51.94');
  expect(news?.text).toContain(`bought Extra Design Revisions for order ${NUMBER}`);
  expect(
    rows.outbox(app.db).filter(({ kind, orderNumber }) => kind === 'form-reminder' && orderNumber !== NUMBER),
  ).toEqual([]);
  const { revenue } = (await app.get('/api/json/figures', await loggedIn(app))).body;
  expect(revenue.now.paid).toBe('209.88');
  expect(readTallies(app.db, 'orders').get('missing forms')).toBe(1);
});

test('PayPal brings the customer back, and captures once', async () => {
  const { app, rounds, offered, start } = await openShop();
  const draft = await offered();
  const { paypalOrderId } = (await start('paypal')).body;
  const { returnUrl } = await decidePaypal(app, paypalOrderId, 'approve');
  expect(returnUrl).toContain('/checkout?paypal=return');
  expect(await rounds()).toBe(5);
  const body = { ...draft, paymentMethod: 'paypal', paypalOrderId };
  const answers = await pipelinedPosts(app.base, '/api/checkout', [body, body, body]);
  expect(answers.map(({ body }) => body.order.orderNumber)).toEqual(['ORD-10002', 'ORD-10002', 'ORD-10002']);
  expect(await rounds()).toBe(10);
  expect(rows.orders(app.db)).toHaveLength(2);
});

test('two tabs are one purchase: the second one finds what the first one paid', async () => {
  const { app, rounds, offered, start } = await openShop();
  const draft = await offered();
  const tab = { amount: 1, ...draft };
  const tabs = await pipelinedPosts(app.base, '/api/create-payment-intent', [tab, tab]);
  const [one, two] = tabs.map(({ body }) => body);
  expect(one.paymentIntentId).toBe(two.paymentIntentId);
  const paypal = await start('paypal', draft);
  await confirmCard(app, one.clientSecret);
  // The other tab was not told yet, and starts again.
  expect((await start('card', draft)).body).toMatchObject({
    order: { orderNumber: 'ORD-10002' },
    clientSecret: '',
  });
  expect((await start('paypal', draft)).body.order).toMatchObject({ isPaid: true });
  await decidePaypal(app, paypal.body.paypalOrderId, 'approve');
  const late = await app.post('/api/checkout', {
    ...draft,
    paymentMethod: 'paypal',
    paypalOrderId: paypal.body.paypalOrderId,
  });
  expect(late.body.order.orderNumber).toBe('ORD-10002');
  expect(await rounds()).toBe(10);
  expect(rows.payments(app.db).filter(({ status }) => status === 'paid')).toHaveLength(2);
});

test('a full refund takes the five revisions back, a partial one does not', async () => {
  const { app, rounds, start } = await openShop();
  const { body } = await start('card');
  await confirmCard(app, body.clientSecret);
  app.wait(60_000);
  await sweepPayments(app.context);
  const cookie = await loggedIn(app);
  const refund = (amount: number, refundKey: string) =>
    app.post('/api/admin/payments/2/refund', { amount, reason: 'Not used', refundKey }, cookie);
  expect((await refund(10, '1f0e7f0a-3f6c-4b52-9d77-0f7c5c2b9a10')).status).toBe(200);
  expect(await rounds()).toBe(10);
  expect((await refund(41.94, '1f0e7f0a-3f6c-4b52-9d77-0f7c5c2b9a11')).status).toBe(200);
  expect(await rounds()).toBe(5);
  const found = await caseOf(app);
  expect(found.documents.map(({ kind }: { kind: string }) => kind)).toEqual([
    'invoice',
    'invoice',
    'credit-note',
    'credit-note',
  ]);
  expect(found.payments[1]).toMatchObject({
    refundable: '0.00',
    refunds: [{ tax: '0.57' }, { tax: '2.37' }],
  });
  // They can be bought again.
  expect((await start('card')).body).toMatchObject({
    amount: 51.94,
    clientSecret: expect.stringMatching(/./),
  });
});

test('a wrong key, another checkout, and an order that cannot have more are refused', async () => {
  const { app, link, offered, start } = await openShop();
  const draft = await offered();
  const wrong = { ...draft, link: { ...link, key: 'A'.repeat(22) } };
  const other = { ...draft, checkoutId: '1f0e7f0a-3f6c-4b52-9d77-0f7c5c2b9a10' };
  expect((await start('card', wrong)).status).toBe(404);
  expect((await start('card', { ...draft, link: { ...link, order: 'ORD-77777' } })).status).toBe(404);
  expect((await start('card', other)).status).toBe(409);
  expect((await start('paypal', { ...draft, link: 'ORD-10001' })).status).toBe(400);
  const place = { ...draft, paymentMethod: 'credit-card', paymentIntentId: 'pi_demo' };
  // Nothing was started.
  expect((await app.post('/api/checkout', place)).status).toBe(404);
  expect((await app.post('/api/checkout', { ...place, link: wrong.link })).status).toBe(404);
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await customerOf(app, 'ORD-10002').read()).revisions).toBeNull();
  await app.post(
    `/api/admin/cases/${NUMBER}/work-status`,
    { workStatus: 'delivered', workVersion: 0 },
    await loggedIn(app),
  );
  expect((await start('card', draft)).body).toMatchObject({ code: 'addon_not_offered' });
  expect(rows.payments(app.db)).toHaveLength(2);
});

test('what is sold later has no page of its own: its link opens that of its case', async () => {
  const { app, start } = await openShop();
  const { body } = await start('card');
  await confirmCard(app, body.clientSecret);
  app.wait(60_000);
  await sweepPayments(app.context);
  expect((await customerOf(app, 'ORD-10002').read()).orderNumber).toBe(NUMBER);
});

test('live: webhooks complete it without the browser, and late money for it is a second payment', async () => {
  const app = await startLiveApp();
  const first = aDraft({ serviceTypes: ['website'] });
  const bought = await app.post('/api/create-payment-intent', { amount: 149, ...first });
  app.stripe.confirm(bought.body.paymentIntentId, 'succeeds');
  await app.settled();
  const { rounds, offered, start } = customerOf(app);
  const draft = await offered();
  const card = await start('card', draft);
  const paypal = await start('paypal', draft);
  app.stripe.confirm(card.body.paymentIntentId, 'succeeds');
  app.paypal.approve(paypal.body.paypalOrderId);
  await app.settled();
  await app.sweepAfter(60_000);
  expect(await rounds()).toBe(10);
  expect(rows.orders(app.db)).toMatchObject([{}, { caseId: NUMBER, initialPaymentCents: 4_900 }]);
  // PayPal's approval is never captured.
  expect(rows.payments(app.db).filter(({ status }) => status === 'paid')).toHaveLength(2);
  app.stripe.refundAtDashboard(card.body.paymentIntentId, 4_900);
  await app.settled();
  expect(await rounds()).toBe(5);
});

test('an add-on can’t be bought with a link that was ended', async () => {
  const { app, offered, start } = await openShop();
  const draft = await offered();
  await app.post(`/api/admin/cases/${NUMBER}/end-links`, {}, await loggedIn(app));
  for (const method of ['card', 'paypal'] as const)
    expect((await start(method, draft)).body.code, method).toBe('link_invalid');
});
