import { expect, test } from 'vitest';
import { aCheckout, aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { saveShopSettings } from '../../db/shop-settings.ts';
import { inTransaction } from '../../db/transaction.ts';
import { DAY_MS } from '../../base/units.ts';
import { dropOldCheckouts } from '../unfinished-checkouts/routes.ts';

const LEAVE = '/api/closed-checkout';
const left = (changes = {}) => ({
  checkoutId: crypto.randomUUID(),
  serviceIds: ['onhold'],
  addonIds: [],
  isYearly: false,
  promoCode: '',
  email: 'Ruth@buyers.example',
  filledInMs: 20_000,
  ...changes,
});

async function openShop() {
  const office = await openConsole();
  const messages = async () => (await office.see('/api/json/overview')).messagesToAnswer;
  return { ...office, messages };
}

async function openClosed() {
  const shop = await openShop();
  const { app } = shop;
  await inTransaction(app.db, () =>
    saveShopSettings(app.db, { isLiveHeld: true, tookLive: true }, 1, app.clock.now),
  );
  return shop;
}

test('a shop that can’t take money says so, and starts no payment', async () => {
  const { app, see } = await openClosed();
  expect((await app.get('/api/payment-mode')).body).toEqual({ mode: 'live', methods: [], stripe: null });
  const draft = aDraft();
  const closed = {
    status: 409,
    body: {
      code: 'payments_closed',
      message: 'We can’t take payments at the moment. Leave your email address, and we’ll write to you.',
    },
  };
  const intent = await app.post('/api/create-payment-intent', { ...draft, amount: 149 });
  expect(intent).toMatchObject(closed);
  expect(await app.post('/api/create-payment-intent', { amount: 10 })).toMatchObject(closed);
  expect(await app.post('/api/process-paypal', { ...draft, amount: 149 })).toMatchObject(closed);
  expect(rows.payments(app.db)).toEqual([]);
  expect((await see('/api/json/overview')).closed).toMatch(/^No live keys are connected\./);
});

test('where nothing is due, there is still an order', async () => {
  const { app } = await openClosed();
  const { body } = await app.post('/api/checkout', aCheckout(aDraft({ serviceTypes: ['voice'] })));
  expect(body.order).toMatchObject({ orderNumber: 'ORD-10001', paymentStatus: 'completed' });
});

test('an address that is left is a message to answer, an email to the business, and gone once it was answered', async () => {
  const { app, act, messages } = await openClosed();
  const body = left();
  const { body: said } = await app.post(LEAVE, body);
  expect(said.message).toBe('Thank you. We’ll write to Ruth@buyers.example once you can pay here.');
  // The same page again, and what it notes of the checkout.
  await app.post(LEAVE, body);
  const { email: _email, filledInMs: _ms, ...bundle } = body;
  await app.post('/api/unfinished-checkout', { ...bundle, step: 'information', information: null });
  const { count, items } = await messages();
  expect(count).toBe(1);
  expect(items).toMatchObject([
    {
      orderNumber: null,
      title: 'Ruth@buyers.example',
      detail: 'couldn’t pay for On-Hold Audio',
      dismiss: { leftAddress: expect.any(Number) },
    },
  ]);
  const sent = (await app.businessEmails()).filter(({ subject }) =>
    subject.startsWith('Somebody couldn’t pay'),
  );
  expect(sent).toMatchObject([{ replyTo: 'Ruth@buyers.example', text: expect.stringContaining('$99.00') }]);
  const dismissed = await act('/api/admin/payments/dismiss', items[0].dismiss);
  expect(dismissed.status).toBe(200);
  expect((await messages()).count).toBe(0);
  expect((await act('/api/admin/payments/dismiss', items[0].dismiss)).status).toBe(404);
});

test('an address can’t be left where the shop takes payments', async () => {
  const { app, messages } = await openShop();
  expect(await app.post(LEAVE, left())).toMatchObject({
    status: 409,
    body: {
      code: 'payments_open',
      message: 'The shop takes payments now. Please reload this page to place your order.',
    },
  });
  expect((await messages()).count).toBe(0);
  expect(await app.businessEmails()).toEqual([]);
});

test('an address that waits for an answer is kept as long as messages, and not only as unfinished checkouts', async () => {
  const { app } = await openClosed();
  const { unfinishedDays, answersDays } = app.context.settings;
  await app.post(LEAVE, left());
  await app.post(LEAVE, left({ leaveEmpty: 'spam' }));
  const count = () => app.db.$client.prepare('SELECT count(*) FROM unfinished_checkouts').pluck().get();
  const waitDays = async (days: number) => {
    app.wait(days * DAY_MS);
    await dropOldCheckouts(app.context);
  };
  expect(count()).toBe(2);
  await waitDays(unfinishedDays + 1);
  expect(count()).toBe(1);
  await waitDays(answersDays - unfinishedDays - 2);
  expect(count()).toBe(1);
  await waitDays(2);
  expect(count()).toBe(0);
});

test('what a program leaves tells nobody, and what isn’t an address is refused at its field', async () => {
  const { app, messages } = await openClosed();
  expect((await app.post(LEAVE, left({ leaveEmpty: 'spam' }))).status).toBe(200);
  expect((await messages()).count).toBe(0);
  expect((await app.businessEmails()).map(({ subject }) => subject)).toEqual([]);
  const wrong = await app.post(LEAVE, left({ email: 'ruth' }));
  expect(wrong.body.fields.email[0]).toBe('Please enter a valid email');
});

test('what was left is exported and erased with its person', async () => {
  const { app, act, cookie, messages } = await openClosed();
  await app.post(LEAVE, left());
  await app.businessEmails();
  const ask = { email: 'ruth@buyers.example' };
  const archive = `${app.base}/api/admin/privacy/person.tar?email=${ask.email}`;
  expect(await (await fetch(archive, { headers: cookie })).text()).toContain('leftAt');
  await act('/api/admin/privacy/erase', ask);
  expect((await messages()).count).toBe(0);
  expect(JSON.stringify(app.db.$client.prepare('SELECT * FROM unfinished_checkouts').all())).not.toMatch(
    /ruth/i,
  );
  expect(JSON.stringify(app.db.$client.prepare('SELECT * FROM sent_mails').all())).not.toMatch(/ruth/i);
});
