import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { soldByPaypal } from '../../../test/shop/paypal-recurring.ts';
import { sample } from '../../../test/fixtures/long.ts';

type Charge = { dueAt: string; state: string; attempts: number; amountCents: number };
type Shop = Awaited<ReturnType<typeof soldByPaypal>>;

const chargesIn = ({ charges }: { charges: Charge[] }) =>
  charges.map(({ dueAt, state, attempts }) => `${dueAt.slice(0, 10)} ${state} ${attempts}`);
const receipts = async (shop: Shop) =>
  (await shop.subjects()).filter((subject) => subject.includes('receipt')).length;
const transactions = ({ app, id }: Shop) => app.paypal.records.capturesOf(id);

test('an order bought with PayPal has one recurring payment, which is the subscription', async () => {
  const shop = await soldByPaypal();
  expect(await shop.agreement()).toMatchObject({
    provider: 'paypal',
    state: 'active',
    amountCents: 3_000,
    nextChargeAt: '2026-12-21T10:00:00.000Z',
    cancelAt: null,
    problem: null,
    card: 'PayPal account buyer@personal.example',
    charges: [],
  });
  expect(shop.subscription.status).toBe('ACTIVE');
  expect(transactions(shop)).toMatchObject([{ amount: { value: '149.00' } }]);
});

test('months pass: each is charged once and has one receipt, without the first payment', async () => {
  const shop = await soldByPaypal();
  await shop.wait(95);
  expect(chargesIn(await shop.agreement())).toEqual([
    '2026-12-21 paid 1',
    '2027-01-21 paid 1',
    '2027-02-21 paid 1',
  ]);
  expect(await receipts(shop)).toBe(3);
  expect(rows.payments(shop.app.db)).toMatchObject([{ status: 'paid', receivedAmountCents: 14_900 }]);
  expect(rows.orders(shop.app.db)).toHaveLength(1);
});

test('PayPal bills on the day of the first charge: after January 31 on the 28th', async () => {
  const shop = await soldByPaypal({ orderedAt: new Date('2027-01-31T12:00:00.437Z') });
  await shop.wait(60);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 1', '2027-03-28 paid 1']);
});

test('a year is charged a year later', async () => {
  const shop = await soldByPaypal({ isYearly: true });
  await shop.wait(367);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid', amountCents: 30_000 }]);
  expect((await shop.subjects()).filter((subject) => subject.includes('renews soon'))).toHaveLength(1);
});

test.each(sample(['lost', 'doubled', 'reversed'] as const, 2))('%s events change nothing', async (fate) => {
  const shop = await soldByPaypal();
  const { webhooks } = shop.app.paypal;
  if (fate === 'doubled') webhooks.settings.copies = 2;
  else webhooks.hold();
  await shop.wait(70);
  if (fate === 'reversed') webhooks.release((events) => events.toReversed());
  await shop.work();
  expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 paid 1', '2027-01-21 paid 1']);
  expect(await receipts(shop)).toBe(2);
});

test('a failed month is tried again by PayPal, the customer is told once, and a retry pays the same charge', async () => {
  const shop = await soldByPaypal();
  shop.subscription.purse = 'is refused';
  await shop.wait(30);
  expect(await shop.agreement()).toMatchObject({
    state: 'past-due',
    charges: [{ state: 'failed', attempts: 1 }],
  });
  await shop.wait(5);
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'failed', attempts: 2 }] });
  expect((await shop.subjects()).filter((subject) => subject.includes('didn’t go through'))).toHaveLength(1);
  expect(await shop.customer()).toMatchObject({ state: 'past-due', canPay: false });
  expect((await shop.change('pay')).body.url).toBe('https://www.paypal.com/myaccount/autopay/');
  shop.subscription.purse = 'pays';
  await shop.wait(5);
  expect(await shop.agreement()).toMatchObject({ state: 'active' });
  expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 paid 1']);
});

test('what one month does not collect is added to the next month’s payment', async () => {
  const shop = await soldByPaypal();
  shop.subscription.purse = 'is refused';
  await shop.wait(45);
  expect(await shop.agreement()).toMatchObject({ state: 'past-due', charges: [{ attempts: 3 }] });
  shop.subscription.purse = 'pays';
  await shop.wait(20);
  const agreement = await shop.agreement();
  expect(agreement).toMatchObject({ state: 'active', charges: [{}, { amountCents: 6_000 }] });
  expect(chargesIn(agreement)).toEqual(['2026-12-21 failed 3', '2027-01-21 paid 1']);
});

test('after two months without a payment PayPal suspends it: both sides are told, and a month later it ends', async () => {
  const shop = await soldByPaypal();
  shop.subscription.purse = 'is refused';
  await shop.wait(75);
  expect(shop.subscription.status).toBe('SUSPENDED');
  expect(await shop.agreement()).toMatchObject({ state: 'past-due', nextChargeAt: null });
  expect((await shop.subjects()).at(-1)).toMatch(/^Your recurring payment is on hold/);
  expect(await shop.change('update-card')).toMatchObject({
    body: { url: expect.stringContaining('autopay') },
  });
  const told = (await shop.app.businessEmails()).filter(({ text }) => text?.includes('PayPal suspended'));
  expect(told).toHaveLength(1);
  await shop.wait(30);
  expect(shop.subscription.status).toBe('CANCELLED');
  expect(await shop.agreement()).toMatchObject({ state: 'ended', nextChargeAt: null });
  expect((await shop.subjects()).at(-1)).toMatch(/^Your recurring payment has ended/);
  const { status, body } = await shop.act({ action: 'resume' });
  expect([status, body.message]).toEqual([409, 'This recurring payment has already ended.']);
});

