import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import {
  soldByPaypal,
  soldByStripe,
  soldInDemo as soldInDemoShop,
  startedByStripe,
} from '../../../test/shop/recurring-shop.ts';
import { priceOffers } from '../../db/schema/recurring.ts';
import * as agreementStore from './agreement-store.ts';
import { checkAgreement } from './check-agreement.ts';
import { addPeriods, dayText } from '@northlight/shared/catalog/periods.ts';
import { OFFER_NOTICE_DAYS } from '@northlight/shared/catalog/price-offer.ts';
import { seededRandom } from '../../../seed/seeded-random.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { rows } from '../../../test/fixtures/rows.ts';

const TEXT = 'It includes faster hosting.';

/** With the owner's offer and the customer's answer to it. */
async function soldInDemo(options: Parameters<typeof soldInDemoShop>[0] = {}) {
  const shop = await soldInDemoShop(options);
  return {
    ...shop,
    offer: (changes: object = {}) =>
      shop.act({ action: 'offer-amount', amount: 35, from: '2026-12-25', text: TEXT, ...changes }),
    answer: async (action: string) => {
      const { id, chargeAt } = (await shop.customer()).offer;
      return shop.change(action, { offer: { id, chargeAt } });
    },
  };
}

const amounts = ({ charges }: { charges: { dueAt: string; amountCents: number }[] }) =>
  charges.map(({ dueAt, amountCents }) => `${dueAt.slice(0, 10)} ${amountCents}`);

test('without a yes the price stays: the offer is emailed, shown until its day, and changes nothing', async () => {
  const shop = await soldInDemo();
  expect((await shop.offer()).body).toMatchObject({
    message: 'Offered $35.00 a month, starting with the payment on January 21, 2027',
  });
  const [email] = await shop.emails('A new price');
  expect(email?.text).toContain(
    'Starting with your payment on January 21, 2027, your website costs $35 a month instead of $30 a month',
  );
  expect(email?.text).toContain(TEXT);
  expect(email?.text).toContain('before December 25, 2026. If you don’t answer, your price stays the same.');
  expect((await shop.customer()).offer).toMatchObject({
    amountCents: 3_500,
    text: TEXT,
    isAccepted: false,
    until: '2026-12-25T05:00:00.000Z',
    chargeAt: '2027-01-21T10:00:00.000Z',
  });
  const { id, chargeAt } = (await shop.customer()).offer;
  await shop.wait(95);
  expect((await shop.customer()).offer).toBeNull();
  const late = await shop.change('accept-offer', { offer: { id, chargeAt } });
  expect([late.status, late.body.message]).toEqual([
    409,
    'This offer is no longer open, so your price stays the same.',
  ]);
  const { recurring } = await shop.read();
  expect(amounts(recurring)).toEqual(['2026-12-21 3000', '2027-01-21 3000', '2027-02-21 3000']);
});

test('a yes is stored as it was shown, and changes the first charge on or after the day', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  expect((await shop.answer('accept-offer')).body.message).toBe('Thank you. You accepted the new price.');
  expect((await shop.customer()).offer).toMatchObject({ isAccepted: true });
  await shop.work();
  // The charge before the day keeps its amount.
  expect((await shop.read()).recurring).toMatchObject({ amountCents: 3_000 });
  await shop.wait(35);
  await shop.wait(60);
  const { recurring, timeline } = await shop.read();
  expect(amounts(recurring)).toEqual(['2026-12-21 3000', '2027-01-21 3500', '2027-02-21 3500']);
  expect(recurring.offer).toBeNull();
  const sentence =
    'Starting with your payment on January 21, 2027, your website costs $35 a month instead of $30 a month, until you cancel.';
  expect(shop.offers()).toMatchObject([
    {
      state: 'accepted',
      consent: { text: sentence, amountCents: 3_500, period: 'month', agreedAt: expect.any(String) },
      appliedAt: expect.any(Date),
    },
  ]);
  expect(timeline.map(({ text }: { text: string }) => text)).toEqual(
    expect.arrayContaining([
      `New price of $35.00: the customer accepted “${sentence}”`,
      'Offered $35.00 a month, starting with the payment on January 21, 2027',
    ]),
  );
  expect(await shop.emails('price is changing')).toHaveLength(1);
});

test('a no keeps the price, and the owner can offer another one', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  expect((await shop.answer('decline-offer')).body.message).toBe('Your price stays the same.');
  expect((await shop.customer()).offer).toBeNull();
  expect((await shop.offer({ amount: 32 })).status).toBe(200);
  expect(shop.offers().map(({ state }) => state)).toEqual(['declined', 'open']);
});

