import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { audit } from './check-invariants.ts';
import { calmScene, createBuyer, type Buyer } from './buyer.ts';
import { startLiveShop } from './live-shop.ts';
import { settle } from './wait-until-settled.ts';
import { take, WALKS } from './scenarios.ts';

const COMMITS = 60;
const AT_ONCE = 3;
const preload = fileURLToPath(new URL('./kill-at-commit.js', import.meta.url));

/**
 * Opens the same shop sixty times; the k-th time it dies at its k-th commit. Every commit is a wait for the disk, and a
 * kill at that wait leaves the commit either undone ("before") or done and unheard of ("after"). Counted in the process, for
 * tracing another one (strace) needs a right that build machines seldom give.
 */
async function dieAtEach(when: 'before' | 'after') {
  const shop = await startLiveShop();
  const buyers: Buyer[] = [];
  let kills = 0;
  const keep = async () => {
    for (let nth = 1; nth <= COMMITS; nth += 1) {
      const running = await shop.open(preload, { KILL_AT_COMMIT: `${when} ${nth}` });
      const { signal } = await running.ended;
      if (signal !== 'SIGKILL') throw new Error(`The shop ended by itself: ${running.said()}`);
      kills += 1;
    }
    await shop.open();
  };
  const scene = calmScene(shop);
  const closing = new AbortController();
  const serve = async () => {
    while (!closing.signal.aborted) {
      const walk = WALKS[buyers.length % WALKS.length];
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

/** Both sides of each commit take two minutes; the side on which most is lost is taken always. */
const SIDES = process.env['CHAOS'] === 'whole' ? (['before', 'after'] as const) : (['before'] as const);

test(`the shop is killed at exactly the k-th commit, k = 1 to ${COMMITS}: ${SIDES.join(' and ')} it`, async () => {
  const runs = await Promise.all(SIDES.map(dieAtEach));
  console.log(runs);
  for (const { when, kills, wrong, completed } of runs) {
    expect(wrong, when).toEqual([]);
    expect(kills, when).toBe(COMMITS);
    expect(completed, when).toBeGreaterThan(COMMITS / 2);
  }
}, 600_000);
