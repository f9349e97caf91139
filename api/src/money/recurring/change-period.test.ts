import { OrdersResponse } from '@northlight/shared/contracts/orders.ts';
import { RecurringResponse } from '@northlight/shared/contracts/recurring.ts';
import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import {
  soldByPaypal,
  soldByStripe,
  soldInDemo,
  startedByStripe,
} from '../../../test/shop/recurring-shop.ts';
import { priceOffers } from '../../db/schema/recurring.ts';

const SENTENCE =
  'Starting with your payment on December 21, 2026, your website costs $300 a year instead of $30 a month, until you cancel.';

const amounts = ({ charges }: { charges: { dueAt: string; amountCents: number }[] }) =>
  charges.map(({ dueAt, amountCents }) => `${dueAt.slice(0, 10)} ${amountCents}`);

test('a customer changes monthly payments to yearly ones from the next charge on, as they were shown', async () => {
  const shop = await soldInDemo();
  const { otherPeriod } = await shop.customer();
  expect(otherPeriod).toEqual({ period: 'year', amountCents: 30_000, chargeAt: '2026-12-21T10:00:00.000Z' });
  expect((await shop.change('change-period', { otherPeriod })).body).toMatchObject({
    message: 'You now pay by the year. Your first yearly payment is on December 21, 2026.',
    url: null,
  });
  expect(await shop.customer()).toMatchObject({
    period: 'year',
    amountCents: 30_000,
    nextChargeAt: '2026-12-21T10:00:00.000Z',
    otherPeriod: { period: 'month', amountCents: 3_000, chargeAt: '2026-12-21T10:00:00.000Z' },
    offer: null,
  });
  expect(shop.offers()).toMatchObject([
    {
      state: 'accepted',
      period: 'year',
      consent: { text: SENTENCE, amountCents: 30_000, period: 'year', agreedAt: expect.any(String) },
      appliedAt: expect.any(Date),
    },
  ]);
  const [email] = await shop.emails('You now pay by the year');
  expect(email?.text).toContain(SENTENCE);
  expect(email?.text).toContain('You save $60.00 a year.');
  expect(await shop.emails('price is changing')).toEqual([]);
  // A second tab, or the same answer again.
  expect((await shop.change('change-period', { otherPeriod })).body.message).toBe(
    'You already pay by the year.',
  );
  await shop.wait(40);
  await shop.wait(360);
  const { recurring, timeline } = await shop.read();
  expect(amounts(recurring)).toEqual(['2026-12-21 30000', '2027-12-21 30000']);
  expect(timeline.map(({ text }: { text: string }) => text)).toContain(
    `New price of $300.00: the customer accepted “${SENTENCE}”`,
  );
  expect(await shop.emails('receipt')).toHaveLength(2);
});

test('until the first yearly payment, a customer can go back to the month, and every place shows what is so', async () => {
  const shop = await soldInDemo();
  const headers = await loggedIn(shop.app);
  const shown = async () => {
    const get = async (path: string) => fetch(`${shop.app.base}${path}`, { headers });
    const [listed] = OrdersResponse.parse(await (await get('/api/json/orders')).json()).orders;
    const [agreement] = RecurringResponse.parse(await (await get('/api/json/recurring')).json()).agreements;
    const { order } = await shop.read();
    const [names = '', values = ''] = (await (await get('/api/json/orders.csv')).text()).trim().split('\r\n');
    const inFile = (name: string) => values.split(',')[names.split(',').indexOf(name)];
    return {
      list: [listed?.recurringPayment, listed?.isYearly],
      order: [order.recurringPayment, order.isYearly, order.price.recurringCents],
      sold: order.soldRecurringPayment,
      file: [inFile('Recurring payment'), inFile('Yearly')],
      startedAt: agreement?.startedAt.slice(0, 10),
    };
  };
  const asSold = await shown();
  expect(asSold).toEqual({
    list: ['30.00', false],
    order: ['30.00', false, 3_000],
    sold: '30.00',
    file: ['30.00', 'false'],
    startedAt: '2026-11-21',
  });
  await shop.change('change-period', { otherPeriod: (await shop.customer()).otherPeriod });
  expect(await shown()).toEqual({
    list: ['300.00', true],
    order: ['300.00', true, 30_000],
    sold: '30.00',
    file: ['300.00', 'true'],
    startedAt: '2026-11-21',
  });
  const { otherPeriod } = await shop.customer();
  expect((await shop.change('change-period', { otherPeriod })).body.message).toBe(
    'You pay by the month again. Your next payment is on December 21, 2026.',
  );
  expect(await shown()).toEqual(asSold);
  expect(await shop.emails('You pay by the month again')).toHaveLength(1);
  await shop.wait(70);
  expect(amounts((await shop.read()).recurring)).toEqual(['2026-12-21 3000', '2027-01-21 3000']);
});

