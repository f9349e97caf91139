import { setTimeout as delay } from 'node:timers/promises';
import type { LiveShop } from './live-shop.ts';

/** Each kill costs a restart, which takes almost a second. */
const MOST = 60;
/** The minimum number of steps between two kills. Up to `spread` more are added at random. */
const SPARED = 15;
const SOON_MS = 60;
const PATIENCE_MS = 2_000;

export type Killer = ReturnType<typeof createKiller>;

/**
 * Kills the shop every few steps and opens it again. The kill comes at once, a moment later, or when a
 * provider has acted but the shop has not received the response yet.
 */
export function createKiller(shop: LiveShop, random: () => number, spread: number) {
  const counts = { 'between steps': 0, 'within a step': 0, 'before a provider’s answer': 0 };
  let kills = 0;
  let stepsLeft = SPARED;
  let isBusy = false;
  let isOver = false;
  let underWay: Promise<void> = Promise.resolve();

  async function strike(): Promise<void> {
    const where = random();
    if (where < 0.4) {
      counts['between steps'] += 1;
    } else if (where < 0.7) {
      await delay(random() * SOON_MS);
      counts['within a step'] += 1;
    } else {
      await nextProviderCall(shop);
      counts['before a provider’s answer'] += 1;
    }
    await shop.close('SIGKILL');
    await shop.open();
    stepsLeft = SPARED + Math.floor(random() * spread);
    isBusy = false;
  }

  return {
    counts,
    onStep: (): void => {
      stepsLeft -= 1;
      if (stepsLeft > 0 || isBusy || isOver || kills === MOST) return;
      isBusy = true;
      kills += 1;
      underWay = strike();
    },
    /** Resolves when the shop is open and will not be killed again. */
    stop: async (): Promise<void> => {
      isOver = true;
      await underWay;
    },
  };
}

/**
 * Resolves when a provider has acted. The provider's response is delayed until the shop is dead. Also
 * resolves after a while if no provider is called.
 */
function nextProviderCall({ stripe, paypal }: LiveShop): Promise<void> {
  return new Promise((resolve) => {
    const strike = () => {
      clearTimeout(timer);
      stripe.state.beforeAnswer = undefined;
      paypal.state.beforeAnswer = undefined;
      resolve();
      return delay(SOON_MS);
    };
    const timer = setTimeout(strike, PATIENCE_MS);
    stripe.state.beforeAnswer = strike;
    paypal.state.beforeAnswer = strike;
  });
}
