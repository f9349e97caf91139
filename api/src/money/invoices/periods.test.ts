import { expect, test } from 'vitest';
import { sample } from '../../../test/fixtures/long.ts';
import { soldInDemo } from '../../../test/shop/demo-recurring.ts';
import { soldByPaypal } from '../../../test/shop/paypal-recurring.ts';
import { soldByStripe } from '../../../test/shop/stripe-recurring.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { contentOf } from './document-content.ts';
import { documentsOf } from './documents.ts';

const DAY_MS = 24 * 60 * 60_000;

/** The first and the last day of each charge's period, as its invoice names them. */
function periodsOf({ db, context }: TestApp): [string, string][] {
  const order = orderStore.byNumber(db, 'ORD-10001') ?? expect.fail('no order');
  const documents = documentsOf(db, order);
  return documents
    .filter(({ charge }) => charge)
    .map((document) => {
      const { facts } = contentOf(
        { order, payment: undefined, documents, settings: context.settings },
        document,
      );
      const day = (label: string) => facts.find((fact) => fact.label === label)?.value ?? '';
      return [day('Period start'), day('Period end')];
    });
}

function expectNoGap(periods: [string, string][]): void {
  expect(periods.length).toBeGreaterThan(2);
  for (const [nth, [start]] of periods.entries()) {
    const [, before] = periods[nth - 1] ?? [];
    if (before)
      expect(new Date(Date.parse(before) + DAY_MS).toDateString(), JSON.stringify(periods)).toBe(
        new Date(start).toDateString(),
      );
  }
}

test.each([
  ['2027-01-28', false, 13],
  ['2027-01-29', false, 13],
  ['2027-01-30', false, 13],
  ['2027-01-31', false, 13],
  ['2027-08-31', false, 13],
  ['2028-02-29', false, 13],
  ['2028-02-29', true, 6],
  ['2026-11-21', true, 3],
])('invoices of an order of %s (yearly: %s) name every day once', async (day, isYearly, periods) => {
  const { app, wait } = await soldInDemo({ isYearly }, {}, new Date(`${day}T15:00:00.437Z`));
  for (let nth = 0; nth < periods; nth += 1) await wait(isYearly ? 366 : 31);
  expectNoGap(periodsOf(app));
});

test.each(sample(['2027-01-31', '2027-01-30', '2027-01-29']))(
  'so do those of a subscription at PayPal, which counts from its first charge, for an order of %s',
  async (day) => {
    const { app, wait } = await soldByPaypal({ orderedAt: new Date(`${day}T12:00:00.437Z`) });
    await wait(31 * 5);
    expectNoGap(periodsOf(app));
  },
);

test('so do those of a subscription at Stripe', async () => {
  const { app, start, wait } = await soldByStripe();
  await start();
  for (let month = 0; month < 5; month += 1) await wait(31);
  expectNoGap(periodsOf(app));
});

test('after a change to yearly payments, a period is counted from the payment that begins it', async () => {
  const { app, wait, customer, change } = await soldInDemo({}, {}, new Date('2027-01-31T15:00:00.437Z'));
  await wait(31);
  const { otherPeriod } = await customer();
  expect((await change('change-period', { otherPeriod })).status).toBe(200);
  await wait(31);
  await wait(366);
  expectNoGap(periodsOf(app).slice(-3));
});