test('after the first yearly payment, there is no way back to the month', async () => {
  const shop = await soldInDemo();
  await shop.change('change-period', { otherPeriod: (await shop.customer()).otherPeriod });
  const { otherPeriod } = await shop.customer();
  await shop.wait(35);
  expect(await shop.customer()).toMatchObject({ period: 'year', otherPeriod: null });
  expect((await shop.change('change-period', { otherPeriod })).status).toBe(409);
  const yearlyFromTheStart = await soldInDemo({ isYearly: true });
  expect((await yearlyFromTheStart.customer()).otherPeriod).toBeNull();
});

test('invoices name the period that each charge was for', async () => {
  const shop = await soldInDemo();
  await shop.wait(35);
  const { otherPeriod } = await shop.customer();
  await shop.change('change-period', { otherPeriod });
  await shop.wait(35);
  const { documents } = await shop.read();
  const lines = async (nth: number) => {
    const headers = await loggedIn(shop.app);
    const pdf = await fetch(`${shop.app.base}${documents[nth].url}`, { headers });
    return (await pdfPages(await pdf.bytes())).flat();
  };
  expect(await lines(1)).toContainEqual(expect.stringContaining('Website, 1 month'));
  expect(await lines(2)).toContainEqual(expect.stringContaining('Website, 1 year'));
});

test('another price or day than the one that was shown is refused with the current one', async () => {
  const shop = await soldInDemo();
  const { otherPeriod } = await shop.customer();
  for (const stale of [
    undefined,
    { ...otherPeriod, amountCents: 20_000 },
    { ...otherPeriod, chargeAt: 'tomorrow' },
  ]) {
    const { status, body } = await shop.change('change-period', { otherPeriod: stale });
    expect([status, body.message]).toEqual([
      409,
      `This has changed. ${SENTENCE} Please check it, then try again.`,
    ]);
  }
  expect(shop.offers()).toEqual([]);
  expect(await shop.customer()).toMatchObject({ period: 'month', amountCents: 3_000 });
});

test('it isn’t offered with another price than the shop’s, an open offer, a pause, or a cancellation', async () => {
  const shop = await soldInDemo();
  const yearly = async () => (await shop.customer()).otherPeriod;
  await shop.act({ action: 'offer-amount', amount: 35, from: '2026-12-25', text: '' });
  expect(await yearly()).toBeNull();
  await shop.act({ action: 'withdraw-offer' });
  expect(await yearly()).not.toBeNull();
  await shop.act({ action: 'pause' });
  expect(await yearly()).toBeNull();
  await shop.act({ action: 'resume' });
  await shop.change('cancel');
  expect(await yearly()).toBeNull();
  expect((await shop.change('change-period')).body.message).toBe(
    'The period of your payments can’t be changed right now.',
  );
  await shop.change('undo-cancel');
  await shop.act({ action: 'change-amount', amount: 31 });
  expect(await yearly()).toBeNull();
});

