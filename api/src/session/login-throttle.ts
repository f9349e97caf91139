import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { tooManyRequests } from '../errors.ts';
import { clientKey } from '../middleware/rate-limit.ts';
import { rememberRecent } from '../middleware/remember-recent.ts';
import { createMissDelay } from '../orders/miss-delay.ts';

const WINDOW_SECONDS = 15 * 60;
const FAILURES_OF_ADDRESS = 20;
const FAILURES_OF_USER = 50;
const MOST_KNOWN = 1_000;

/** Who tries: the user's name and the address it is tried from. */
export type Attempt = { username: string; address: string };
type Wait = (milliseconds: number) => Promise<unknown>;
export type LoginThrottle = ReturnType<typeof createLoginThrottle>;

/** Failures are answered more and more slowly and then not at all, by address and by user (D21). */
export function createLoginThrottle(now: () => Date, isOn: boolean, wait: Wait = delay) {
  const byAddress = limiter('login-address', FAILURES_OF_ADDRESS);
  const byUser = limiter('login-user', FAILURES_OF_USER);
  const slowness = createMissDelay(now, isOn);
  /** From where a user has logged in: a stranger's failures must not lock out the administrator. */
  const known = new Map<string, true>();

  /** What an attempt counts for. The user's limit does not hold for an address that is known to be theirs. */
  const countsOf = (attempt: Attempt): [RateLimiterMemory, string][] =>
    known.has(nameOf(attempt))
      ? [[byAddress, clientKey(attempt.address)]]
      : [
          [byAddress, clientKey(attempt.address)],
          [byUser, attempt.username],
        ];

  return {
    /** Gives what `check` gives. It counts before the check, so that many at once cannot slip through. */
    guard: async <Result>(attempt: Attempt, check: () => Promise<Result | null>): Promise<Result | null> => {
      if (!isOn) return check();
      const counts = countsOf(attempt);
      for (const [counter, key] of counts) await consume(counter, key);
      const giveBack = () => Promise.all(counts.map(([counter, key]) => counter.reward(key)));
      const result = await check().catch(async (error: unknown) => {
        await giveBack();
        throw error;
      });
      if (result === null) {
        const waits = [slowness.afterMiss(attempt.address), slowness.afterMiss(`user ${attempt.username}`)];
        await wait(Math.max(...waits));
        return null;
      }
      await giveBack();
      rememberRecent(known, nameOf(attempt), true, MOST_KNOWN);
      return result;
    },
  };
}

const limiter = (keyPrefix: string, points: number) =>
  new RateLimiterMemory({ keyPrefix, points, duration: WINDOW_SECONDS });

const nameOf = ({ username, address }: Attempt) => `${clientKey(address)} ${username}`;

async function consume(counter: RateLimiterMemory, key: string): Promise<void> {
  try {
    await counter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    throw tooManyRequests(Math.ceil(refusal.msBeforeNext / 1_000));
  }
}
