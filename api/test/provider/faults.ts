import { seededRandom } from '../../src/commands/seeded-random.ts';

/** Ways in which a provider, or the way to it, fails its callers. */
export const FAULTS = [
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

export type Fault = (typeof FAULTS)[number];

const QUICK = FAULTS.filter((fault) => !fault.endsWith('silent'));

export function createFaults() {
  const planned: { fault: Fault; on: RegExp | undefined }[] = [];
  let chance: (() => Fault | undefined) | undefined;
  return {
    /** How long `slow` takes. */
    slowMs: 50,
    /** For the next call of the API, or the next one whose `METHOD /path` matches. May be said several times. */
    next: (fault: Fault, on?: RegExp): void => void planned.push({ fault, on }),
    /** For this share of the calls; the same seed brings the same row of faults. */
    byChance: (share: number, seed: number, kinds: readonly Fault[] = QUICK): void => {
      const random = seededRandom(seed);
      chance = () => (random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined);
    },
    /** Nothing goes wrong any more. */
    calm: (): void => {
      planned.length = 0;
      chance = undefined;
    },
    /** What happens to this call. Without `on`, faults strike authorised calls alone, not the buyer's browser. */
    draw: (name: string, isOfTheApi: boolean): Fault | undefined => {
      const index = planned.findIndex(({ on }) => (on ? on.test(name) : isOfTheApi));
      if (index >= 0) return planned.splice(index, 1)[0]?.fault;
      return isOfTheApi ? chance?.() : undefined;
    },
  };
}

/** A 500 before the work or after it: the answer is the same, the records are not. */
export function breaking<Answer>(fault: Fault | undefined, act: () => Answer, broken: () => Answer): Answer {
  if (fault === 'broken') return broken();
  const answer = act();
  return fault === 'acts, then breaks' ? broken() : answer;
}