test('the yearly price has the tax that was agreed on', async () => {
  const shop = await soldInDemo({ state: 'MI', postalCode: '48104' }, { taxesRecurring: true });
  const { otherPeriod, amountCents } = await shop.customer();
  expect([amountCents, otherPeriod.amountCents]).toEqual([3_180, 31_800]);
});

test('Stripe charges the year at the next charge, not at once, and again a year later', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  const { otherPeriod } = await shop.customer();
  expect(otherPeriod).toEqual({ period: 'year', amountCents: 30_000, chargeAt: '2027-02-28T10:00:00.000Z' });
  expect((await shop.change('change-period', { otherPeriod })).body).toMatchObject({
    success: true,
    url: null,
  });
  expect(await shop.agreement()).toMatchObject({ period: 'year', amountCents: 30_000, state: 'active' });
  await shop.wait(1);
  expect(shop.stripe.invoicesOf(customer)).toEqual([]);
  await shop.wait(28);
  await shop.wait(340);
  await shop.wait(26);
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 30000', '2028-02-28 30000']);
  expect(await shop.subjects('receipt')).toHaveLength(2);
  expect(await shop.subjects('renews soon')).toHaveLength(2);
});

test('Stripe and PayPal go back to the month without a charge in between', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  for (const period of ['year', 'month']) {
    await shop.change('change-period', { otherPeriod: (await shop.customer()).otherPeriod });
    expect(await shop.agreement()).toMatchObject({ period });
  }
  expect(shop.stripe.invoicesOf(customer)).toEqual([]);
  await shop.wait(29);
  await shop.wait(30);
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 3000', '2027-03-28 3000']);

  const atPaypal = await soldByPaypal();
  await atPaypal.wait(2);
  for (const period of ['year', 'month']) {
    await atPaypal.change('change-period', { otherPeriod: (await atPaypal.customer()).otherPeriod });
    atPaypal.app.paypal.approve(atPaypal.id);
    expect(await atPaypal.customer()).toMatchObject({ period });
  }
  await atPaypal.wait(32, 30);
  expect(amounts(await atPaypal.agreement())).toEqual(['2026-12-21 3000', '2027-01-21 3000']);
});

test('an answer of Stripe that gets lost: the next check finds the yearly price, which was charged once', async () => {
  const shop = await startedByStripe();
  const { otherPeriod } = await shop.customer();
  shop.stripe.faults.next('acts, then hangs up', /subscriptions\/sub/);
  await shop.change('change-period', { otherPeriod });
  await shop.settle();
  expect(await shop.agreement()).toMatchObject({ period: 'year', amountCents: 30_000 });
  await shop.wait(40);
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 30000']);
});

test('what Stripe refuses changes nothing, and the business is told', async () => {
  const shop = await startedByStripe();
  const { otherPeriod } = await shop.customer();
  shop.stripe.answerNext(/POST .*subscriptions\/sub/, {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: 'The product is marked as inactive.' } },
  });
  expect((await shop.change('change-period', { otherPeriod })).body.message).toMatch(
    /^This can’t be changed here/,
  );
  await shop.wait(29);
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 3000']);
  expect(shop.app.db.select().from(priceOffers).all()).toMatchObject([{ state: 'asked', appliedAt: null }]);
  const told = (await shop.app.businessEmails()).filter(({ text }) => text?.includes('marked as inactive'));
  expect(told).toHaveLength(1);
});

