import type { ListQuery, PageResponse } from '@northlight/shared/contracts/lists.ts';
import { hasRight } from '@northlight/shared/contracts/rights.ts';
import type { Context } from 'koa';
import { csvStream, type Columns } from './csv.ts';
import type { Asked } from './list-table.ts';

type List<Query extends ListQuery, Row, Shown extends object> = {
  page: (query: Asked<Query>) => PageResponse & { rows: Row[] };
  present: (row: Row) => Shown;
  /** A row of the file, if it has more than the list shows. */
  presentInFile?: (row: Row) => object;
  /** The columns of the file, in order: fields, or heads by field. */
  columns: Columns;
  /** The message of an empty list. */
  empty: string;
};

/** A list for the dashboard, by the page, and as a spreadsheet with the same filters. */
export function createList<Query extends ListQuery, Row, Shown extends object>({
  page,
  present,
  presentInFile = present,
  columns,
  empty,
}: List<Query, Row, Shown>) {
  return {
    /** `name`: of the rows in the answer. */
    read:
      <Name extends string>(name: Name) =>
      ({ query, ctx }: { query: Query; ctx: Context }) => {
        const { rows, ...facts } = page(asked(query, ctx));
        const results = `${facts.total} ${facts.total === 1 ? 'result' : 'results'}`;
        const named = { [name]: rows.map(present) } as Record<Name, Shown[]>;
        return { success: true as const, message: rows.length === 0 ? empty : results, ...facts, ...named };
      },
    download: ({ query, ctx }: { query: Query; ctx: Context }): void => {
      ctx.type = 'text/csv; charset=utf-8';
      ctx.attachment(ctx.path.slice(ctx.path.lastIndexOf('/') + 1));
      ctx.body = csvStream(columns, (limit, cursor) => {
        const { rows, nextCursor } = page({ ...asked(query, ctx), limit, cursor, isCounted: false });
        return { rows: rows.map(presentInFile), nextCursor };
      });
    },
  };
}

const asked = <Query extends ListQuery>(query: Query, ctx: Context): Asked<Query> => ({
  ...query,
  isNamesOnly: !hasRight(ctx.session?.role, 'work'),
  adminId: ctx.session?.adminId,
});
