import { fileURLToPath } from 'node:url';
import { webhookEvents } from '@northlight/shared/contracts/webhooks.ts';
import { expect, test } from 'vitest';
import type { Db } from '../src/db/client.ts';
import * as webhookStore from '../src/messages/webhooks/webhook-store.ts';
import { isLong, sample } from '../test/fixtures/long.ts';
import { audit } from './check-invariants.ts';
import { calmScene, createBuyer, type Buyer } from './buyer.ts';
import { startLiveShop } from './live-shop.ts';
import { settle } from './wait-until-settled.ts';
import { take, WALKS } from './scenarios.ts';

const COMMITS = 60;
/** Every twentieth, or all of them on both sides. */
const KILLED = sample(
  Array.from({ length: COMMITS }, (_, index) => index + 1),
  20,
);
const AT_ONCE = 3;
/** At least so many buyers, also if the kills are soon over. The eighth accepts a quote. */
const FEWEST = 12;
/** Takes the walks in an order that reaches all of them. */
const STEP = 5;
/** The start after which another system is told of orders. */
const ADDED_AT = 3;
/** Refused when it is connected to, because no test may reach the network. */
const addWebhook = (db: Db) =>
  webhookStore.insertEndpoint(
    db,
    { url: 'https://127.0.0.1/', events: webhookEvents, isOn: true },
    new Date(),
  );
const preload = fileURLToPath(new URL('./kill-at-commit.js', import.meta.url));

/**
 * Opens the same shop again and again, and kills it at another commit each time. Every commit waits for the disk. A kill during that wait leaves the commit either undone ("before") or done but not reported
 * ("after"). Commits are counted inside the process, because tracing it from outside (strace) needs a
 * permission that build machines rarely grant.
 */
async function dieAtEach(when: 'before' | 'after') {
  const shop = await startLiveShop();
  const buyers: Buyer[] = [];
  let kills = 0;
  const keep = async () => {
    for (const [index, nth] of KILLED.entries()) {
      const running = await shop.open(preload, { KILL_AT_COMMIT: `${when} ${nth}` });
      const { signal } = await running.ended;
      if (signal !== 'SIGKILL') throw new Error(`The shop ended by itself: ${running.said()}`);
      kills += 1;
      if (index === ADDED_AT) shop.withRecords(addWebhook);
    }
    await shop.open();
  };
  const scene = calmScene(shop);
  const closing = new AbortController();
  const serve = async () => {
    while (!closing.signal.aborted || buyers.length < FEWEST) {
      const walk = WALKS[(STEP * buyers.length) % WALKS.length];
      const buyer = createBuyer(buyers.length + 1, scene.luck.random);
      buyers.push(buyer);
      if (walk) await take(walk, scene, buyer);
    }
  };
  const keeping = keep().finally(() => closing.abort());
  await Promise.all([keeping, ...Array.from({ length: AT_ONCE }, serve)]);
  await settle(shop);
  const { wrong, counts: records } = audit(shop, buyers);
  return { when, kills, checkouts: buyers.length, ...records, wrong };
}

/** "before" is always tested, because it loses the most. */
const SIDES = isLong ? (['before', 'after'] as const) : (['before'] as const);

test(`the shop is killed ${SIDES.join(' and ')} ${KILLED.length} of the first ${COMMITS} commits`, async () => {
  const runs = await Promise.all(SIDES.map(dieAtEach));
  console.log(runs);
  for (const { when, kills, wrong, completed, 'paid quotes': quotes } of runs) {
    expect(wrong, when).toEqual([]);
    expect(kills, when).toBe(KILLED.length);
    expect(quotes, when).toBeGreaterThan(0);
    expect(completed, when).toBeGreaterThan(KILLED.length / 2);
  }
});
