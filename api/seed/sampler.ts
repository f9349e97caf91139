import { seededRandom } from './seeded-random.ts';
import { WORDS } from './seed-texts.ts';

export type Sampler = ReturnType<typeof createSampler>;

/** Makes sample data: the same series for the same seed. */
export function createSampler(seed: number) {
  const random = seededRandom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  const pick = <Choice>(choices: readonly Choice[]): Choice => choices[upTo(choices.length)] as Choice;
  return {
    /** Whether something happens that happens with this probability. */
    chance: (probability: number): boolean => random() < probability,
    /** A whole number from 0 up to `limit`, which is excluded. */
    upTo,
    pick,
    sentence: (length: number): string => Array.from({ length }, () => pick(WORDS)).join(' '),
  };
}
