import { seededRandom } from '../../src/commands/seeded-random.ts';

/** Ways in which a provider, or the way to it, fails its callers. */
export const MISHAPS = [
  /** 429, before anything is done. */
  'busy',
  /** 500, before anything is done. */
  'broken',
  'hangs up',
  'slow',
  'acts, then breaks',
  'acts, then hangs up',
  /** These two never answer, so callers wait as long as they are willing to. */
  'silent',
  'acts, then is silent',
] as const;

export type Mishap = (typeof MISHAPS)[number];

const QUICK = MISHAPS.filter((mishap) => !mishap.endsWith('silent'));

export function createMishaps() {
  const planned: { mishap: Mishap; on: RegExp | undefined }[] = [];
  let chance: (() => Mishap | undefined) | undefined;
  return {
    /** How long `slow` takes. */
    slowMs: 50,
    /** For the next call of the API, or the next one whose `METHOD /path` matches. May be said several times. */
    next: (mishap: Mishap, on?: RegExp): void => void planned.push({ mishap, on }),
    /** For this share of the calls; the same seed brings the same row of mishaps. */
    byChance: (share: number, seed: number, kinds: readonly Mishap[] = QUICK): void => {
      const random = seededRandom(seed);
      chance = () => (random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined);
    },
    /** Nothing goes wrong any more. */
    calm: (): void => {
      planned.length = 0;
      chance = undefined;
    },
    /** What happens to this call. Without `on`, mishaps strike authorised calls alone, not the buyer's browser. */
    draw: (name: string, isOfTheApi: boolean): Mishap | undefined => {
      const index = planned.findIndex(({ on }) => (on ? on.test(name) : isOfTheApi));
      if (index >= 0) return planned.splice(index, 1)[0]?.mishap;
      return isOfTheApi ? chance?.() : undefined;
    },
  };
}

/** A 500 before the work or after it: the answer is the same, the books are not. */
export function breaking<Answer>(
  mishap: Mishap | undefined,
  act: () => Answer,
  broken: () => Answer,
): Answer {
  if (mishap === 'broken') return broken();
  const answer = act();
  return mishap === 'acts, then breaks' ? broken() : answer;
}
