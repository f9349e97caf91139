import { expect, test } from 'vitest';
import { seededRandom } from '../seed/seeded-random.ts';
import { inFull, isLong } from '../test/fixtures/long.ts';
import { audit } from './check-invariants.ts';
import { createBuyer, createCounts, type Buyer } from './buyer.ts';
import { createKiller } from './killer.ts';
import { startLiveShop } from './live-shop.ts';
import { settle } from './wait-until-settled.ts';
import { drawWalk, take, WALKS } from './scenarios.ts';

/** The same seed creates the same buyers. How their requests interleave depends on timing. */
const seed = Number(process.env['CHAOS_SEED'] ?? Date.now() % 1_000_000);

/** Every other walk once, half of the runs the other half, or five hundred at random. */
const CHOSEN = WALKS.filter((_, index) => index % 2 === seed % 2);
const CHECKOUTS = inFull(500, CHOSEN.length);
const AT_ONCE = 16;
const KILLS = inFull(50, 1);
const FAULTS = 0.08;
/** When each walk is taken once, it is taken to its end. */
const LUCK = { lostAnswers: 0.1, doubleClicks: 0.1, departures: isLong ? 0.04 : 0 };
/** Steps at random between two kills, beyond those that are always spared. */
const SPREAD = isLong ? 45 : 20;

test(`${CHECKOUTS} checkouts while the shop is killed again and again: every payment becomes one order`, async () => {
  const random = seededRandom(seed);
  const shop = await startLiveShop();
  await shop.open();
  const killer = createKiller(shop, random, SPREAD);
  for (const fake of [shop.stripe, shop.paypal]) {
    fake.faults.byChance(FAULTS, seed);
    fake.webhooks.seed(seed);
    // Events arrive twice and in any order, and some are never delivered.
    Object.assign(fake.webhooks.settings, { copies: 2, jitterMs: 300, attempts: 3, retryMs: 100 });
  }
  const counts = createCounts();
  const buyers: Buyer[] = [];

  const serve = async () => {
    while (buyers.length < CHECKOUTS) {
      const nth = buyers.length + 1;
      const luck = { random: seededRandom(seed + nth), ...LUCK };
      const buyer = createBuyer(nth, luck.random);
      buyers.push(buyer);
      const walk = (!isLong && CHOSEN[nth - 1]) || drawWalk(luck.random);
      await take(walk, { shop, luck, counts, onStep: killer.onStep }, buyer);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, serve));
  await killer.stop();
  const { starts } = await settle(shop);

  const records = audit(shop, buyers);
  const kills = Object.values(killer.counts).reduce((sum, count) => sum + count, 0);
  const faults = [...shop.stripe.requests, ...shop.paypal.requests].filter(({ fault }) => fault).length;
  console.log(`CHAOS_SEED=${seed}`, {
    kills,
    ...killer.counts,
    faults,
    ...counts,
    starts,
    ...records.counts,
  });
  expect(records.wrong).toEqual([]);
  expect(records.counts.captured).toBe(
    records.counts.completed +
      records.counts['pending, with money that differs'] +
      records.counts['second payments, refunded'],
  );
  expect(records.counts.captured).toBeGreaterThan(CHECKOUTS / 4);
  // A single quote may stay unpaid: providers refuse, and answers are lost.
  if (isLong) expect(buyers.filter(({ accepted }) => accepted).length).toBeGreaterThan(0);
  expect(kills).toBeGreaterThanOrEqual(KILLS);
});
