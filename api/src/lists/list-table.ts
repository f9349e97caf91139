import { and, asc, desc, eq, getTableColumns, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ListQuery } from '@northlight/shared/contracts/admin/lists.ts';
import type { Db } from '../db/client.ts';
import { shortSearch, type ShortSearchList } from '../db/schema.ts';
import { readSearch } from '../search/read-search.ts';
import { perDatabase } from '../db/per-database.ts';

const MAX_TOTALS = 200;

const cache = perDatabase((db) => ({
  ownWrites: db.$client.prepare('SELECT total_changes()').pluck(),
  totals: new Map<string, number>(),
  countedAt: '',
}));

/** Counting 100,000 rows takes longer than reading a page, so a total is cached until anything is written. */
function cachedTotal(
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

/** A table with a list in the dashboard. Its IDs grow with time, and `search` is indexed by the same IDs. */
export type ListTable = {
  table: SQLiteTable & { id: SQLiteColumn; workStatus?: SQLiteColumn };
  /** The table's full-text index. */
  search: string;
  time: SQLiteColumn;
  /** Its name in `short_search`, for search terms that are too short for the full-text index. */
  name: ShortSearchList;
};

/** `by: null` sorts by arrival. */
export type Sort = { by: SQL | null; isDescending: boolean };

type Page<Row> = { rows: Row[]; nextCursor: string | null; total: number; isTotalExact: boolean };

/** Search results are not counted beyond this. */
const MAX_COUNTED = 1_000;
/** Rows stored while the clock went back a little have neighboring IDs. */
const NEIGHBOURS = 50;
const DAY_MS = 24 * 60 * 60_000;

/**
 * Reads one page by keyset, so the thousandth costs as much as the first. `filters` are the list's own
 * conditions.
 */
export function listPage<Row extends { id: number }>(
  db: Db,
  list: ListTable,
  query: ListQuery,
  {
    filters,
    sort,
    columns = getTableColumns(list.table),
  }: {
    filters: SQL[];
    sort: Sort;
    columns?: Record<string, SQLiteColumn>;
  },
): Page<Row> {
  const { where, isSearch, isIndexed } = conditions(list, query, filters);
  const words = sql.raw(list.search);
  const id = isIndexed ? sql`${words}.rowid` : sql`${list.table.id}`;
  const inOrder = sort.isDescending ? desc : asc;
  const select = db.select(columns);
  // In this order, because the index returns its matches newest first and stops when the page is full.
  const start = isIndexed ? select.from(words).crossJoin(list.table) : select.from(list.table);
  const rows = start
    .where(and(where, afterCursor(list, query, sort, id)))
    .orderBy(...(sort.by ? [inOrder(sort.by)] : []), inOrder(id))
    // One row more shows whether another page follows.
    .limit(query.limit + 1)
    // The list that names the columns knows the type of its rows.
    .all() as unknown as Row[];
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  const isWhole = query.cursor === undefined && !last;
  const total = isWhole ? shown.length : countRows();
  return {
    rows: shown,
    nextCursor: last ? String(last.id) : null,
    total: isSearch ? Math.min(total, MAX_COUNTED) : total,
    isTotalExact: !isSearch || total <= MAX_COUNTED,
  };

  function countRows(): number {
    const from = isIndexed ? sql`${words} CROSS JOIN ${list.table}` : sql`${list.table}`;
    const counting = db
      .select({ total: sql<number>`count(*)` })
      .from(
        isSearch
          ? sql`(SELECT 1 FROM ${from} WHERE ${where} LIMIT ${MAX_COUNTED + 1})`
          : sql`${from} WHERE ${where}`,
      );
    return cachedTotal(db, counting.toSQL(), () => counting.get()?.total ?? 0);
  }
}

function conditions({ table, search, time, name }: ListTable, query: ListQuery, filters: SQL[]) {
  const { match, short } = readSearch(query.q ?? '');
  const words = sql.raw(search);
  const isInNames = (pattern: string) =>
    sql`EXISTS (SELECT 1 FROM ${shortSearch} WHERE ${shortSearch.list} = ${name} AND ${shortSearch.rowId} = ${table.id} AND ${shortSearch.words} LIKE ${pattern} ESCAPE '\\')`;
  const all = [
    ...filters,
    ...short.map(isInNames),
    ...period(table, time, query),
    ...(query.work && table.workStatus ? [eq(table.workStatus, query.work)] : []),
  ];
  if (match === null) return { where: and(...all) ?? sql`1`, isSearch: short.length > 0, isIndexed: false };
  const finds = [sql`${words} MATCH ${match}`, sql`${table.id} = ${words}.rowid`];
  return { where: and(...finds, ...all) ?? sql`1`, isSearch: true, isIndexed: true };
}

/** Turns days into a range of IDs, so a period long ago is found without reading the years since. */
function period({ id }: ListTable['table'], time: SQLiteColumn, { from, to }: ListQuery): SQL[] {
  const table = id.table;
  const conditions: SQL[] = [];
  if (from) {
    const start = Date.parse(from);
    conditions.push(
      sql`${time} >= ${start}`,
      sql`${id} >= (SELECT min(id) FROM (SELECT id FROM ${table} WHERE ${time} >= ${start} ORDER BY ${time}, id LIMIT ${NEIGHBOURS}))`,
    );
  }
  if (to) {
    const end = Date.parse(to) + DAY_MS;
    conditions.push(
      sql`${time} < ${end}`,
      sql`${id} <= (SELECT max(id) FROM (SELECT id FROM ${table} WHERE ${time} < ${end} ORDER BY ${time} DESC, id DESC LIMIT ${NEIGHBOURS}))`,
    );
  }
  return conditions;
}

function afterCursor({ table }: ListTable, { cursor }: ListQuery, sort: Sort, id: SQL): SQL | undefined {
  if (cursor === undefined) return undefined;
  const comparison = sql.raw(sort.isDescending ? '<' : '>');
  if (!sort.by) return sql`${id} ${comparison} ${cursor}`;
  return sql`(${sort.by}, ${id}) ${comparison} (SELECT ${sort.by}, id FROM ${table} WHERE ${table.id} = ${cursor})`;
}
