import { AsyncLocalStorage } from 'node:async_hooks';
import { channel } from 'node:diagnostics_channel';

const FAILURES = 5;
const REST_MS = 30_000;

export type Breaker = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/** Heard by the metrics. `pausedUntil` is a time of `performance.now()`, 0 if calls go through. */
export type ProviderCall = { name: string; ms: number; isFailure: boolean; pausedUntil: number };
export const providerCalls = channel('northlight:provider-call');

const background = new AsyncLocalStorage<true>();

/**
 * Runs work that no customer or administrator is waiting for. Its calls to providers have breakers of their
 * own, so that one payment that the provider cannot answer for never stops the checkout.
 */
export const inBackground = <Result>(work: () => Result): Result => background.run(true, work);

/** A breaker for people who wait and one for background work; see `createOneBreaker`. */
export function createBreaker(name: string, now?: () => number): Breaker {
  const forPeople = createOneBreaker(name, false, now);
  const forWork = createOneBreaker(`${name}, background work`, true, now);
  return (call) => (background.getStore() ? forWork : forPeople)(call);
}

/**
 * A circuit breaker. After five failures in a row, calls fail immediately for half a minute. A refusal (status
 * below 500) shows that the provider is up; a 5xx or no answer is a failure. Without `mayRefuse`, calls go through
 * all the same, because the failures may be about one payment only, and a success ends the pause.
 */
function createOneBreaker(name: string, mayRefuse: boolean, now = () => performance.now()): Breaker {
  let failures = 0;
  let openUntil = 0;

  function record(isFailure: boolean, startedAt: number): void {
    failures = isFailure ? failures + 1 : 0;
    openUntil = failures < FAILURES ? 0 : now() + REST_MS;
    // One more failure after the pause opens it again.
    failures = Math.min(failures, FAILURES - 1);
    const call: ProviderCall = { name, ms: now() - startedAt, isFailure, pausedUntil: openUntil };
    providerCalls.publish(call);
  }

  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (mayRefuse && now() < openUntil)
      throw new Error(`${name} failed ${FAILURES} times in a row. Pausing requests for a while`);
    const startedAt = now();
    try {
      const answer = await call();
      record(statusOf(answer, 200) >= 500, startedAt);
      return answer;
    } catch (error) {
      record(statusOf(error, 500) >= 500, startedAt);
      throw error;
    }
  };
}

function statusOf(answer: unknown, fallback: number): number {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return fallback;
  return typeof answer.status === 'number' ? answer.status : fallback;
}
