import { createBreaker, type Breaker } from './breaker.ts';

/** A customer is waiting for the answer. */
const DEADLINE_MS = 8_000;
const TRIES = 3;
const FIRST_PAUSE_MS = 500;

/**
 * One request with its retries. Throws an error that says why there is no answer. No error contains a secret.
 */
export type Fetch = typeof globalThis.fetch;
type Policy = {
  /** Names the provider in error messages. */
  name: string;
  /** Whether to retry after this answer, or after none (null). */
  mayRetry: (answer: Response | null) => boolean;
  /** One per purpose by default. */
  breaker?: Breaker;
};

/**
 * Creates the function that calls one provider for one purpose. Everything that `call` fetches, including
 * retries, ends within eight seconds. A Retry-After that fits into them is honored.
 */
export function createProviderFetch(policy: Policy) {
  const { breaker = createBreaker(policy.name) } = policy;
  return <Answer>(call: (fetch: Fetch) => Promise<Answer>): Promise<Answer> =>
    breaker(() => {
      const deadline = AbortSignal.timeout(DEADLINE_MS);
      const endsAt = performance.now() + DEADLINE_MS;
      return call((url, init) => fetchWithRetries(policy, url, { ...init, signal: deadline }, endsAt));
    });
}

async function fetchWithRetries(
  { name, mayRetry }: Policy,
  url: Parameters<Fetch>[0],
  init: RequestInit & { signal: AbortSignal },
  endsAt: number,
): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetchOnce(name, url, init);
    const isRetried =
      tries < TRIES && !init.signal.aborted && mayRetry(answer instanceof Response ? answer : null);
    const wait = Math.max(pauseAfter(tries), answer instanceof Response ? retryAfterMs(answer) : 0);
    if (isRetried && performance.now() + wait < endsAt) {
      await new Promise((resolve) => setTimeout(resolve, wait));
      continue;
    }
    if (answer instanceof Error) throw answer;
    return answer;
  }
}

/** The complete answer, or the reason why there is none. */
async function fetchOnce(
  name: string,
  url: Parameters<Fetch>[0],
  init: RequestInit & { signal: AbortSignal },
): Promise<Response | Error> {
  try {
    // The providers' APIs never redirect, and their keys must not follow a redirect.
    const response = await fetch(url, { ...init, redirect: 'error' });
    const body = await response.arrayBuffer();
    return new Response(body.byteLength > 0 ? body : null, response);
  } catch (fault) {
    if (init.signal.aborted)
      return new Error(`${name} did not respond within ${DEADLINE_MS / 1_000} seconds`);
    return new Error(`Could not reach ${name} (${codeOf(fault)})`);
  }
}

/** Node's code for a failed connection, such as ECONNREFUSED. */
function codeOf(fault: unknown): string {
  const cause = fault instanceof Error ? fault.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : 'no response';
}

/** Doubles, with jitter, so that calls refused together do not return together. */
const pauseAfter = (tries: number): number => FIRST_PAUSE_MS * 2 ** (tries - 1) * (1 + Math.random() / 2);

/** Retry-After is in seconds or a date. */
function retryAfterMs({ headers }: Response): number {
  const text = headers.get('retry-after');
  if (!text) return 0;
  const seconds = Number(text);
  const ms = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1_000;
  return Number.isNaN(ms) ? 0 : Math.max(0, ms);
}
