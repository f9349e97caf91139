import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { startLiveApp } from '../../../test/shop/live-app.ts';
import { pageLink } from '../../../test/shop/purchase-steps.ts';
import { subscribedElsewhere } from '../../../test/shop/subscribed-elsewhere.ts';
import { endSubscription } from '../../../test/stripe/invoices.ts';
import { MEANS } from '../../../test/stripe/payment-methods.ts';
import { checkDueAgreements } from '../../money/recurring/check-agreement.ts';
import { processEvents } from '../../money/provider-events/process-event.ts';
import { readRows } from './read-rows.ts';

const DAY = 24 * 60 * 60 * 1_000;
const HEAD = 'email,name,provider,subscription,amount,period';

/** A live shop, and a customer of the same Stripe account who has paid $45 a month there since January 10. */
async function openShop({
  email = 'cleo@cafe.example',
  interval = 'month' as const,
  unitAmount = 4_500,
  days = 50,
} = {}) {
  const app = await startLiveApp();
  const { stripe, db, context, clock } = app;
  const { records } = stripe;
  const pass = (days: number): void => {
    app.wait(days * DAY);
    stripe.advanceTo(clock.now);
  };
  const settle = async (): Promise<void> => {
    await stripe.webhooks.idle();
    while ((await processEvents(context)).mayBeMore);
    while ((await checkDueAgreements(context)) > 0);
  };
  clock.now = new Date('2027-01-01T09:00:00.437Z');
  pass(0);
  const sold = { email, interval, unitAmount };
  const { customer, id, subscribe, newMethod } = await subscribedElsewhere(app, sold);
  // Those events are from before the shop had the webhook.
  stripe.webhooks.settings.url = undefined;
  pass(days);
  await stripe.webhooks.idle();
  stripe.webhooks.settings.url = `${app.base}/api/webhooks/stripe`;
  const subscription = records.subscriptions.get(id) ?? expect.fail('No subscription.');
  const post = async (path: string, body: object) => app.post(path, body, await loggedIn(app));
  const file = (line: string) => ({ name: 'subs.csv', text: `${HEAD}\n${line}\n` });
  return {
    app,
    customer,
    subscription,
    subscribe,
    newMethod,
    settle,
    wait: async (days: number) => {
      pass(days);
      await settle();
    },
    check: async (line = `${email},Cleo Park,stripe,${id},,`) =>
      (await post('/api/admin/imports/check', file(line))).body.rows[0],
    run: async (line = `${email},Cleo Park,stripe,${id},45,month`) =>
      (await post('/api/admin/imports', { ...file(line), skipsRefused: false })).body.message,
    /** What the customer does on their page. */
    change: async (action: string) =>
      (await app.post(`/api/recurring-payment?${new URLSearchParams(pageLink(app))}`, { action })).body,
    act: async (number: string, act: object) =>
      (await post(`/api/admin/cases/${number}/recurring`, act)).status,
    invoices: () => stripe.invoicesOf(customer),
    undo: async () => (await post('/api/admin/imports/1/undo', {})).body.message,
    recurring: async (number = 'ORD-10001') =>
      (await app.get(`/api/json/cases/${number}`, await loggedIn(app))).body.recurring,
    /** What Stripe charged, in all. */
    charged: () => stripe.invoicesOf(customer).filter(({ status }) => status === 'paid').length,
    calls: () => stripe.requests.filter(({ method }) => method !== 'GET').map(({ path }) => path),
    subjects: async () => (await app.sentEmails()).map(({ subject }) => subject),
    agreements: () => rows.agreements(db),
  };
}

