const FAILURES = 5;
const REST_MS = 30_000;

export type Breaker = <Answer>(call: () => Promise<Answer>) => Promise<Answer>;

/**
 * After five failures in a row nobody waits for a provider that is down: for half a minute every call fails at once. A
 * refusal (an answer or an error with a `status` below 500) is a sign of life; a 5xx and no answer at all are failures.
 */
export function createBreaker(name: string, now = () => performance.now()): Breaker {
  let failures = 0;
  let openUntil = 0;

  function record(isFailure: boolean): void {
    failures = isFailure ? failures + 1 : 0;
    if (failures < FAILURES) return;
    openUntil = now() + REST_MS;
    // One more failure after the rest opens it again.
    failures = FAILURES - 1;
  }

  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (now() < openUntil)
      throw new Error(`${name} failed ${FAILURES} times in a row. Pausing requests for a while`);
    try {
      const answer = await call();
      record(statusOf(answer, 200) >= 500);
      return answer;
    } catch (error) {
      record(statusOf(error, 500) >= 500);
      throw error;
    }
  };
}

function statusOf(answer: unknown, fallback: number): number {
  if (typeof answer !== 'object' || answer === null || !('status' in answer)) return fallback;
  return typeof answer.status === 'number' ? answer.status : fallback;
}
