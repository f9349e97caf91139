import { expect, onTestFinished, test } from 'vitest';
import type Stripe from 'stripe';
import { failureOf, hurry } from '../../../../test/provider/fixture.ts';
import { openRecurring, openStarted } from '../../../../test/stripe/recurring-fixture.ts';
import type { ProviderAgreement, ProviderCharge } from '../recurring.ts';

async function open(options?: Parameters<typeof openStarted>[0]) {
  const shop = await openStarted(options);
  onTestFinished(async () => {
    expect(shop.fake.errors).toEqual([]);
    await shop.fake.close();
  });
  return shop;
}

type Documented<Status> = Status extends string ? (string extends Status ? never : Status) : never;

/** As in docs/payment-states.md. If Stripe adds a status, this fails the type check. */
const SUBSCRIPTIONS: Record<Documented<Stripe.Subscription.Status>, ProviderAgreement['state']> = {
  active: 'active',
  trialing: 'active',
  incomplete: 'past-due',
  incomplete_expired: 'ended',
  past_due: 'past-due',
  unpaid: 'past-due',
  paused: 'paused',
  canceled: 'canceled',
};

test.each([...Object.entries(SUBSCRIPTIONS), ['not documented', 'past-due']])(
  'a subscription that is %s is %s',
  async (status, state) => {
    const { fake, id, look } = await open();
    Object.assign(fake.subscriptionOf(id), { status });
    expect((await look()).state).toBe(state);
  },
);

test.each([
  ['cancellation_requested', 'canceled'],
  ['payment_disputed', 'canceled'],
  ['canceled_by_retention_policy', 'canceled'],
  ['payment_failed', 'ended'],
  [null, 'canceled'],
])('a subscription canceled with the reason %s is %s', async (reason, state) => {
  const { fake, id, look } = await open();
  const { cancellation_details: details } = Object.assign(fake.subscriptionOf(id), { status: 'canceled' });
  Object.assign(details, { reason });
  expect((await look()).state).toBe(state);
});

const INVOICES: [string, number, ProviderCharge['state'][]][] = [
  ['draft', 0, ['due']],
  ['open', 0, ['due']],
  ['open', 1, ['failed']],
  ['paid', 1, ['paid']],
  ['uncollectible', 4, ['failed']],
  ['void', 1, []],
  ['not documented', 0, ['due']],
];

test.each(INVOICES)(
  'an invoice that is %s after %i tries gives the charges %j',
  async (status, tries, states) => {
    const { fake, id, look, wait } = await open();
    wait(31.1);
    Object.assign(fake.invoicesOf(id)[0] ?? {}, { status, attempt_count: tries });
    if (status === 'open') for (const charge of fake.records.charges.values()) charge.status = 'failed';
    expect((await look()).charges.map(({ state }) => state)).toEqual(states);
  },
);

test('an item that was doubled in Stripe’s dashboard doubles the amount', async () => {
  const { fake, id, look } = await open();
  Object.assign(fake.subscriptionOf(id).items.data[0], { quantity: 2 });
  expect((await look()).amountCents).toBe(6_000);
});

test('invoices of another subscription or of none are not ours', async () => {
  const { fake, id, look, wait } = await open();
  wait(31.1);
  Object.assign(fake.invoicesOf(id)[0] ?? {}, { parent: null });
  expect((await look()).charges).toEqual([]);
});

test('a page that is not https is never shown', async () => {
  const { fake, id, look, wait } = await open({ means: 'fails later' });
  wait(31.1);
  Object.assign(fake.invoicesOf(id)[0] ?? {}, { hosted_invoice_url: 'javascript:alert(1)' });
  expect((await look()).charges).toMatchObject([{ state: 'failed', payUrl: null }]);
});

test('what was paused in Stripe’s dashboard is resumed there', async () => {
  const { fake, recurring, id } = await open();
  Object.assign(fake.subscriptionOf(id), { status: 'paused' });
  expect(await failureOf(recurring.resume(id))).toMatchObject({ name: 'RecurringRefused' });
});