test('a running subscription is taken over: one charge a month by itself, with invoice and receipt from now on', async () => {
  const shop = await openShop();
  expect(await shop.check()).toMatchObject({
    fate: 'add',
    why: 'Takes over a subscription of $45.00 a month',
  });
  const before = shop.calls();
  expect(await shop.run()).toBe('1 row imported');
  await shop.settle();
  expect(shop.charged()).toBe(2);
  expect(await shop.recurring()).toMatchObject({
    state: 'active',
    provider: 'stripe',
    amountCents: 4_500,
    nextChargeAt: '2027-03-10T09:00:00.000Z',
    card: 'Visa ending in 4242',
    charges: [],
  });
  expect(await shop.subjects()).toEqual([]);
  await shop.wait(50);
  expect(shop.charged()).toBe(4);
  expect(
    (await shop.recurring()).charges.map(({ dueAt, state }: Record<string, string>) => [dueAt, state]),
  ).toEqual([
    ['2027-03-10T09:00:00.000Z', 'paid'],
    ['2027-04-10T09:00:00.000Z', 'paid'],
  ]);
  expect(await shop.subjects()).toEqual([
    expect.stringContaining('payment receipt'),
    expect.stringContaining('payment receipt'),
  ]);
  const { body } = await shop.app.get('/api/json/cases/ORD-10001', await loggedIn(shop.app));
  expect(body.documents.map(({ number }: { number: string }) => number)).toEqual(['INV-1001', 'INV-1002']);
  // Nothing was started, changed, or charged by the shop.
  expect(shop.calls()).toEqual(before);
  expect(shop.app.stripe.records.subscriptions.size).toBe(1);
  expect(rows.payments(shop.app.db)).toEqual([]);
});

test('a second import changes nothing, and an undo releases it without canceling it', async () => {
  const shop = await openShop();
  await shop.run();
  expect(await shop.check()).toMatchObject({ fate: 'exists', why: 'Already imported.' });
  expect(await shop.run()).toBe('Nothing was imported, because the file has nothing new.');
  expect(await shop.undo()).toBe('1 row removed');
  expect(shop.agreements()).toEqual([]);
  await shop.wait(20);
  expect(shop.subscription.status).toBe('active');
  expect(shop.charged()).toBe(3);
  expect(rows.charges(shop.app.db)).toEqual([]);
  // Taken over again, without the charge of the time between.
  expect(await shop.run()).toBe('1 row imported');
  await shop.wait(31);
  expect((await shop.recurring('ORD-10002')).charges).toHaveLength(1);
});

test('after a charge, an undo leaves it', async () => {
  const shop = await openShop();
  await shop.run();
  await shop.wait(20);
  expect(await shop.undo()).toBe('Nothing was removed. These have changed since and stay: ORD-10001');
  expect(shop.agreements()).toMatchObject([{ state: 'active' }]);
});

test('of a customer with several subscriptions, each is its own', async () => {
  const shop = await openShop();
  const other = await shop.subscribe(shop.customer, 900);
  await shop.run();
  await shop.run(`cleo@cafe.example,Cleo Park,stripe,${other.id},9,month`);
  await shop.settle();
  expect(shop.agreements().map(({ amountCents, providerId }) => [amountCents, providerId])).toEqual([
    [4_500, `${shop.customer} ${shop.subscription.id}`],
    [900, `${shop.customer} ${other.id}`],
  ]);
  expect(await shop.act('ORD-10002', { action: 'cancel-now' })).toBe(200);
  expect(shop.subscription.status).toBe('active');
  expect(shop.app.stripe.records.subscriptions.get(other.id)?.status).toBe('canceled');
});

test('its price can be changed', async () => {
  const shop = await openShop();
  await shop.run();
  await shop.settle();
  expect(await shop.act('ORD-10001', { action: 'change-amount', amount: 40 })).toBe(200);
  await shop.wait(20);
  expect((await shop.recurring()).charges).toMatchObject([{ amountCents: 4_000, state: 'paid' }]);
});

test.each([
  ['its customer’s default', 'default'],
  ['a card of its own', 'own'],
  ['a card that was saved the old way', 'source'],
])(
  '“update card” of a subscription that charges %s changes nothing before a card is chosen, and then only it',
  async (_what, kind) => {
    const shop = await openShop();
    const { subscription, customer } = shop;
    const { records } = shop.app.stripe;
    const other = await shop.subscribe(customer, 900);
    const old = shop.newMethod(customer);
    if (kind === 'own') subscription.default_payment_method = old;
    const expiry = { exp_month: 5, exp_year: 2031 };
    if (kind === 'source') {
      const card = { id: 'card_old', object: 'card' as const, brand: 'Visa', last4: '1881' };
      records.sources.set('card_old', { ...card, ...expiry });
      records.means.set('card_old', MEANS.succeeds);
      subscription.default_source = 'card_old';
    }
    await shop.run();
    await shop.settle();
    expect((await shop.recurring()).card).toBe(
      kind === 'source' ? 'Visa ending in 1881' : 'Visa ending in 4242',
    );
    const before = [structuredClone(subscription), structuredClone(records.customers.get(customer))];
    expect(await shop.change('update-card')).toMatchObject({
      url: expect.stringContaining('checkout.stripe.com'),
    });
    expect([subscription, records.customers.get(customer)]).toEqual(before);
    const chosen = shop.app.stripe.chooseCard(customer, 'fails later');
    await shop.settle();
    expect(subscription.default_payment_method).toBe(chosen);
    expect(records.customers.get(customer)).toEqual(before[1]);
    expect(records.subscriptions.get(other.id)?.default_payment_method).toBe(null);
    expect((await shop.recurring()).card).toBe('Visa ending in 0341');
    // A card that somebody sets at Stripe afterward stays.
    subscription.default_payment_method = old;
    await shop.wait(1);
    expect(subscription.default_payment_method).toBe(old);
  },
);

