import type { Db } from '../db/client.ts';
import { perDatabase } from '../db/per-database.ts';

const MAX_TOTALS = 200;

const cache = perDatabase((db) => ({
  ownWrites: db.$client.prepare('SELECT total_changes()').pluck(),
  totals: new Map<string, number>(),
  countedAt: '',
}));

/** Counting 100,000 rows takes longer than reading a page, so a total is cached until anything is written. */
export function cachedTotal(
  db: Db,
  { sql, params }: { sql: string; params: unknown[] },
  count: () => number,
): number {
  const { totals, ...cached } = cache(db);
  const version = `${cached.ownWrites.get()} ${db.$client.pragma('data_version', { simple: true })}`;
  if (version !== cached.countedAt || totals.size >= MAX_TOTALS) totals.clear();
  cache(db).countedAt = version;
  const key = JSON.stringify([sql, params]);
  const total = totals.get(key) ?? count();
  totals.set(key, total);
  return total;
}