test('customers cancel at the end of the paid period, undo it until then, and are never charged after it', async () => {
  const shop = await soldByPaypal();
  await shop.wait(35);
  expect((await shop.change('cancel')).body.message).toBe('Canceled. You won’t be charged again.');
  expect((await shop.change('cancel')).status).toBe(200);
  expect(shop.subscription.note).toBe('Canceled. Ends 2027-01-21T10:00:00.000Z');
  expect(await shop.customer()).toMatchObject({
    state: 'active',
    nextChargeAt: null,
    cancelAt: '2027-01-21T10:00:00.000Z',
  });
  // Resuming is for what is paused.
  await shop.act({ action: 'resume' });
  expect(await shop.customer()).toMatchObject({ cancelAt: '2027-01-21T10:00:00.000Z' });
  expect((await shop.change('undo-cancel')).status).toBe(200);
  expect(await shop.customer()).toMatchObject({ cancelAt: null, nextChargeAt: '2027-01-21T10:00:00.000Z' });
  await shop.change('cancel');
  await shop.wait(20);
  expect(await shop.customer()).toMatchObject({ state: 'active' });
  await shop.wait(40);
  expect(shop.subscription.status).toBe('CANCELLED');
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
  expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 paid 1']);
  expect((await shop.change('undo-cancel')).body.message).toBe('This recurring payment has already ended.');
  const told = (await shop.subjects()).filter((subject) => subject.includes('is canceled'));
  expect(told.length).toBeGreaterThan(0);
});

test('a customer who cancels at PayPal is not charged again', async () => {
  const shop = await soldByPaypal();
  shop.subscription.status = 'CANCELLED';
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
});

test('an administrator pauses, resumes, changes the amount and cancels', async () => {
  const shop = await soldByPaypal();
  expect((await shop.act({ action: 'pause' })).body.message).toBe('Recurring payment paused');
  expect((await shop.act({ action: 'pause' })).status).toBe(200);
  await shop.wait(35);
  expect(await shop.agreement()).toMatchObject({ state: 'paused', nextChargeAt: null, charges: [] });
  await shop.act({ action: 'resume' });
  await shop.act({ action: 'change-amount', amount: 45.5 });
  await shop.wait(30);
  expect(await shop.agreement()).toMatchObject({ amountCents: 4_550, charges: [{ amountCents: 4_550 }] });
  expect((await shop.act({ action: 'cancel-now' })).body.message).toBe('Recurring payment canceled');
  expect(shop.subscription.status).toBe('CANCELLED');
});

test('a lost answer to a change: the next try does it, once', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.faults.next('acts, then hangs up', /suspend$/);
  expect((await shop.act({ action: 'pause' })).status).toBe(503);
  expect((await shop.act({ action: 'pause' })).status).toBe(200);
  expect(await shop.agreement()).toMatchObject({ state: 'paused' });
});

test('charges are refunded in parts, which PayPal does not list, and in full', async () => {
  const shop = await soldByPaypal();
  await shop.wait(31);
  const [{ id: chargeId }] = (await shop.agreement()).charges;
  const refund = {
    action: 'refund',
    chargeId,
    reason: 'The page was down.',
    refundKey: randomUUID(),
    amount: 10,
  };
  expect((await shop.act(refund)).body.message).toBe('$10.00 refunded');
  await shop.act(refund);
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'paid', refundedCents: 1_000 }] });
  const rest = { ...refund, amount: undefined, refundKey: randomUUID() };
  expect((await shop.act(rest)).body.message).toBe('$20.00 refunded');
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'refunded', refundedCents: 3_000 }] });
  expect(shop.app.paypal.records.refundsOf(transactions(shop)[1]?.id ?? '')).toHaveLength(2);
});

test('a dispute about a charge is shown with it, and the business is told of each step', async () => {
  const shop = await soldByPaypal();
  await shop.wait(31);
  const { id } = shop.app.paypal.openDispute(transactions(shop)[1]?.id ?? '', '2027-01-05T00:00:00Z');
  await shop.work();
  const dispute = { id, status: 'open', respondBy: '2027-01-05T00:00:00.000Z' };
  expect(await shop.agreement()).toMatchObject({ charges: [{ dispute }] });
  const told = async () =>
    (await shop.app.businessEmails()).filter(({ text }) => text.includes('disputed this payment'));
  expect((await told()).map(({ text }) => text)).toEqual([
    expect.stringContaining('Respond by January 4, 2027.'),
  ]);
  shop.app.paypal.resolveDispute(id, 'RESOLVED_SELLER_FAVOUR');
  await shop.work();
  expect(await shop.agreement()).toMatchObject({
    charges: [{ dispute: { status: 'won', respondBy: null } }],
  });
  expect((await told()).map(({ text }) => text)).toEqual([
    expect.stringContaining('Respond by'),
    expect.stringContaining('You won the dispute.'),
  ]);
});

test('a dispute about the first payment is shown on the order', async () => {
  const shop = await soldByPaypal();
  const { id } = shop.app.paypal.openDispute(transactions(shop)[0]?.id ?? '', '2026-12-05T00:00:00Z');
  await shop.work();
  expect(rows.payments(shop.app.db)).toMatchObject([
    { review: { code: 'disputed', dispute: { id, respondBy: '2026-12-05T00:00:00.000Z' } } },
  ]);
  expect((await shop.agreement()).charges).toEqual([]);
});
