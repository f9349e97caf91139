import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { payByStripe, startLiveApp } from '../../../test/shop/live-app.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const PATH = '/api/admin/test-order';
const pdfText = async (answer: Response) => (await pdfPages(Buffer.from(await answer.arrayBuffer()))).flat();
const WORKED = ['pay', 'order', 'form', 'refund', 'email'].map((what) => ({ what, problem: null }));

test('in the demo, it goes the whole way, leaves a marked order, and can be placed again', async () => {
  const { app, act, see } = await openConsole();
  app.sendEmails();
  for (const orderNumber of ['ORD-00001', 'ORD-00002']) {
    expect((await act(PATH, {})).body).toEqual({
      success: true,
      message: 'Everything worked',
      steps: WORKED,
    });
    const { order, payments } = await see(`/api/json/cases/${orderNumber}`);
    expect(order).toMatchObject({ paymentMode: 'demo', paymentStatus: 'completed', missingForms: [] });
    expect(payments).toMatchObject([{ status: 'paid', refunds: [{ status: 'succeeded' }] }]);
  }
  expect((await see('/api/json/overview')).setup).not.toContain('test-order');
});

test('its numbers are a row of their own, it is in no book and no figure, and the first purchase has the first numbers', async () => {
  const { app, act, see } = await openConsole();
  app.sendEmails();
  await act(PATH, {});
  const books = '/api/json/invoices';
  const { documents, order } = await see('/api/json/cases/ORD-00001');
  expect(documents.map((one: { number: string; kind: string }) => [one.number, one.kind])).toEqual([
    ['TEST-1', 'invoice'],
    ['TEST-2', 'credit-note'],
  ]);
  const pdf = await fetch(`${app.base}/api/json/cases/ORD-00001/invoice.pdf?number=TEST-2`, {
    headers: await loggedIn(app),
  });
  expect(pdf.headers.get('content-disposition')).toBe('attachment; filename="TEST-2.pdf"');
  expect((await pdfText(pdf)).join(' ')).toContain('Refund of invoice TEST-1');
  const empty = { invoices: [], firstMonth: null, sums: { invoices: 0, creditNotes: 0 } };
  expect(await see(books)).toMatchObject(empty);
  expect(await see(`${books}?q=Test`)).toMatchObject({ invoices: [] });
  const zeros = { now: { paid: '0.00', refunded: '0.00', net: '0.00' } };
  expect(await see('/api/json/figures?days=30')).toMatchObject({
    revenue: zeros,
    orders: { now: 0 },
    kept: { now: { kept: 0, all: 0 } },
  });
  expect(await see('/api/json/overview')).toMatchObject({ sinceYesterday: '0.00' });
  const { customers } = await see('/api/json/customers');
  expect(customers).toMatchObject([{ paid: '0.00' }]);
  // The forms and the customer's page take its number.
  expect((await app.get('/api/json/verify-order?orderNumber=00001')).body.exists).toBe(true);
  expect(order.orderNumber).toBe('ORD-00001');
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  expect(await see(books)).toMatchObject({
    invoices: [{ number: 'INV-1001', orderNumber: 'ORD-10001' }],
    sums: { invoices: 1 },
  });
  await act(PATH, {});
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await see(books)).invoices.map((one: { number: string }) => one.number)).toEqual([
    'INV-1001',
    'INV-1002',
  ]);
});

test('a customer can’t say that an order is a test', async () => {
  const app = await startTestApp();
  await buyWithCard(app, { ...aDraft({ serviceTypes: ['onhold'] }), isTest: true } as never);
  expect(rows.orders(app.db)).toMatchObject([{ orderNumber: 'ORD-10001' }]);
});

test('once it was refunded, it is no task', async () => {
  const { app, act, see } = await openConsole();
  app.sendEmails();
  await act(PATH, {});
  const { newSubmissions, missingForms, promises, mine } = await see('/api/json/overview');
  expect([newSubmissions.count, missingForms.count, promises.late.count, promises.today.count]).toEqual([
    0, 0, 0, 0,
  ]);
  expect(mine).toEqual({ open: 0, late: 0 });
  expect((await see('/api/json/cases/ORD-00001')).workStatus).toBe('closed');
  app.wait(6 * 24 * 60 * 60_000);
  const later = await app.get('/api/json/overview', await loggedIn(app));
  expect(later.body.promises).toMatchObject({ late: { count: 0 } });
});