test.each([{ isLate: false }, { isLate: true }])(
  'PayPal asks the customer to approve the yearly price, %o',
  async ({ isLate }) => {
    const shop = await soldByPaypal();
    if (isLate) shop.app.paypal.records.unkind.add('shows a revision late');
    await shop.wait(40);
    const { otherPeriod } = await shop.customer();
    expect(otherPeriod).toEqual({
      period: 'year',
      amountCents: 30_000,
      chargeAt: '2027-01-21T10:00:00.000Z',
    });
    const { body } = await shop.change('change-period', { otherPeriod });
    expect(body.url).toContain('/webapps/billing/subscriptions/update?ba_token=');
    // Nothing counts before the approval.
    expect(await shop.customer()).toMatchObject({ period: 'month', amountCents: 3_000 });
    expect(shop.app.paypal.approve(shop.id)).toContain('/order?order=ORD-10001&key=');
    expect(await shop.customer()).toMatchObject(isLate ? { period: 'month' } : { period: 'year' });
    await shop.wait(30);
    await shop.wait(360, 30);
    expect(amounts(await shop.agreement())).toEqual([
      '2026-12-21 3000',
      '2027-01-21 30000',
      '2028-01-21 30000',
    ]);
    expect(shop.app.db.select().from(priceOffers).all()).toMatchObject([{ state: 'accepted' }]);
    expect((await shop.subjects()).filter((subject) => subject.includes('receipt'))).toHaveLength(3);
  },
);

test('a customer who doesn’t approve it at PayPal keeps paying by the month, and can ask again', async () => {
  const shop = await soldByPaypal();
  const { otherPeriod } = await shop.customer();
  await shop.change('change-period', { otherPeriod });
  await shop.change('change-period', { otherPeriod });
  await shop.wait(35);
  expect(amounts(await shop.agreement())).toEqual(['2026-12-21 3000']);
  expect(shop.app.db.select().from(priceOffers).all()).toMatchObject([{ state: 'asked' }]);
  expect((await shop.customer()).otherPeriod).toMatchObject({ chargeAt: '2027-01-21T10:00:00.000Z' });
});

test('PayPal needs ten days, so it isn’t offered just before a charge', async () => {
  const shop = await soldByPaypal();
  await shop.wait(21);
  expect(await shop.customer()).toMatchObject({
    otherPeriod: null,
    yearlyAfter: '2026-12-21T10:00:00.000Z',
    amountCents: 3_000,
  });
  await shop.wait(10);
  expect((await shop.customer()).yearlyAfter).toBeUndefined();
  expect((await shop.customer()).otherPeriod).toMatchObject({ chargeAt: '2027-01-21T10:00:00.000Z' });
});

test('a yearly price that the studio sets at the provider isn’t taken for the customer’s yes', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  const { otherPeriod } = await shop.customer();
  shop.stripe.answerNext(/POST .*subscriptions\/sub/, {
    status: 400,
    body: { error: { type: 'invalid_request_error', message: 'Not now.' } },
  });
  await shop.change('change-period', { otherPeriod });
  const [item] = shop.stripe.subscriptionOf(customer).items.data;
  Object.assign(item.price, {
    unit_amount: 36_000,
    recurring: { ...item.price.recurring, interval: 'year' },
  });
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ period: 'year', amountCents: 36_000 });
  expect(shop.app.db.select().from(priceOffers).all()).toMatchObject([{ state: 'asked', answeredAt: null }]);
});

test('a price that was accepted for the month is not charged for the year', async () => {
  const shop = await soldByPaypal();
  const { otherPeriod } = await shop.customer();
  await shop.change('change-period', { otherPeriod });
  await shop.act({ action: 'offer-amount', amount: 35, from: '2026-12-10', text: '' });
  const { offer } = await shop.customer();
  await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } });
  // In the tab that was open all the time.
  shop.app.paypal.approve(shop.id);
  await shop.wait(35);
  expect(amounts(await shop.agreement())).toEqual(['2026-12-21 30000']);
  expect(shop.app.db.select().from(priceOffers).all()).toMatchObject([
    { state: 'accepted', period: 'year' },
    { state: 'withdrawn', period: null },
  ]);
  const told = (await shop.app.businessEmails()).filter(({ text }) =>
    text?.includes('The billing period changed'),
  );
  expect(told).toHaveLength(1);
});

test('a yearly payment can’t be paused, because its year would never be charged', async () => {
  const shop = await soldInDemo({ isYearly: true });
  expect(await shop.act({ action: 'pause' })).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('the whole year would never be charged') },
  });
  await shop.wait(366);
  expect((await shop.read()).recurring.charges).toHaveLength(1);
});
