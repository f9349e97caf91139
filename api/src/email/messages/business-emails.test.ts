import { expect, test } from 'vitest';
import { sweepPayments } from '../../money/provider-events/sweep.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { startLiveApp, liveCard } from '../../../test/shop/live-app.ts';
import { checkOut, confirmCard, startCard, startedCard } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { aWorker } from '../../../test/fixtures/outbox-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';

const MINUTE = 60_000;

const looks = async (app: TestApp) =>
  (await app.businessEmails()).filter(({ subject }) => /Payment to review|was refunded/.test(subject));

test('the business gets an email about an order: who, what, how much, and a link', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'], state: 'MI', promoCode: 'SAVE50' }));
  expect(await app.businessEmails()).toMatchObject([
    {
      to: 'hello@northlight.example',
      replyTo: 'ada@marlow-bicycles.example',
      subject: 'New order ORD-10001: $104.94 from Ada Marlow',
    },
  ]);
  const [{ text } = expect.fail()] = await app.businessEmails();
  for (const words of [
    'Ada Marlow placed an order for Marlow Bicycles.',
    'This is a demo. No real payments are made.',
    'Discount (SAVE50): −$50.00',
    'Total: $104.94',
    'Email: ada@marlow-bicycles.example',
    'Phone: (555) 010-4477',
    'Open order ORD-10001: http://localhost:3000/admin#/case/ORD-10001',
  ])
    expect(text).toContain(words);
});

test.each([
  ['Marlow Bicycles', 'Marlow Bicycles'],
  ['', 'ada@marlow-bicycles.example'],
])('an order without names is from its business %j, or else from its email', async (business, who) => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  app.db.$client
    .prepare("UPDATE orders SET first_name = '', last_name = '', business_name = ?")
    .run(business);
  const [{ subject, text } = expect.fail()] = await app.businessEmails();
  expect(subject).toBe(`New order ORD-10001: $99.00 from ${who}`);
  expect(text).toContain(`${who} placed an order${business && ` for ${business}`}.`);
});

test('a payment of the wrong amount is reported after five minutes, once', async () => {
  const app = await startTestApp();
  const intent = await app.post('/api/create-payment-intent', { amount: 10 });
  await confirmCard(app, intent.body.clientSecret);
  const { paymentIntentId } = intent.body;
  await checkOut(app, aDraft({ serviceTypes: ['website'] }), { paymentIntentId });
  app.wait(5 * MINUTE - 1);
  expect(await looks(app)).toEqual([]);
  app.wait(1);
  expect(await looks(app)).toMatchObject([{ subject: 'Payment to review for order ORD-10001' }]);
  const [{ text } = expect.fail()] = await looks(app);
  expect(text).toContain('The amount doesn’t match: $149.00 was due, and $10.00 USD was received.');
  expect(text).toContain('Received: $10.00 USD');
  app.wait(2 * 60 * MINUTE);
  expect(await looks(app)).toHaveLength(1);
  expect((await app.businessEmails()).filter(({ subject }) => subject.includes('No money'))).toEqual([]);
});

test('a second payment for one order is reported with its amount and provider', async () => {
  const { app, draft, clientSecret } = await startedCard(aDraft({ serviceTypes: ['website'] }));
  await checkOut(app, { ...draft, serviceTypes: ['voice'] });
  await confirmCard(app, clientSecret);
  app.wait(3 * MINUTE);
  await sweepPayments(app.context);
  app.wait(5 * MINUTE);
  const [{ subject, text } = expect.fail(), ...others] = await looks(app);
  expect([subject, others]).toEqual(['A payment for order ORD-10001 was refunded', []]);
  expect(text).toContain('Second payment for ORD-10001. The shop refunds it automatically.');
  expect(text).toContain('You don’t need to do anything.');
  expect(text).toContain('Received: $149.00 USD');
  expect(text).toMatch(/Payment provider: Demo card pi_dev_/);
});

test('a payment without an order is reported without a number', async () => {
  const app = await startTestApp();
  const intent = await app.post('/api/create-payment-intent', { amount: 10 });
  await confirmCard(app, intent.body.clientSecret);
  app.wait(60 * MINUTE);
  await sweepPayments(app.context);
  app.wait(5 * MINUTE);
  const [{ subject, text } = expect.fail()] = await looks(app);
  expect(subject).toBe('Payment to review: no matching order');
  expect(text).toContain('Paid, but no order uses this payment.');
  expect(text).toContain('Received: $10.00 USD');
  expect(text).toContain('Open the dashboard: http://localhost:3000/admin#/');
});

