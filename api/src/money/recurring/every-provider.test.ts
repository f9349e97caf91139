import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { chargesIn, soldByPaypal, soldInDemo, startedByStripe } from '../../../test/shop/recurring-shop.ts';

const orderedAt = new Date('2026-11-21T10:00:00.437Z');
type Options = { isYearly?: boolean; fails?: boolean };

const SHOPS = {
  'the demo': (options: Options = {}) => soldInDemo({ ...options, orderedAt }),
  Stripe: (options: Options = {}) => startedByStripe({ ...options, orderedAt }),
  PayPal: (options: Options = {}) => soldByPaypal({ ...options, orderedAt }),
};
const DONE_IN_DEMO: Record<string, string> = {
  pay: 'Thank you. We received your payment.',
  'update-card': 'Your payment method has been updated.',
};
const EACH = Object.entries(SHOPS);

test.each(EACH)('%s: every month is charged once, and each charge has a receipt', async (_name, sold) => {
  const shop = await sold();
  expect(await shop.agreement()).toMatchObject({
    state: 'active',
    period: 'month',
    amountCents: 3_000,
    nextChargeAt: '2026-12-21T10:00:00.000Z',
    cancelAt: null,
    problem: null,
    charges: [],
  });
  await shop.wait(35);
  await shop.work();
  await shop.wait(65);
  expect(chargesIn(await shop.agreement())).toEqual([
    '2026-12-21 paid 1',
    '2027-01-21 paid 1',
    '2027-02-21 paid 1',
  ]);
  expect(await shop.agreement()).toMatchObject({ nextChargeAt: '2027-03-21T10:00:00.000Z' });
  expect(await shop.subjects('receipt')).toHaveLength(3);
  // None of them is taken for a payment of the checkout.
  expect(rows.payments(shop.app.db)).toMatchObject([{ status: 'paid', receivedAmountCents: 14_900 }]);
  expect(rows.orders(shop.app.db)).toHaveLength(1);
});

test.each(EACH)('%s: a year is charged a year later, and announced a month before', async (_name, sold) => {
  const shop = await sold({ isYearly: true });
  await shop.wait(334);
  expect(await shop.subjects('renews soon')).toHaveLength(0);
  await shop.wait(2);
  expect(await shop.subjects('renews soon')).toHaveLength(1);
  await shop.wait(31);
  expect((await shop.agreement()).charges).toMatchObject([{ state: 'paid', amountCents: 30_000 }]);
});

test.each(EACH)(
  '%s: a charge that fails is tried again, the customer is told once, and the same charge is paid later',
  async (name, sold) => {
    const shop = await sold({ fails: true });
    await shop.wait(31);
    expect(await shop.agreement()).toMatchObject({ state: 'past-due' });
    expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 failed 1']);
    await shop.wait(5);
    expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 failed 2']);
    expect(await shop.subjects('didn’t go through')).toHaveLength(1);
    // PayPal has no page where a failed charge can be paid.
    expect(await shop.customer()).toMatchObject({ state: 'past-due', canPay: name !== 'PayPal' });
    await shop.pay();
    expect(await shop.agreement()).toMatchObject({ state: 'active', charges: [{ state: 'paid' }] });
    expect(await shop.subjects('receipt')).toHaveLength(1);
  },
);

