import { eq, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { limitTimes } from '../../db/schema/people.ts';
import { isWithin } from './recent-times.ts';

/** No limit looks back further. */
const KEPT_MS = 24 * 60 * 60_000;

type Rule = {
  /** Of the limit: each has keys of its own. */
  name: string;
  most: number;
  withinMs: number;
};
export type StoredLimit = ReturnType<typeof createStoredLimit>;

/** Counts in the database, so that a restart forgives nobody. The changes belong into a caller's transaction. */
export function createStoredLimit(db: Db, now: () => Date, { name, most, withinMs }: Rule) {
  const find = db
    .select({ times: limitTimes.times })
    .from(limitTimes)
    .where(eq(limitTimes.key, sql.placeholder('key')))
    .prepare();
  const keyOf = (key: string) => `${name} ${key}`;
  const recent = (key: string): number[] => {
    const kept = find.get({ key: keyOf(key) })?.times ?? [];
    return kept.filter((then) => isWithin(then, now().getTime(), withinMs));
  };
  const times = (key: string): number[] => recent(key).slice(-most);
  const put = (key: string, kept: number[]): void => {
    const set = { times: kept, updatedAt: now() };
    db.insert(limitTimes)
      .values({ key: keyOf(key), ...set })
      .onConflictDoUpdate({ target: limitTimes.key, set })
      .run();
  };
  return {
    /** Those that count, in Unix milliseconds, oldest first; at most as many as the limit allows. */
    times,
    /** Until there is room for one more; 0 when there is room now. Never more than the limit's own window. */
    secondsToWait: (key: string): number => {
      const [oldest, ...others] = times(key);
      if (oldest === undefined || others.length + 1 < most) return 0;
      return Math.ceil((oldest + withinMs - now().getTime()) / 1_000);
    },
    add: (key: string): void => {
      const time = now().getTime();
      db.delete(limitTimes)
        .where(lt(limitTimes.updatedAt, new Date(time - KEPT_MS)))
        .run();
      // More than count, so that what is taken back makes no room for another one.
      put(key, [...recent(key), time].slice(-2 * most));
    },
    /** What was counted last did not count after all. */
    takeBack: (key: string): void => put(key, recent(key).slice(0, -1)),
  };
}
