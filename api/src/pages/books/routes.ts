import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { makeZip } from 'client-zip';
import { dayIn, monthIn } from '../../base/business-hours.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import { badInput, busyArchive } from '../../base/errors.ts';
import * as booksStore from './books-store.ts';
import { archiveOf, linesOf, present, type Pages } from './book-files.ts';

const BATCH = 200;

/** What an accountant files: invoices and credit notes by month, and the sales tax in them by state. */
export function bookRoutes(mount: Mount, context: AppContext): void {
  const { db, settings, now } = context;
  const monthOf = (at: number | null) =>
    at === null ? null : dayIn(settings.hours, new Date(at)).slice(0, 7);
  let isArchiving = false;

  function* pagesOf(month: string): Pages {
    const span = monthIn(settings.hours, month);
    for (let after = 0, rows = booksStore.page(db, span, after, BATCH); rows.length > 0;) {
      yield rows;
      after = rows.at(-1)?.number ?? after;
      rows = booksStore.page(db, span, after, BATCH);
    }
  }

  mount(
    'GET /api/json/invoices',
    ({ query: { month = monthOf(now().getTime()) ?? '', limit, cursor = 0 } }) => {
      const span = monthIn(settings.hours, month);
      const byState = booksStore.sumsByState(db, span);
      const rows = booksStore.page(db, span, cursor, limit + 1);
      const { first, last } = booksStore.edges(db);
      return {
        success: true,
        month,
        firstMonth: monthOf(first),
        lastMonth: monthOf(last),
        sums: booksStore.together(byState),
        byState,
        invoices: rows.slice(0, limit).map(present),
        nextCursor: rows.length > limit ? String(rows[limit - 1]?.number) : null,
      };
    },
  );

  mount('GET /api/json/taxes', ({ query: { from, to } }) => {
    const message = 'The first month is after the last one.';
    if (from > to) throw badInput(message, { from: [message] });
    const span = { start: monthIn(settings.hours, from).start, end: monthIn(settings.hours, to).end };
    const byState = booksStore.sumsByState(db, span);
    return { success: true, from, to, sums: booksStore.together(byState), byState };
  });

  mount('GET /api/json/invoices.csv', ({ query: { month, format }, ctx }) => {
    recordDetail({ month, format });
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(`${format === 'plain' ? 'invoices' : format}-${month}.csv`);
    ctx.body = Readable.from(linesOf(context, pagesOf(month), format), { objectMode: false });
  });

  mount('GET /api/json/invoices.zip', ({ query: { month }, ctx }) => {
    recordDetail({ month });
    if (isArchiving) throw busyArchive();
    isArchiving = true;
    ctx.res.once('close', () => {
      isArchiving = false;
    });
    const files = archiveOf(
      context,
      monthIn(settings.hours, month),
      () => pagesOf(month),
      () => isArchiving,
    );
    ctx.type = 'application/zip';
    ctx.attachment(`invoices-${month}.zip`);
    ctx.body = Readable.fromWeb(makeZip(files) as ReadableStream<Uint8Array>);
  });
}