test('with Stripe’s test keys, Stripe takes the payment and refunds it', async () => {
  const app = await startLiveApp();
  app.sendEmails();
  expect((await app.act(PATH, {})).body.steps).toEqual(WORKED);
  await app.settled();
  expect(rows.orders(app.db)).toMatchObject([{ paymentMode: 'test', paymentStatus: 'completed' }]);
  const [intent] = app.stripe.records.intents.values();
  expect(intent).toMatchObject({ status: 'succeeded', amount: 9_900 });
});

test('what does not work is said with what to do: a provider that is down, and an email that can’t be sent', async () => {
  const app = await startLiveApp({}, () => {
    throw Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  });
  app.sendEmails();
  expect((await app.act(PATH, {})).body).toMatchObject({
    message: 'The test order found a problem',
    steps: [
      ...WORKED.slice(0, 4),
      {
        what: 'email',
        problem: expect.stringMatching(
          /no such mailbox.* Check outgoing email under Settings, Connections\./,
        ),
      },
    ],
  });
  await app.stripe.close();
  const { steps } = (await app.act(PATH, {})).body;
  expect(steps).toEqual([
    { what: 'pay', problem: expect.stringMatching(/ Check Stripe under Settings, Connections\.$/) },
  ]);
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('PayPal alone needs a person, and keys for real money place none', async () => {
  const paypal = {
    clientId: 'id',
    clientSecret: 'secret',
    webhookId: 'hook',
    apiBase: 'https://api-m.sandbox.paypal.com',
    publicUrl: 'https://shop.example.com',
  };
  const alone = await openConsole({ env: { payments: { mode: 'live', stripe: null, paypal } } });
  expect((await alone.act(PATH, {})).body.steps).toEqual([
    { what: 'pay', problem: expect.stringMatching(/^Only a person can approve a payment at PayPal\./) },
  ]);
  const app = await startLiveApp();
  const { payments } = app.context.settings;
  if (payments.mode !== 'live' || !payments.stripe) throw new Error('not live');
  Object.assign(payments.stripe, { secretKey: 'sk_live_a' });
  expect(await app.act(PATH, {})).toMatchObject({ status: 409, body: { code: 'takes_real_money' } });
  expect(rows.orders(app.db)).toEqual([]);
});

test('an email that is only saved on the server, and a provider that tells nothing, haven’t gone the whole way', async () => {
  const { app, ...office } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.sentEmails();
  const newest = async () => (await office.see('/api/json/overview')).testOrder;
  expect(await newest()).toMatchObject({ paid: true, email: true });
  app.db.$client.exec(`UPDATE sent_mails SET answer = 'Saved as order-confirmation.eml'`);
  expect(await newest()).toMatchObject({ paid: true, email: false });

  const live = await startLiveApp({ publicUrl: 'https://shop.example.com' });
  const draft = aDraft({ serviceTypes: ['onhold'] });
  live.stripe.webhooks.settings.url = '';
  await payByStripe(live, draft);
  const seen = async () => (await live.see('/api/json/overview')).testOrder;
  expect(await seen()).toMatchObject({ paid: true, event: false });
  const at = Math.floor(live.clock.now.getTime() / 1_000);
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'customer.updated',
    data: { object: { id: 'cus_1', object: 'customer' } },
  });
  await fetch(`${live.base}/api/webhooks/stripe`, {
    method: 'POST',
    body: event,
    headers: { 'stripe-signature': live.stripe.sign(event, at) },
  });
  expect(await seen()).toMatchObject({ paid: true, event: true });
});

test('a test order waits for the event of its provider', async () => {
  const app = await startLiveApp({ publicUrl: 'https://shop.example.com' });
  app.sendEmails();
  expect((await app.act(PATH, {})).body.steps).toEqual([...WORKED, { what: 'event', problem: null }]);
});