test.each([
  ['the demo', null, null],
  ['Stripe', /^https:\/\/invoice\.stripe\.com\//, /^https:\/\/billing\.stripe\.com\//],
  ['PayPal', /^https:\/\/www\.paypal\.com\/myaccount\/autopay\/$/, /autopay/],
] as const)(
  '%s: a customer pays what is open, or updates the card, on the provider’s page',
  async (name, ...urls) => {
    const shop = await SHOPS[name]({ fails: true });
    await shop.wait(32);
    for (const [nth, action] of ['pay', 'update-card'].entries()) {
      const { url, message } = (await shop.change(action)).body;
      const page = urls[nth];
      if (page) expect(url).toMatch(page);
      else expect([url, message]).toEqual([null, DONE_IN_DEMO[action]]);
    }
  },
);

test.each(EACH)('%s: a charge that keeps failing ends the recurring payment', async (_name, sold) => {
  const shop = await sold({ fails: true });
  await shop.wait(110);
  expect(await shop.agreement()).toMatchObject({ state: 'ended', nextChargeAt: null });
  const { charges } = await shop.agreement();
  await shop.wait(100);
  expect((await shop.agreement()).charges).toEqual(charges);
  expect(await shop.subjects('has ended')).toHaveLength(1);
});

test.each(EACH)(
  '%s: customers cancel at the end of the paid period, undo it until then, and are never charged after it',
  async (_name, sold) => {
    const shop = await sold();
    await shop.wait(35);
    expect((await shop.change('cancel')).body.message).toBe('Canceled. You won’t be charged again.');
    expect((await shop.change('cancel')).status).toBe(200);
    const ending = { state: 'active', nextChargeAt: null, cancelAt: '2027-01-21T10:00:00.000Z' };
    expect(await shop.customer()).toMatchObject(ending);
    expect(await shop.subjects('is canceled')).toHaveLength(1);
    expect((await shop.change('undo-cancel')).status).toBe(200);
    expect(await shop.customer()).toMatchObject({
      cancelAt: null,
      nextChargeAt: '2027-01-21T10:00:00.000Z',
    });
    await shop.change('cancel');
    await shop.wait(20);
    expect(await shop.customer()).toMatchObject({ state: 'active' });
    await shop.wait(40);
    expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
    expect(chargesIn(await shop.agreement())).toEqual(['2026-12-21 paid 1']);
    expect((await shop.change('undo-cancel')).body.message).toBe('This recurring payment has already ended.');
  },
);

test.each(EACH)(
  '%s: a past due recurring payment that its customer cancels ends, and what is open is never collected',
  async (_name, sold) => {
    const shop = await sold({ fails: true });
    await shop.wait(32);
    await shop.change('cancel');
    await shop.wait(60);
    expect(await shop.customer()).toMatchObject({
      state: 'canceled',
      charges: [{ state: 'failed', attempts: 1 }],
    });
  },
);

test.each(EACH)(
  '%s: an administrator pauses, resumes, changes the amount, and cancels',
  async (_name, sold) => {
    const shop = await sold();
    expect((await shop.act({ action: 'pause' })).body.message).toBe('Recurring payment paused');
    expect((await shop.act({ action: 'pause' })).status).toBe(200);
    await shop.wait(35);
    expect(await shop.agreement()).toMatchObject({ state: 'paused', nextChargeAt: null, charges: [] });
    await shop.act({ action: 'resume' });
    await shop.act({ action: 'change-amount', amount: 45.5 });
    expect(await shop.subjects('price is changing')).toHaveLength(1);
    await shop.wait(30);
    expect(await shop.agreement()).toMatchObject({
      amountCents: 4_550,
      charges: [{ amountCents: 4_550, state: 'paid' }],
    });
    expect((await shop.act({ action: 'cancel-now' })).body.message).toBe('Recurring payment canceled');
    await shop.wait(40);
    expect(await shop.agreement()).toMatchObject({ state: 'canceled', charges: [{}] });
  },
);

test.each(EACH)('%s: a charge is refunded in parts, once per key, and in full', async (_name, sold) => {
  const shop = await sold();
  await shop.wait(32);
  const [{ id: chargeId }] = (await shop.agreement()).charges;
  const reason = 'The page was down.';
  const refund = { action: 'refund', chargeId, reason, refundKey: randomUUID(), amount: 10 };
  expect((await shop.act({ ...refund, amount: 50 })).body.message).toBe('You can refund up to $30.00.');
  expect((await shop.act(refund)).body.message).toBe('$10.00 refunded');
  await shop.act(refund);
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'paid', refundedCents: 1_000 }] });
  const rest = { ...refund, amount: undefined, refundKey: randomUUID() };
  expect((await shop.act(rest)).body.message).toBe('$20.00 refunded');
  expect(await shop.agreement()).toMatchObject({ charges: [{ state: 'refunded', refundedCents: 3_000 }] });
  expect(await shop.subjects('Your refund')).toHaveLength(2);
});