test('an offer needs notice, another amount, and a planned charge, and there is one at a time', async () => {
  const shop = await soldInDemo();
  const refusal = async (changes: object) => (await shop.offer(changes)).body.message;
  expect(await refusal({ from: '2026-12-04' })).toBe('Please choose a day that is at least 14 days ahead.');
  expect(await refusal({ from: '2028-01-01' })).toBe('Please choose a day within 400 days.');
  expect(await refusal({ from: '2026-13-01' })).toBe('Please enter a date');
  expect(await refusal({ amount: 30 })).toBe('This is the current price.');
  expect((await shop.offer({ from: '2026-12-05' })).status).toBe(200);
  expect(await refusal({})).toBe('The customer already has an offer. Withdraw it first.');
  await shop.act({ action: 'withdraw-offer' });
  await shop.act({ action: 'pause' });
  expect(await refusal({})).toBe(
    'No charge is scheduled. Resume the recurring payment or undo the cancellation first.',
  );
  expect((await shop.act({ action: 'withdraw-offer' })).status).toBe(409);
  const yearly = await soldInDemo({ isYearly: true });
  const early = await yearly.offer({ amount: 330, from: '2026-12-20' });
  expect(early.body.fields).toEqual({ from: ['Please choose a day that is at least 30 days ahead.'] });
  expect((await yearly.offer({ amount: 330, from: '2026-12-21' })).body.message).toContain(
    'November 21, 2027',
  );
});

test('accepting twice, at once or later, is one yes; a withdrawn offer can’t be accepted', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  const answers = await Promise.all(Array.from({ length: 3 }, () => shop.answer('accept-offer')));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(shop.offers()).toHaveLength(1);
  expect((await shop.offer()).body.message).toMatch(/already accepted \$35\.00/);
  expect((await shop.act({ action: 'withdraw-offer' })).status).toBe(409);

  const other = await soldInDemo();
  await other.offer();
  const { id, chargeAt } = (await other.customer()).offer;
  const [withdrawn, accepted] = await Promise.all([
    other.act({ action: 'withdraw-offer' }),
    other.change('accept-offer', { offer: { id, chargeAt } }),
  ]);
  // Whoever came first: never both.
  expect([withdrawn.status, accepted.status].toSorted()).toEqual([200, 409]);
  expect(other.offers()[0]?.state).toBe(withdrawn.status === 200 ? 'withdrawn' : 'accepted');
});

test('an ended recurring payment has no offer, and one canceled after a yes is not changed', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  const { offer } = await shop.customer();
  await shop.act({ action: 'cancel-now' });
  expect((await shop.customer()).offer).toBeNull();
  expect(
    (await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } })).status,
  ).toBe(409);
  expect(shop.offers()[0]?.state).toBe('open');

  const ending = await soldInDemo();
  await ending.offer();
  await ending.answer('accept-offer');
  await ending.change('cancel');
  await ending.wait(95);
  expect((await ending.read()).recurring).toMatchObject({ state: 'canceled', amountCents: 3_000 });
});

test('a first charge that moved since the page was opened is shown before a yes counts', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  const { id } = (await shop.customer()).offer;
  const stale = { offer: { id, chargeAt: '2026-12-21T10:00:00.000Z' } };
  const answer = await shop.change('accept-offer', stale);
  expect(answer.body.message).toMatch(/would now start on January 21, 2027/);
  expect((await shop.change('accept-offer')).status).toBe(409);
  expect(shop.offers()[0]?.state).toBe('open');
});

test('an amount that is changed by hand ends the offer, also an accepted one', async () => {
  const shop = await soldInDemo();
  await shop.offer({ from: '2026-12-10' });
  await shop.answer('accept-offer');
  await shop.act({ action: 'change-amount', amount: 40 });
  await shop.wait(35);
  expect((await shop.read()).recurring).toMatchObject({ amountCents: 4_000, offer: null });
});

test('killed between the change at the provider and its record, the next check ends with the same amount', async () => {
  const shop = await soldInDemo();
  await shop.offer({ from: '2026-12-10' });
  await shop.answer('accept-offer');
  await shop.work();
  expect((await shop.read()).recurring.amountCents).toBe(3_500);
  // As if the process had ended before the row was written.
  shop.app.db.update(priceOffers).set({ appliedAt: null }).run();
  const agreement = agreementStore.byOrder(shop.app.db, 1);
  if (!agreement) throw new Error('No recurring payment.');
  await checkAgreement(shop.app.context, agreement);
  expect((await shop.read()).recurring.amountCents).toBe(3_500);
  expect(shop.offers()[0]?.appliedAt).not.toBeNull();
  expect(await shop.emails('price is changing')).toHaveLength(1);
});

