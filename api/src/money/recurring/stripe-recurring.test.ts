import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { hurry } from '../../../test/provider/fixture.ts';
import { chargesIn, soldByStripe, startedByStripe } from '../../../test/shop/recurring-shop.ts';

test('when no event arrives, the daily check finds the charge', async () => {
  const shop = await startedByStripe();
  shop.stripe.webhooks.settings.url = undefined;
  await shop.wait(28);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 due 0']);
  await shop.wait(1);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 1']);
  expect(await shop.subjects('receipt')).toHaveLength(1);
});

test('events that come twice and in reverse change nothing', async () => {
  const shop = await soldByStripe({ means: 'fails later' });
  const customer = await shop.start();
  shop.stripe.webhooks.settings.copies = 2;
  shop.stripe.webhooks.hold();
  shop.pass(29);
  shop.stripe.payOpenInvoice(customer, 'succeeds');
  const [invoice] = shop.stripe.invoicesOf(customer);
  if (invoice) shop.stripe.dispute(shop.stripe.intentOf(invoice));
  shop.stripe.webhooks.release((events) => events.toReversed());
  await shop.settle();
  await shop.wait(1);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 1']);
  expect(await shop.subjects('receipt')).toHaveLength(1);
  expect(rows.payments(shop.app.db)).toMatchObject([{ providerPaymentId: shop.paymentIntentId }]);
});

test('a lost answer at every step of the start still makes one subscription', async () => {
  for (const path of [/customers$/, /attach$/, /subscriptions$/]) {
    const shop = await soldByStripe();
    for (let tries = 0; tries < 3; tries += 1) shop.stripe.faults.next('acts, then hangs up', path);
    await hurry(() => shop.start());
    shop.stripe.forgetKeys();
    await shop.wait(1);
    expect(await shop.agreement()).toMatchObject({ state: 'active', problem: null });
    expect(shop.stripe.records.subscriptions.size).toBe(1);
    await shop.wait(29);
    expect(await shop.subjects('receipt')).toHaveLength(1);
  }
});

test('when Stripe refuses the card, the administrator sees why and starts it again', async () => {
  const shop = await soldByStripe();
  shop.stripe.answerNext(/attach$/, {
    status: 402,
    body: { error: { type: 'card_error', code: 'card_declined', message: 'Your card was declined.' } },
  });
  await shop.start();
  expect(await shop.agreement()).toMatchObject({
    state: 'pending',
    problem: 'Stripe can’t start this recurring payment: Your card was declined.',
  });
  expect((await shop.act({ action: 'start' })).body.message).toBe('Recurring payment started');
  expect(await shop.agreement()).toMatchObject({ state: 'active', problem: null });
});

test('a declined recurring charge does not count as a declined checkout', async () => {
  const shop = await startedByStripe({ fails: true, isRateLimited: true });
  await shop.wait(32);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 failed 2']);
  expect(rows.payments(shop.app.db)).toMatchObject([{ status: 'paid', declines: 0 }]);
  await shop.pay();
  expect(await shop.agreement()).toMatchObject({ state: 'active', card: 'Visa ending in 4242' });
  await shop.wait(30);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 2', '2027-03-31 paid 1']);
});

test('a refund in Stripe’s dashboard is on the charge', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  await shop.wait(29);
  const [invoice] = shop.stripe.invoicesOf(customer);
  if (invoice) shop.stripe.refundAtDashboard(shop.stripe.intentOf(invoice), 1_000);
  await shop.settle();
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid', refundedCents: 1_000 }]);
  if (invoice) shop.stripe.refundAtDashboard(shop.stripe.intentOf(invoice));
  await shop.settle();
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'refunded', refundedCents: 3_000 }]);
});

test('a due charge is dropped when the customer cancels before Stripe tries to collect', async () => {
  const shop = await startedByStripe();
  await shop.wait(28);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 due 0']);
  expect((await shop.act({ action: 'cancel-now' })).body.message).toBe('Recurring payment canceled');
  await shop.wait(40);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', charges: [] });
});

test('a cancellation in Stripe’s dashboard arrives', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  shop.stripe.cancelAtDashboard(customer);
  await shop.settle();
  expect(await shop.agreement()).toMatchObject({ state: 'canceled' });
  expect(await shop.subjects('is canceled')).toHaveLength(1);
});

test('a disputed charge shows on the order, and the business hears of it once', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  await shop.wait(29);
  const [invoice] = shop.stripe.invoicesOf(customer);
  if (invoice) shop.stripe.dispute(shop.stripe.intentOf(invoice));
  await shop.settle();
  await shop.wait(1);
  expect((await shop.agreement()).charges).toMatchObject([
    { state: 'paid', dispute: { reason: 'fraudulent', status: 'open' } },
  ]);
  expect(rows.payments(shop.app.db)).toHaveLength(1);
  expect(rows.outbox(shop.app.db).filter(({ kind }) => kind === 'payment-to-review')).toHaveLength(1);
});

test('a dispute about an unknown charge is found by its recurring payment', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  shop.stripe.webhooks.hold();
  await shop.wait(28);
  shop.pass(0.1);
  shop.stripe.webhooks.release(() => []);
  const [invoice] = shop.stripe.invoicesOf(customer);
  if (invoice) shop.stripe.dispute(shop.stripe.intentOf(invoice));
  await shop.settle();
  await shop.wait(0.01);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid', dispute: { status: 'open' } }]);
  expect(rows.payments(shop.app.db)).toHaveLength(1);
});

test('a cancellation takes no paid month away, although an older one is still open at Stripe, which it stops collecting', async () => {
  const shop = await soldByStripe({ means: 'fails later' });
  shop.stripe.records.unkind.add('leaves subscriptions past due');
  const customer = await shop.start();
  await shop.wait(29);
  shop.stripe.updateCard(customer, 'succeeds');
  // The next month is paid before the older invoice is tried again.
  const [old] = shop.stripe.invoicesOf(customer);
  Object.assign(old ?? {}, { next_payment_attempt: null });
  await shop.wait(31);
  Object.assign(old ?? {}, { next_payment_attempt: shop.stripe.records.clock.nowS() + 24 * 60 * 60 });
  expect((await shop.agreement()).charges.map(({ state }: { state: string }) => state)).toEqual([
    'failed',
    'paid',
  ]);
  expect((await shop.change('cancel')).body).toMatchObject({
    message: 'Canceled. You won’t be charged again.',
  });
  expect(await shop.agreement()).toMatchObject({ cancelAt: '2027-04-30T10:00:00.000Z' });
  await shop.wait(40);
  expect((await shop.agreement()).charges.map(({ state }: { state: string }) => state)).toEqual([
    'failed',
    'paid',
  ]);
});