test('an old unpaid invoice is named in the check, is not collected, and takes no paid period away', async () => {
  const shop = await openShop();
  shop.app.stripe.records.unkind.add('leaves subscriptions past due');
  const [first] = shop.invoices();
  Object.assign(first ?? {}, { status: 'open', attempt_count: 4, next_payment_attempt: null });
  const { records, intentOf } = shop.app.stripe;
  const intent = records.intent(intentOf(first as never));
  Object.assign(records.charge(intent.latest_charge ?? ''), { status: 'failed', paid: false });
  expect(await shop.check()).toMatchObject({
    fate: 'add',
    why: 'Takes over a subscription of $45.00 a month. Stripe still has $45.00 of older unpaid invoices, which the shop doesn’t collect.',
  });
  await shop.run();
  await shop.settle();
  expect(await shop.recurring()).toMatchObject({ state: 'active', charges: [] });
  expect(await shop.change('cancel')).toMatchObject({ message: 'Canceled. You won’t be charged again.' });
  expect(await shop.recurring()).toMatchObject({ state: 'active', cancelAt: '2027-03-10T09:00:00.000Z' });
  expect(first?.auto_advance).toBe(false);
  expect(shop.subscription.status).toBe('active');
});

test.each([
  ['a draft', 40.02, 'fails later'],
  ['a debit on its way', 42, 'debit'],
] as const)('%s at the import that fails then is told, with a link to pay', async (_what, days, means) => {
  const shop = await openShop({ days });
  const { subscription, customer } = shop;
  const [, current] = shop.invoices();
  if (means === 'debit') {
    const { intentOf, records } = shop.app.stripe;
    const intent = records.intent(intentOf(current as never));
    Object.assign(intent, { status: 'processing' });
    Object.assign(current ?? {}, { status: 'open', attempt_count: 1, amount_paid: 0 });
    const charge = records.charge(intent.latest_charge ?? '');
    Object.assign(charge, { status: 'pending', paid: false });
    records.invoicePayments.forEach((payment) => {
      if (payment.invoice === current?.id) payment.status = 'open';
    });
  } else {
    expect(current?.status).toBe('draft');
    subscription.default_payment_method = shop.newMethod(customer, 'fails later');
  }
  expect(await shop.check()).toMatchObject({ fate: 'add' });
  await shop.run();
  await shop.settle();
  expect((await shop.recurring()).charges).toMatchObject([
    { state: 'due', dueAt: '2027-02-10T09:00:00.000Z' },
  ]);
  if (means === 'debit') shop.app.stripe.settleDebit(shop.app.stripe.intentOf(current as never), false);
  await shop.wait(1);
  expect(await shop.recurring()).toMatchObject({ state: 'past-due', charges: [{ state: 'failed' }] });
  expect(await shop.subjects()).toEqual([expect.stringMatching(/payment/i)]);
  expect(await shop.change('pay')).toMatchObject({ url: expect.stringContaining('invoice.stripe.com') });
});

test('an event of one subscription checks all of its customer', async () => {
  const shop = await openShop();
  const other = await shop.subscribe(shop.customer, 900);
  await shop.run();
  await shop.run(`cleo@cafe.example,Cleo Park,stripe,${other.id},9,month`);
  await shop.settle();
  const second = shop.app.stripe.records.subscriptions.get(other.id) ?? expect.fail('No subscription.');
  endSubscription(shop.app.stripe.records, second, 'cancellation_requested');
  await shop.settle();
  expect(await shop.recurring('ORD-10002')).toMatchObject({ state: 'canceled' });
});

