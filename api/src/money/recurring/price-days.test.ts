import { expect, test } from 'vitest';
import { addPeriods, dayText } from '@northlight/shared/catalog/periods.ts';
import { OFFER_NOTICE_DAYS } from '@northlight/shared/catalog/price-offer.ts';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { soldByPaypal } from '../../../test/shop/paypal-recurring.ts';
import { soldByStripe } from '../../../test/shop/stripe-recurring.ts';

const DAY = 24 * 60 * 60_000;
const ZONE = 'America/New_York';
const ORDERS = inFull(1_000, 4);
/** PayPal bills at hours of its own, and goes back to the 31st after a shorter month. */
const PAYPAL_ROOM_MS = 4 * DAY;

type Charge = { dueAt: string; amountCents: number; paidAt: string | null };
type Shop = {
  app: Awaited<ReturnType<typeof soldByStripe>>['app'];
  wait: (days: number) => Promise<void>;
  act: (action: object) => Promise<unknown>;
  customer: () => Promise<{ offer: { id: number; chargeAt: string } | null; nextChargeAt: string | null }>;
  change: (action: string, more?: object) => Promise<unknown>;
  charges: () => Promise<Charge[]>;
};

async function sell(seed: number, isYearly: boolean, orderedAt: Date): Promise<Shop> {
  const order = { isYearly, isRateLimited: false, orderedAt };
  if (seed % 2 === 0) {
    const shop = await soldByStripe(order);
    await shop.start();
    return { ...shop, charges: async () => (await shop.recurring()).charges };
  }
  const shop = await soldByPaypal(order);
  shop.app.paypal.records.unkind.add(seed % 4 === 1 ? 'stays approved' : 'bills at other hours');
  const wait = async (days: number) => shop.wait(days, days);
  await wait(0.01);
  return { ...shop, wait, charges: async () => (await shop.agreement()).charges };
}

test(`of ${ORDERS} orders with an accepted price, the first charge at it is the one that was named`, async () => {
  let accepted = 0;
  for (let seed = 0; seed < ORDERS; seed += 1) {
    const random = seededRandom(seed + 1);
    const isYearly = random() < 0.2;
    // Half of them at the end of a month, and all at any millisecond of the day.
    const day = random() < 0.5 ? Math.floor(random() * 120) : [30, 58, 89, 119][Math.floor(random() * 4)];
    const orderedAt = new Date(Date.UTC(2027, 0, 1) + (day ?? 0) * DAY + Math.floor(random() * DAY));
    const shop = await sell(seed, isYearly, orderedAt);
    const [about] = rows.agreements(shop.app.db);
    if (!about) throw new Error('No recurring payment.');
    const { period, amountCents: before } = about;
    const cents = before + (random() < 0.5 ? -500 : 500);
    const walk = async (until: number) => {
      // Nobody looks for days, but in time for the ten days that PayPal needs.
      while (shop.app.clock.now.getTime() < until)
        await shop.wait(Math.min(8, (until - shop.app.clock.now.getTime()) / DAY + 0.01, 1 + random() * 7));
    };
    const start = shop.app.clock.now.getTime();
    await walk(start + random() * (isYearly ? 330 : 70) * DAY);
    const now = shop.app.clock.now.getTime();
    const notice = OFFER_NOTICE_DAYS[period] + 1 + Math.floor(random() * 50);
    const from = new Date(now + notice * DAY).toISOString().slice(0, 10);
    await shop.act({ action: 'offer-amount', amount: cents / 100, from, text: '' });
    await walk(now + random() * (notice - 2) * DAY);
    const { offer } = await shop.customer();
    if (!offer) throw new Error(`Seed ${seed} has no offer.`);
    await shop.change('accept-offer', { offer });
    // The answer wakes the worker.
    await shop.wait(0.001);
    const [row] = rows.priceOffers(shop.app.db);
    expect(row, `seed ${seed}`).toMatchObject({ state: 'accepted' });
    const named = new Date(offer.chargeAt);
    await walk(addPeriods(named, 'month', 1).getTime() + 8 * DAY);
    const charges = await shop.charges();
    const first = charges.find(({ amountCents }) => amountCents === cents);
    const said = row?.consent?.text ?? '';
    expect(said).toContain(`your payment on ${dayText(named, ZONE)}`);
    const room = seed % 2 === 0 ? 0 : PAYPAL_ROOM_MS;
    const early = charges.filter(({ dueAt }) => Date.parse(dueAt) < named.getTime() - room);
    const story = `seed ${seed}, ${orderedAt.toISOString()}: ${said} ${JSON.stringify(charges)}`;
    expect(
      early.every(({ amountCents }) => amountCents === before),
      story,
    ).toBe(true);
    expect(
      charges.slice(early.length).every(({ amountCents }) => amountCents === cents),
      story,
    ).toBe(true);
    expect(Math.abs(Date.parse(first?.dueAt ?? '') - named.getTime()), story).toBeLessThanOrEqual(room);
    if (room === 0) expect(dayText(first?.dueAt ?? '', ZONE)).toBe(dayText(named, ZONE));
    accepted += 1;
  }
  expect(accepted).toBe(ORDERS);
});