test('a dispute is reported once, however often it is seen', async () => {
  const app = await startLiveApp();
  const { paymentIntentId } = await startCard(app, aDraft({ serviceTypes: ['website'] }));
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  app.stripe.dispute(paymentIntentId);
  await app.settled();
  await app.sweepAfter(6 * MINUTE);
  await app.sweepAfter(60 * MINUTE);
  const told = await looks(app);
  expect(told).toMatchObject([{ subject: 'Payment to review for order ORD-10001' }]);
  expect(told[0]?.text).toContain('The customer disputed this payment (fraudulent). Respond by ');
});

test('a dispute about an order that was reviewed before is reported too', async () => {
  const { app, draft, paymentIntentId } = await liveCard(aDraft({ serviceTypes: ['website'] }));
  await checkOut(app, draft, { paymentIntentId });
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await app.settled();
  await app.sweepAfter(6 * MINUTE);
  expect(await looks(app)).toEqual([]);
  // Signatures contain the current time.
  app.clock.now = new Date();
  app.stripe.dispute(paymentIntentId);
  await app.settled();
  app.wait(6 * MINUTE);
  expect(await looks(app)).toHaveLength(1);
});

/** The browser reports a payment that does not exist. */
const claim = (app: TestApp, lastName = 'Marlow') =>
  checkOut(app, aDraft({ serviceTypes: ['website'], lastName }));

test('unpaid orders are reported in one email per hour, five minutes after it, and never again', async () => {
  const app = await startTestApp();
  await claim(app, 'First');
  app.wait(59 * MINUTE);
  await claim(app, 'محمد');
  app.wait(MINUTE);
  await claim(app, 'Next hour');
  app.wait(5 * MINUTE - 1_000);
  expect(await app.businessEmails()).toEqual([]);
  app.wait(1_000);
  const [email = expect.fail(), ...others] = await app.businessEmails();
  expect([email.subject, others]).toEqual(['No payment received for 2 orders', []]);
  expect(email.text).toContain('ORD-10001: $149.00 due from Ada First, ada@marlow-bicycles.example');
  expect(email.text).toContain(
    'ORD-10002: \u2068$149.00 due from Ada محمد, ada@marlow-bicycles.example\u2069',
  );
  expect(email.text).not.toContain('ORD-10003');
  expect(email.text).toContain('Open the dashboard: http://localhost:3000/admin#/');
  app.wait(60 * MINUTE);
  expect(await app.businessEmails()).toMatchObject([email, { subject: 'No payment received for 1 order' }]);
  app.wait(24 * 60 * MINUTE);
  expect(await app.businessEmails()).toHaveLength(2);
});

test(
  'sixty unpaid orders a minute for ten minutes make one email that lists a hundred',
  { tags: ['long'] },
  async () => {
    const app = await startTestApp();
    for (let minute = 0; minute < 10; minute += 1) {
      await Promise.all(Array.from({ length: 60 }, () => claim(app)));
      app.wait(MINUTE);
    }
    app.wait(60 * MINUTE);
    const [email = expect.fail(), ...others] = await app.businessEmails();
    expect([email.subject, others]).toEqual(['No payment received for 600 orders', []]);
    expect(email.text.match(/ORD-\d+:/g)).toHaveLength(100);
    expect(email.text).toContain('And 500 more.');
  },
);

test('orders paid in the meantime are not reported', async () => {
  const { app, draft, clientSecret, paymentIntentId } = await startedCard(
    aDraft({ serviceTypes: ['website'] }),
  );
  await checkOut(app, draft, { paymentIntentId });
  app.wait(3 * MINUTE);
  await confirmCard(app, clientSecret);
  await sweepPayments(app.context);
  app.wait(65 * MINUTE);
  const subjects = (await app.businessEmails()).map(({ subject }) => subject);
  expect(subjects).toEqual(['New order ORD-10001: $149.00 from Ada Marlow']);
  expect(rows.outbox(app.db).find(({ kind }) => kind === 'unpaid-orders')).toMatchObject({
    status: 'dropped',
  });
});

test('the report survives a restart, because it is queued with the first order', async () => {
  const app = await startTestApp();
  await claim(app);
  const before = rows.outbox(app.db);
  expect(before).toMatchObject([{ kind: 'unpaid-orders', status: 'waiting', orderNumber: null }]);
  const left: string[] = [];
  const send = async ({ key }: { key: string }) => {
    left.push(key);
    return null;
  };
  await aWorker(app.db, send, { now: new Date(app.clock.now.getTime() + 65 * MINUTE) }).drain();
  expect(left).toEqual(['unpaid-orders:2026-11-21T10']);
});