test('one at the price of the shop’s website has no yearly price', async () => {
  const shop = await openShop({ unitAmount: 3_000 });
  await shop.run(`cleo@cafe.example,Cleo Park,stripe,${shop.subscription.id},30,month`);
  await shop.settle();
  const link = new URLSearchParams(pageLink(shop.app));
  const { body } = await shop.app.get(`/api/recurring-payment?${link}`);
  expect(body).toMatchObject({ amountCents: 3_000, otherPeriod: null });
});

test('an ending subscription ends, without a second email about its cancellation', async () => {
  const shop = await openShop();
  shop.subscription.cancel_at_period_end = true;
  shop.subscription.cancel_at = shop.subscription.items.data[0].current_period_end;
  await shop.run();
  await shop.wait(20);
  expect(shop.agreements()).toMatchObject([{ state: 'canceled' }]);
  expect(shop.charged()).toBe(2);
  expect(await shop.subjects()).toEqual([]);
});

test('what the shop could not go on with is refused, with the reason', async () => {
  const shop = await openShop();
  const { subscription } = shop;
  const customer = shop.app.stripe.records.customers.get(shop.customer) ?? {};
  const [item] = subscription.items.data;
  const id = subscription.id;
  const why = async (line?: string) => {
    const { fate, why: reason } = await shop.check(line);
    expect(fate).toBe('refused');
    return reason;
  };
  expect(await why('bo@cafe.example,Bo,stripe,sub_nobody,,')).toContain(
    'Stripe doesn’t know this subscription',
  );
  expect(await why(`bo@cafe.example,Bo,stripe,${id},,`)).toBe('At Stripe it belongs to cleo@cafe.example.');
  expect(await why(`cleo@cafe.example,,stripe,${id},30,`)).toBe('Stripe charges $45.00, not $30.00.');
  expect(await why(`cleo@cafe.example,,stripe,${id},,year`)).toBe('Stripe charges it every month.');
  expect(await why(`cleo@cafe.example,,square,${id},,`)).toContain('provider must be stripe or paypal');
  const changes: [object, object, string][] = [
    [subscription, { status: 'past_due' }, 'its status is past_due'],
    [subscription, { pause_collection: { behavior: 'void', resumes_at: null } }, 'is paused'],
    [subscription, { schedule: 'sub_sched_1' }, 'A schedule at Stripe'],
    [subscription, { collection_method: 'send_invoice' }, 'charges no card'],
    [subscription, { metadata: { orderNumber: 'ORD-10009' } }, 'Northlight started it'],
    [subscription, { automatic_tax: { enabled: true } }, 'adds sales tax'],
    [subscription, { discounts: ['di_1'] }, 'has a discount'],
    [subscription, { application_fee_percent: 10 }, 'Another platform'],
    [subscription, { transfer_data: { destination: 'acct_2' } }, 'Another platform'],
    [subscription, { pending_update: { expires_at: 1 } }, 'a change of what it charges is pending'],
    [subscription, { pending_invoice_item_interval: { interval: 'week' } }, 'is pending'],
    [customer, { discount: { id: 'di_1' } }, 'has a discount'],
    [customer, { balance: -10_000 }, 'a credit or a debt'],
    [item, { quantity: 2 }, 'Only one item with a fixed price'],
    [item.price, { currency: 'eur' }, 'It is charged in EUR'],
    [item.price.recurring, { interval_count: 3 }, 'every month or every year'],
  ];
  for (const [target, change, reason] of changes) {
    const before = { ...target };
    Object.assign(target, change);
    expect(await why()).toContain(reason);
    Object.assign(target, before);
  }
  expect((await shop.check()).fate).toBe('add');
  expect(shop.agreements()).toEqual([]);
});

test('without the keys of Stripe, a Stripe subscription is refused', async () => {
  const { app, cookie } = await openConsole();
  const sent = { name: 'a.csv', text: `${HEAD}\ncleo@cafe.example,Cleo,stripe,sub_1,45,month\n` };
  const { body } = await app.post('/api/admin/imports/check', sent, cookie);
  expect(body.rows[0]).toMatchObject({
    fate: 'refused',
    why: 'Connect Stripe first, under Settings, Connections.',
  });
});

const HOURS = { timeZone: 'America/New_York', periods: [], days: [], holidays: [] };

