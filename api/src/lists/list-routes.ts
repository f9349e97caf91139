import type { Router } from '@koa/router';
import type { ListQuery, PageAnswer } from '@northlight/shared/contracts/admin/lists.ts';
import type * as z from 'zod/mini';
import { validateQuery } from '../middleware/validate.ts';
import { csvStream } from './csv.ts';

type List<Query extends ListQuery, Row, Shown extends object> = {
  path: string;
  csvPath: string;
  schema: z.ZodMiniType<Query>;
  page: (query: Query) => PageAnswer & { rows: Row[] };
  present: (row: Row) => Shown;
  /** A row of the file, if it has more than the list shows. */
  presentInFile?: (row: Row) => object;
  /** The columns of the file, in order. */
  columns: readonly string[];
  /** The message of an empty list. */
  empty: string;
  /** The complete response. */
  answer: (page: PageAnswer & { success: true; message: string }, shown: Shown[]) => object;
};

/** Mounts a list for the dashboard, by the page, and as a spreadsheet with the same filters. */
export function listRoutes<Query extends ListQuery, Row, Shown extends object>(
  router: Router,
  {
    path,
    csvPath,
    schema,
    page,
    present,
    presentInFile = present,
    columns,
    empty,
    answer,
  }: List<Query, Row, Shown>,
): void {
  router.get(path, (ctx) => {
    const { rows, ...facts } = page(validateQuery(ctx, schema));
    const message = rows.length === 0 ? empty : `${facts.total} ${facts.total === 1 ? 'result' : 'results'}`;
    ctx.body = answer({ success: true, message, ...facts }, rows.map(present));
  });

  router.get(csvPath, (ctx) => {
    const query = validateQuery(ctx, schema);
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(csvPath.slice(csvPath.lastIndexOf('/') + 1));
    ctx.body = csvStream(columns, (limit, cursor) => {
      const { rows, nextCursor } = page({ ...query, limit, cursor });
      return { rows: rows.map(presentInFile), nextCursor };
    });
  });
}
