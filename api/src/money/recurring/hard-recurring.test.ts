import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';
import { checkOut, startCard, startPaypal } from '../../../test/shop/purchase-steps.ts';
import { soldByPaypal } from '../../../test/shop/paypal-recurring.ts';
import { soldByStripe } from '../../../test/shop/stripe-recurring.ts';
import { inTransaction } from '../../db/transaction.ts';
import * as agreementStore from './agreement-store.ts';
import { checkDueAgreements } from './check-agreement.ts';

const HOUR = 1 / 24;

test('a customer who cancels in the hour before Stripe collects a draft is not charged', async () => {
  const shop = await soldByStripe();
  await shop.start();
  // Due on February 28 at ten. Stripe collects the draft an hour later.
  await shop.wait(28);
  await shop.wait(HOUR / 2);
  expect((await shop.recurring()).charges).toMatchObject([{ state: 'due' }]);
  expect((await shop.change('cancel')).message).toBe('Canceled. You won’t be charged again.');
  await shop.wait(60);
  expect(await shop.recurring()).toMatchObject({ state: 'canceled', charges: [] });
});

test('a customer cancels while Stripe retries a payment that the shop has not heard of', async () => {
  const shop = await soldByStripe({ means: 'fails later' });
  await shop.start();
  shop.stripe.webhooks.settings.url = undefined;
  shop.pass(29);
  expect((await shop.change('cancel')).success).toBe(true);
  await shop.wait(60);
  const { state, charges } = await shop.recurring();
  expect([state, charges.map((charge: { state: string }) => charge.state)]).toEqual(['canceled', ['failed']]);
});

test('pausing, or canceling later, would not stop an open payment, so both are refused', async () => {
  const shop = await soldByStripe({ means: 'fails later' });
  await shop.start();
  await shop.wait(29);
  for (const action of ['pause', 'cancel-later'])
    expect((await shop.act({ action })).message).toContain('A payment is still being collected');
  expect((await shop.act({ action: 'cancel-now' })).message).toBe('Recurring payment canceled');
});

test('an event that arrives while the provider is asked leads to another check', async () => {
  const shop = await soldByStripe();
  await shop.start();
  const { context, db, clock } = shop.app;
  const { recurring } = context.providers['credit-card'];
  const { lookUp } = recurring;
  let asked = 0;
  recurring.lookUp = async (id) => {
    asked += 1;
    const answer = await lookUp(id);
    if (asked === 1) await inTransaction(db, () => agreementStore.checkSoon(db, 1, clock.now));
    return answer;
  };
  shop.pass(1.1);
  await shop.work();
  expect(asked).toBe(2);
  expect(await checkDueAgreements(context)).toBe(0);
});

test('a subscription that comes through after its cancellation is canceled', async () => {
  const shop = await soldByStripe();
  const { recurring } = shop.app.context.providers['credit-card'];
  const { cancelNow } = recurring;
  // Stripe is still working on the call that starts it.
  recurring.cancelNow = async () => {};
  const { lookUp } = recurring;
  recurring.lookUp = async () => {
    throw new Error('No answer.');
  };
  const customer = await shop.start();
  expect((await shop.change('cancel')).success).toBe(true);
  Object.assign(recurring, { cancelNow, lookUp });
  expect(shop.stripe.subscriptionOf(customer).status).toBe('active');
  await shop.wait(HOUR);
  expect(shop.stripe.subscriptionOf(customer).status).toBe('canceled');
  expect(await shop.recurring()).toMatchObject({ state: 'canceled' });
  expect(await shop.subjects('is canceled')).toHaveLength(1);
});

test('the amount cannot change while no charge is scheduled, because nobody would be told', async () => {
  const shop = await soldByStripe();
  await shop.start();
  await shop.act({ action: 'pause' });
  expect((await shop.act({ action: 'change-amount', amount: 40 })).message).toContain(
    'No charge is scheduled',
  );
});

test('PayPal changes no amount in the ten days before a charge', async () => {
  const shop = await soldByPaypal();
  await shop.wait(25);
  const { body } = await shop.act({ action: 'change-amount', amount: 40 });
  expect(body.message).toContain('ten days');
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_000 });
});

test('a PayPal approval of monthly payments is not used after the customer chose yearly ones', async () => {
  const app = await startLiveApp();
  const draft = aDraft();
  const { paypalOrderId } = await startPaypal(app, draft);
  // Another tab, with the same amount today.
  const yearly = { ...draft, isYearly: true };
  await startCard(app, yearly);
  app.paypal.approve(paypalOrderId);
  const back = await checkOut(app, yearly, { paymentMethod: 'paypal', paypalOrderId });
  expect(back.body.message).toContain('You haven’t been charged.');
  await app.settled();
  await app.sweepAfter(60_000);
  expect(rows.orders(app.db)).toEqual([]);
  expect(app.paypal.records.capturesOf(paypalOrderId)).toEqual([]);
});