/** How a sale of $45.00 is read, with one more column. */
function readWith(title: string, cell: string): string {
  const file = `email,date,amount,${title}\na@b.example,2024-03-05,45.00,"${cell}"`;
  const [read] = readRows(file, HOURS).rows;
  if (!read || !('row' in read)) return 'refused';
  return read.row.kind !== 'order' ? read.row.kind : read.row.paid ? 'paid' : 'unpaid';
}

test.each([
  ['Charge Status', 'Refunded'],
  ['Sale Status', 'Pending'],
  ['Txn Status', 'On hold'],
  ['Result', 'Declined'],
  ['Outcome', 'failed'],
  ['Payment', 'Partially refunded'],
  ['Error', 'Card declined'],
  ['State', 'wc-refunded'],
  ['Event', 'Charge back'],
  ['Category', 'Refund'],
  ['Description', 'Paid - Refunded'],
  ['Stage', 'Canceled'],
  ['Returns', '45.00'],
  ['Returned', 'Yes'],
  ['Document Type', 'Estimate'],
  ['Type', 'Quote'],
  ['Record Type', 'Credit Memo'],
  ['Test mode', 'true'],
  ['Is Test', 'Yes'],
  ['livemode', 'false'],
  ['Mode', 'Test'],
  ['Amount Captured', '0.50'],
  ['Currency (original)', 'EUR'],
  ['Currency Symbol', '€'],
  ['Curr.', 'CAD'],
  ['Currency', 'USDC'],
  ['Amount Paid', '20.00'],
  ['Paid Amount', '$20.00'],
  ['Total Paid', '20'],
  ['Amount Received', '44.99'],
  ['Payments', '20.00'],
  ['Amount Remaining', '20.00'],
  ['Remaining Balance', '20.00'],
  ['Past Due', '20.00'],
  ['Overdue', 'Yes'],
  ['Check Status', 'NSF'],
  ['Settlement Status', 'Pending'],
  ['Payout Status', 'In transit'],
  ['Bank Status', 'Zurückgebucht'],
  ['Stage', 'Lost'],
  ['Disposition', 'charged-back'],
  ['Reason', 'Bounced'],
  ['Settled', 'false'],
  ['Cleared', 'No'],
  ['Deleted', 'true'],
  ['Write-off', '45.00'],
])('%s: %s is no paid sale in dollars', (title, cell) => {
  expect(readWith(title, cell)).toBe('refused');
});

test.each([
  ['Amount Paid', '0.00'],
  ['Amount Remaining', '45.00'],
  ['Due', '$45.00'],
])('%s: %s of the whole amount is an unpaid one', (title, cell) => {
  expect(readWith(title, cell)).toBe('unpaid');
});

test.each([
  ['Payment Type', 'Credit Card'],
  ['Transaction Type', 'Credit card payment'],
  ['Refund Policy', '30 days'],
  ['Refundable', 'Yes'],
  ['Dispute', 'Not disputed'],
  ['Refund', 'Never refunded'],
  ['Returning customer', 'Yes'],
  ['Test mode', 'false'],
  ['livemode', 'true'],
  ['Mode', 'Live'],
  ['Testimonial', 'Great'],
  ['Currency', 'U.S. Dollar'],
  ['Currency', 'USD United States Dollar'],
  ['Currency Rate', '1.00'],
  ['Current plan', 'Pro'],
  ['Amount Paid', '45.00'],
  ['Amount Paid', ''],
  ['Paid Amount', '50.00'],
  ['Remaining', '0.00'],
  ['Due', '2024-04-05'],
  ['Due Date', '2024-04-05'],
  ['Sessions Remaining', '3'],
  ['Fulfillment Status', 'pending'],
  ['Settlement Status', 'Settled'],
  ['Project Status', 'In progress'],
  ['Dispute Status', 'won'],
  ['Tax Status', 'Exempt'],
  ['Deleted', 'No'],
  ['Voided at', ''],
])('%s: %s is a paid sale', (title, cell) => {
  expect(readWith(title, cell)).toBe('paid');
});

test('amounts in a column of another currency are not read as dollars', () => {
  for (const title of ['Amount €', 'Total (£)', 'Amount (EUR)']) {
    const { rows, unread } = readRows(`email,date,${title}\na@b.example,2024-03-05,45.00`, HOURS);
    expect(rows).toMatchObject([{ kind: 'customer' }]);
    expect(unread).toEqual([title]);
  }
});
