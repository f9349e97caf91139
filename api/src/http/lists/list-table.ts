import { and, asc, count, desc, getTableColumns, getTableName, sql, type SQL } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import type { ListQuery } from '@northlight/shared/contracts/lists.ts';
import type { CoreContext } from '../../db/context.ts';
import type { Db } from '../../db/client.ts';
import { isShownAs } from '../../db/shown-work.ts';
import { shortSearch, type ShortSearchList } from '../../db/schema/server.ts';
import { readSearch } from '../../db/search/read-search.ts';
import { readTallies } from '../../db/tallies.ts';
import { type BusinessHours, endOfDay, startOfDay } from '../../base/business-hours.ts';

/** What a list with dates reads: their days are the studio's. */
export type ListContext = Pick<CoreContext, 'db' | 'settings'>;

/** A table with a list in the dashboard. Its IDs grow with time, and `search` is indexed by the same IDs. */
export type ListTable = {
  table: SQLiteTable & { id: SQLiteColumn; workStatus?: SQLiteColumn; caseId?: SQLiteColumn };
  /** The table's full-text index. Without one, only names are searched. */
  search?: string;
  /** Whether the index has rows that the table does not have. */
  sharesSearch?: boolean;
  time: SQLiteColumn;
  /** Its name in `short_search`, for search terms that are too short for the full-text index. */
  name: ShortSearchList;
};

/** `by: null` sorts by arrival. */
export type Sort = { by: SQL | null; isDescending: boolean };

/**
 * `isCounted: false` is for a file, which needs no total. `isNamesOnly` is for readers who may not see the answers,
 * so they cannot search them either. `adminId` is the reader.
 */
export type Asked<Query> = Query & {
  isCounted?: false;
  isNamesOnly?: boolean;
  adminId?: number;
};

type Page<Row> = { rows: Row[]; nextCursor: string | null; total: number; isTotalExact: boolean };

/** Searches and filters count no further than this. */
const MAX_COUNTED = 1_000;
/** Rows stored while the clock went back a little have neighboring IDs. */
const NEIGHBOURS = 50;

/** Reads one page by keyset, so the thousandth costs as much as the first. `filters` are the list's own. */
export function listPage<Row extends { id: number }>(
  db: Db,
  list: ListTable,
  query: Asked<ListQuery>,
  {
    filters,
    sort,
    hours,
    columns = getTableColumns(list.table),
  }: {
    filters: SQL[];
    sort: Sort;
    /** Whose days the filters name. Null for a list without dates. */
    hours: BusinessHours | null;
    columns?: Record<string, SQLiteColumn | SQL>;
  },
): Page<Row> {
  const { where, found, isAll, isIndexed } = conditions(list, query, [
    ...filters,
    ...(hours ? period(list, query, hours) : []),
  ]);
  const words = sql.raw(list.search ?? '');
  const id = isIndexed ? sql`${words}.rowid` : sql`${list.table.id}`;
  const isNeeded = query.isCounted !== false || sort.by !== null;
  const counted = isNeeded ? countMatches() : 0;
  const isExact = isAll || counted <= MAX_COUNTED;
  const inOrder = sort.isDescending ? desc : asc;
  // A few matches are sorted. Many are found faster in the order of the index. The plus keeps SQLite from
  // using another one.
  const isWalked = !isIndexed && !isExact;
  const by = sort.by && (isAll || isWalked ? sort.by : sql`+${sort.by}`);
  const select = db.select(columns);
  // In this order, because the index returns its matches newest first and stops when the page is full.
  const start = isIndexed ? select.from(words).crossJoin(list.table) : select.from(list.table);
  const rows = start
    .where(
      and(
        sort.by && isWalked ? sql`+(${where})` : where,
        afterCursor(list, query, by, sort.isDescending, id),
      ),
    )
    .orderBy(...(by ? [inOrder(by)] : []), inOrder(id))
    // One row more shows whether another page follows.
    .limit(query.limit + 1)
    // The list that names the columns knows the type of its rows.
    .all() as unknown as Row[];
  const shown = rows.slice(0, query.limit);
  const last = rows.length > query.limit ? shown.at(-1) : undefined;
  return {
    rows: shown,
    nextCursor: last ? String(last.id) : null,
    total: isExact ? counted : MAX_COUNTED,
    isTotalExact: isExact,
  };

  function countMatches(): number {
    if (isAll) return readTallies(db, getTableName(list.table)).get('all') ?? 0;
    const from = isIndexed ? sql`${words} CROSS JOIN ${list.table}` : sql`${list.table}`;
    const counting = found && !list.sharesSearch ? sql`${words} WHERE ${found}` : sql`${from} WHERE ${where}`;
    const matches = sql`(SELECT 1 FROM ${counting} LIMIT ${MAX_COUNTED + 1})`;
    return db.select({ rows: count() }).from(matches).get()?.rows ?? 0;
  }
}

function conditions({ table, search, name }: ListTable, query: Asked<ListQuery>, filters: SQL[]) {
  const { match, inNames } = readSearch(query.q ?? '', query.isNamesOnly ?? search === undefined);
  const { workStatus, caseId } = table;
  const words = sql.raw(search ?? '');
  const isInNames = (pattern: string) =>
    sql`EXISTS (SELECT 1 FROM ${shortSearch} WHERE ${shortSearch.list} = ${name} AND ${shortSearch.rowId} = ${table.id} AND ${shortSearch.words} LIKE ${pattern} ESCAPE '\\')`;
  const all = [
    ...filters,
    ...inNames.map(isInNames),
    ...(query.work && workStatus && caseId ? [isShownAs({ workStatus, caseId }, query.work)] : []),
  ];
  if (match === null || search === undefined)
    return { where: and(...all), isAll: all.length === 0, isIndexed: false };
  const found = sql`${words} MATCH ${match}`;
  return {
    where: and(found, sql`${table.id} = ${words}.rowid`, ...all),
    /** Set if the index alone has the matches. */
    found: all.length === 0 ? found : undefined,
    isAll: false,
    isIndexed: true,
  };
}

/** Turns days into a range of IDs, so a period long ago is found without reading the years since. */
function period({ table: { id }, time }: ListTable, { from, to }: ListQuery, hours: BusinessHours): SQL[] {
  const table = id.table;
  const conditions: SQL[] = [];
  if (from) {
    const start = startOfDay(hours, from).getTime();
    conditions.push(
      sql`${time} >= ${start}`,
      sql`${id} >= (SELECT min(id) FROM (SELECT id FROM ${table} WHERE ${time} >= ${start} ORDER BY ${time}, id LIMIT ${NEIGHBOURS}))`,
    );
  }
  if (to) {
    const end = endOfDay(hours, to).getTime();
    conditions.push(
      sql`${time} < ${end}`,
      sql`${id} <= (SELECT max(id) FROM (SELECT id FROM ${table} WHERE ${time} < ${end} ORDER BY ${time} DESC, id DESC LIMIT ${NEIGHBOURS}))`,
    );
  }
  return conditions;
}

function afterCursor(
  { table }: ListTable,
  { cursor }: ListQuery,
  by: SQL | null,
  isDescending: boolean,
  id: SQL,
): SQL | undefined {
  if (cursor === undefined) return undefined;
  const comparison = sql.raw(isDescending ? '<' : '>');
  if (!by) return sql`${id} ${comparison} ${cursor}`;
  return sql`(${by}, ${id}) ${comparison} (SELECT ${by}, id FROM ${table} WHERE ${table.id} = ${cursor})`;
}
