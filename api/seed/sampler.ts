import { seededRandom } from './seeded-random.ts';

export type Sampler = ReturnType<typeof createSampler>;

/** Makes sample data: the same series for the same seed. */
export function createSampler(seed: number) {
  const random = seededRandom(seed);
  const upTo = (limit: number): number => Math.floor(random() * limit);
  return {
    /** Whether something happens that happens with this probability. */
    chance: (probability: number): boolean => random() < probability,
    /** A whole number from 0 up to `limit`, which is excluded. */
    upTo,
    between: (least: number, most: number): number => least + random() * (most - least),
    pick: <Choice>(choices: readonly Choice[]): Choice => choices[upTo(choices.length)] as Choice,
  };
}

/** Replaces `{name}` by its value. */
export const fill = (text: string, values: Record<string, string>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);
