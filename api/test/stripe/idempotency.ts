import { breaking } from '../provider/faults.ts';
import type { WireAnswer, WireCall } from '../provider/fake-provider.ts';
import { broken, faultAnswer } from './http.ts';

type Kept = { path: string; body: string; answer: WireAnswer };

/**
 * Repeats the first response to each Idempotency-Key, even a 500. Refuses the same key with other parameters.
 */
export function createStripeReplays() {
  const kept = new Map<string, Kept>();
  return {
    once: ({ method, path, body, headers, fault }: WireCall, act: () => WireAnswer): WireAnswer => {
      const key = headers['idempotency-key'];
      if (method !== 'POST' || typeof key !== 'string') return breaking(fault, act, broken);
      const first = kept.get(key);
      if (!first) {
        const answer = breaking(fault, act, broken);
        kept.set(key, { path, body, answer });
        return answer;
      }
      if (first.path !== path) return misused(key, 'for the same endpoint they were first used for');
      if (!sameParameters(first.body, body))
        return misused(key, 'with the same parameters they were first used with');
      return { ...first.answer, headers: { 'Idempotent-Replayed': 'true' } };
    },
    /** A day passes, so keys can be reused. */
    forget: (): void => kept.clear(),
  };
}

const misused = (key: string, how: string): WireAnswer =>
  faultAnswer(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used ${how}. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

function sameParameters(one: string, other: string): boolean {
  const sorted = (form: string) => {
    const fields = new URLSearchParams(form);
    fields.sort();
    return fields.toString();
  };
  return sorted(one) === sorted(other);
}
