import { expect, test } from 'vitest';
import { rows } from '../../../test/fixtures/rows.ts';
import { chargesIn, soldByPaypal } from '../../../test/shop/recurring-shop.ts';
import { sample } from '../../../test/fixtures/long.ts';

type Shop = Awaited<ReturnType<typeof soldByPaypal>>;

const transactions = ({ app, id }: Shop) => app.paypal.records.capturesOf(id);

test('a cancellation for later is a suspension at PayPal with the end in its note, which resuming leaves alone', async () => {
  const shop = await soldByPaypal();
  expect(await shop.agreement()).toMatchObject({ card: 'PayPal account buyer@personal.example' });
  await shop.wait(35);
  await shop.change('cancel');
  expect(shop.subscription.note).toBe('Canceled. Ends 2027-01-21T10:00:00.000Z');
  await shop.act({ action: 'resume' });
  expect(await shop.customer()).toMatchObject({ cancelAt: '2027-01-21T10:00:00.000Z' });
  await shop.wait(60);
  expect(shop.subscription.status).toBe('CANCELLED');
});

test('PayPal bills on the day of the first charge: after January 31 on the 28th', async () => {
  const shop = await soldByPaypal({ orderedAt: new Date('2027-01-31T12:00:00.437Z') });
  await shop.wait(60);
  expect(chargesIn(await shop.agreement())).toEqual(['2027-02-28 paid 1', '2027-03-28 paid 1']);
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
  expect(await shop.subjects('receipt')).toHaveLength(2);
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

test('a customer who cancels at PayPal is not charged again', async () => {
  const shop = await soldByPaypal();
  shop.subscription.status = 'CANCELLED';
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ state: 'canceled', nextChargeAt: null });
});

test('a lost answer to a change: the next try does it, once', async () => {
  const shop = await soldByPaypal();
  shop.app.paypal.faults.next('acts, then hangs up', /suspend$/);
  expect((await shop.act({ action: 'pause' })).status).toBe(503);
  expect((await shop.act({ action: 'pause' })).status).toBe(200);
  expect(await shop.agreement()).toMatchObject({ state: 'paused' });
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
