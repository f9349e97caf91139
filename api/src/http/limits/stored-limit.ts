import { eq, like, lt, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { limitTimes } from '../../db/schema/people.ts';
import { isWithin } from './rate-limit.ts';
import { DAY_MS } from '../../base/units.ts';

/** The longest period that a limit uses. */
const KEPT_MS = DAY_MS;

type Rule = {
  /** The limit's name. Keys belong to one limit. */
  name: string;
  most: number;
  withinMs: number;
};
export type StoredLimit = ReturnType<typeof createStoredLimit>;

/** Counts in the database, so limits survive a restart. Call it in a transaction. */
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
    /** The times that count, in Unix milliseconds, oldest first; at most as many as the limit allows. */
    times,
    /** What was counted lately, by any key. */
    keys: (): string[] =>
      db
        .select({ key: limitTimes.key })
        .from(limitTimes)
        .where(like(limitTimes.key, keyOf('%')))
        .all()
        .map(({ key }) => key.slice(keyOf('').length))
        .filter((key) => recent(key).length > 0),
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
      // Keeps more than count, so that taking one back makes no room for another.
      put(key, [...recent(key), time].slice(-2 * most));
    },
    /** Takes back the last one. */
    takeBack: (key: string): void => put(key, recent(key).slice(0, -1)),
  };
}
