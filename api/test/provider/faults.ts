import { seededRandom } from '../../seed/seeded-random.ts';

/** Ways in which a provider or the network to it can fail. */
export const FAULTS = [
  /** Responds 429 and does nothing. */
  'busy',
  /** Responds 500 and does nothing. */
  'broken',
  'hangs up',
  'slow',
  'acts, then breaks',
  'acts, then hangs up',
  /** A proxy's page instead of the answer, and an answer that is cut off. */
  'acts, then answers with HTML',
  'acts, then cuts the answer',
  /** These two never respond, so callers wait until their own time limit. */
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
    /** Affects the next API call, or the next call whose `METHOD /path` matches. Can be called repeatedly. */
    next: (fault: Fault, on?: RegExp): void => void planned.push({ fault, on }),
    /** Affects this share of the calls. The same seed causes the same faults. */
    byChance: (share: number, seed: number, kinds: readonly Fault[] = QUICK): void => {
      const random = seededRandom(seed);
      chance = () => (random() < share ? kinds[Math.floor(random() * kinds.length)] : undefined);
    },
    /** Removes all faults. */
    calm: (): void => {
      planned.length = 0;
      chance = undefined;
    },
    /** The fault for this call. Without `on`, only for authorized calls, not for the buyer's browser. */
    draw: (name: string, isOfTheApi: boolean): Fault | undefined => {
      const index = planned.findIndex(({ on }) => (on ? on.test(name) : isOfTheApi));
      if (index >= 0) return planned.splice(index, 1)[0]?.fault;
      return isOfTheApi ? chance?.() : undefined;
    },
  };
}

/** Responds 500 before or after the work. The response is the same, but the records are not. */
export function breaking<Answer>(fault: Fault | undefined, act: () => Answer, broken: () => Answer): Answer {
  if (fault === 'broken') return broken();
  const answer = act();
  return fault === 'acts, then breaks' ? broken() : answer;
}
