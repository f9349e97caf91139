import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';

const PATH = '/api/admin/test-order';
const WORKED = ['pay', 'order', 'form', 'refund', 'email'].map((what) => ({ what, problem: null }));

test('in the demo, it goes the whole way, leaves a marked order, and can be placed again', async () => {
  const { app, act, see } = await openConsole();
  app.sendEmails();
  for (const orderNumber of ['ORD-10001', 'ORD-10002']) {
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