test('a cancellation at the end of the period can be undone until then, and then nothing is charged', async () => {
  const { look, recurring, id, wait } = await open();
  wait(32);
  const end = new Date('2027-03-15T10:00:00Z');
  await recurring.cancelLater(id);
  await recurring.cancelLater(id);
  expect(await look()).toMatchObject({ state: 'active', nextChargeAt: null, cancelAt: end });
  await recurring.undoCancel(id);
  await recurring.undoCancel(id);
  expect(await look()).toMatchObject({ state: 'active', nextChargeAt: end, cancelAt: null });
  await recurring.cancelLater(id);
  wait(400);
  expect(await look()).toMatchObject({ state: 'canceled', endedAt: end, cancelAt: null, nextChargeAt: null });
  expect((await look()).charges).toHaveLength(1);
});

test('an end scheduled in Stripe’s dashboard for a later period is shown, and can be undone', async () => {
  const { fake, look, recurring, id } = await open();
  const cancelAt = new Date('2027-06-01T00:00:00Z');
  Object.assign(fake.subscriptionOf(id), { cancel_at: cancelAt.getTime() / 1_000 });
  expect(await look()).toMatchObject({ cancelAt, nextChargeAt: new Date('2027-02-15T10:00:00Z') });
  await recurring.undoCancel(id);
  expect(await look()).toMatchObject({ cancelAt: null });
});

test('a cancellation whose answer is lost counts', async () => {
  const { fake, look, recurring, id } = await open();
  fake.faults.next('acts, then hangs up', /DELETE/);
  await hurry(() => recurring.cancelNow(id));
  expect(await look()).toMatchObject({ state: 'canceled' });
});

test('a customer without a subscription can be canceled, and is', async () => {
  const { fake, recurring, start, known } = await openRecurring();
  onTestFinished(fake.close);
  fake.answerNext(/POST .*subscriptions$/, {
    status: 400,
    body: { error: { type: 'invalid_request_error' } },
  });
  await failureOf(start());
  const id = known() ?? '';
  await recurring.cancelNow(id);
  expect(await recurring.lookUp(id)).toMatchObject({ state: 'canceled', charges: [] });
});

test('what has ended at Stripe is not changed any more', async () => {
  const { fake, recurring, id } = await open();
  fake.cancelAtDashboard(id);
  const calls = [recurring.pause, recurring.resume, recurring.undoCancel];
  for (const call of calls) expect(await failureOf(call(id))).toMatchObject({ name: 'RecurringRefused' });
  expect(await failureOf(recurring.changeAmount(id, 1))).toMatchObject({ name: 'RecurringRefused' });
});

test('a cancellation at the end of the period changes nothing on what has ended at Stripe', async () => {
  const { fake, look, recurring, id } = await open();
  fake.cancelAtDashboard(id);
  const before = await look();
  await recurring.cancelLater(id);
  expect(await look()).toEqual(before);
  expect(fake.subscriptionOf(id).cancel_at_period_end).toBe(false);
});

test('Stripe’s page for another card comes back to ours, and its card is charged next', async () => {
  const { fake, look, recurring, id, wait } = await open({ means: 'fails later' });
  expect(await recurring.cardPage(id, 'https://shop.example.com/recurring')).toMatch(
    /^https:\/\/billing\.stripe\.com\//,
  );
  const { body = '' } = fake.requests.findLast(({ path }) => path.endsWith('sessions')) ?? {};
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    customer: id,
    return_url: 'https://shop.example.com/recurring',
    'flow_data[type]': 'payment_method_update',
    'flow_data[after_completion][type]': 'redirect',
    'flow_data[after_completion][redirect][return_url]': 'https://shop.example.com/recurring',
  });
  fake.updateCard(id, 'succeeds');
  wait(32);
  expect(await look()).toMatchObject({
    state: 'active',
    card: { label: 'Visa ending in 4242' },
    charges: [{ state: 'paid' }],
  });
});
