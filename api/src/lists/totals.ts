import type { Db } from '../db/client.ts';

const MOST_REMEMBERED = 200;

export type Totals = { of(query: { sql: string; params: unknown[] }, count: () => number): number };

/** Counting 100,000 rows takes longer than a page of them, so a count stands until something is written anywhere. */
export function createTotals(db: Db): Totals {
  const ownWrites = db.$client.prepare('SELECT total_changes()').pluck();
  const remembered = new Map<string, number>();
  let countedAt = '';
  return {
    of: ({ sql, params }, count) => {
      const version = `${ownWrites.get()} ${db.$client.pragma('data_version', { simple: true })}`;
      if (version !== countedAt || remembered.size >= MOST_REMEMBERED) remembered.clear();
      countedAt = version;
      const key = JSON.stringify([sql, params]);
      const total = remembered.get(key) ?? count();
      remembered.set(key, total);
      return total;
    },
  };
}