test('another order’s offer can’t be answered', async () => {
  const shop = await soldInDemo();
  await shop.offer();
  const { offer } = await shop.customer();
  await buyWithCard(shop.app, aDraft({ email: 'b@example.com' }));
  shop.app.wait(5_000);
  await shop.work();
  const body = { action: 'accept-offer', offer: { id: offer.id, chargeAt: offer.chargeAt } };
  expect((await shop.app.post(shop.link('ORD-10002'), body)).status).toBe(409);
  expect(shop.offers()[0]?.state).toBe('open');
});

const stripeRefuses = (message: string) => ({
  status: 400,
  body: { error: { type: 'invalid_request_error', message } },
});
const offerFor = (from: string) => ({ action: 'offer-amount', amount: 35, from, text: '' });

test('Stripe charges the new amount from the agreed charge on', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  await shop.act(offerFor('2027-03-15'));
  const { offer } = await shop.customer();
  expect(offer.chargeAt).toBe('2027-03-31T10:00:00.000Z');
  await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } });
  await shop.work();
  expect(shop.stripe.subscriptionOf(customer).items.data[0]?.price.unit_amount).toBe(3_000);
  await shop.wait(29);
  expect(shop.stripe.subscriptionOf(customer).items.data[0]?.price.unit_amount).toBe(3_500);
  await shop.wait(35);
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 3000', '2027-03-31 3500']);
  expect(await shop.subjects('price is changing')).toHaveLength(1);
});

test('PayPal takes a new amount ten days before a charge at the latest, so an answer just before moves to the next one', async () => {
  const shop = await soldByPaypal();
  await shop.act(offerFor('2026-12-20'));
  expect((await shop.customer()).offer.chargeAt).toBe('2026-12-21T10:00:00.000Z');
  await shop.wait(20);
  const { offer } = await shop.customer();
  expect(offer.chargeAt).toBe('2027-01-21T10:00:00.000Z');
  await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } });
  await shop.wait(45);
  expect(amounts(await shop.agreement())).toEqual(['2026-12-21 3000', '2027-01-21 3500']);
});

test('an answer of PayPal that gets lost: the next check sets the same amount, and the customer reads of it once', async () => {
  const shop = await soldByPaypal();
  await shop.act(offerFor('2026-12-20'));
  const { offer } = await shop.customer();
  shop.app.paypal.faults.next('acts, then hangs up', /^PATCH/);
  await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } });
  await shop.wait(2);
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_500, offer: null });
  expect((await shop.subjects()).filter((subject) => subject.includes('price is changing'))).toHaveLength(1);
});

test('a provider that refuses an accepted amount is asked again, and the business is told once', async () => {
  const shop = await startedByStripe();
  await shop.act(offerFor('2027-02-20'));
  const { offer } = await shop.customer();
  for (let times = 0; times < 2; times += 1)
    shop.stripe.answerNext(/POST .*subscriptions\/sub/, stripeRefuses('The product is marked as inactive.'));
  await shop.change('accept-offer', { offer: { id: offer.id, chargeAt: offer.chargeAt } });
  await shop.work();
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_000, offer: { isAccepted: true } });
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ amountCents: 3_500, offer: null });
  const told = (await shop.app.businessEmails()).filter(({ text }) =>
    text?.includes('The product is marked as inactive.'),
  );
  expect(told).toHaveLength(1);
});

test('an amount is the whole amount, also after somebody set a quantity in Stripe’s dashboard', async () => {
  const shop = await soldByStripe();
  const customer = await shop.start();
  shop.stripe.subscriptionOf(customer).items.data[0].quantity = 2;
  await shop.wait(1);
  expect(await shop.agreement()).toMatchObject({ amountCents: 6_000 });
  await shop.act({ action: 'change-amount', amount: 70 });
  await shop.wait(29);
  expect(await shop.agreement()).toMatchObject({ amountCents: 7_000 });
  expect(amounts(await shop.agreement())).toEqual(['2027-02-28 7000']);
});

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
    const shop = await startedByStripe(order);
    return { ...shop, charges: async () => (await shop.agreement()).charges };
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
