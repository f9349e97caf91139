const FAILURES = 5;
const REST_MS = 30_000;

/**
 * After five failures in a row nobody waits for a provider that is down: for half a minute every call fails at once. What
 * the provider itself refuses (an error with a `status` below 500) is an answer and counts as life.
 */
export function createBreaker(name: string, now = () => performance.now()) {
  let failures = 0;
  let openUntil = 0;
  return async <Answer>(call: () => Promise<Answer>): Promise<Answer> => {
    if (now() < openUntil)
      throw new Error(`${name} has failed ${FAILURES} times; it is left alone for a while`);
    try {
      const answer = await call();
      failures = 0;
      return answer;
    } catch (error) {
      failures = isRefusal(error) ? 0 : failures + 1;
      if (failures >= FAILURES) {
        openUntil = now() + REST_MS;
        // One more failure after the rest opens it again.
        failures = FAILURES - 1;
      }
      throw error;
    }
  };
}

function isRefusal(error: unknown): boolean {
  return (
    error instanceof Error && 'status' in error && typeof error.status === 'number' && error.status < 500
  );
}
