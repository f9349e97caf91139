import { Readable } from 'node:stream';
import { filesOf, type BookFormat } from '@northlight/shared/contracts/books.ts';
import { dayIn } from '../../base/business-hours.ts';
import { sellerAt } from '../../db/sellers.ts';
import { recordDetail } from '../../db/audit-log.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import { ApiError, conflict, badField } from '../../base/errors.ts';
import { scriptFile } from '../../base/paths.ts';
import { streamScript } from '../../base/run-script.ts';
import { nameOfRequest, numberOfUnpaid, owedCents, unpaid } from '../../money/quotes/request-store.ts';
import * as booksStore from './books-store.ts';
import { linesOf, present, spanName } from './book-files.ts';

/** A file says in its name which import takes it. */
const FILE_NAMES: Record<BookFormat, string> = {
  plain: 'invoices',
  quickbooks: 'quickbooks-import-invoices',
  'quickbooks-credits': 'quickbooks-import-credit-notes',
  xero: 'xero-import',
};

const busyArchive = () =>
  conflict('archive_running', 'Another archive is being made. Please try again when it is done.');

const noArchive = () =>
  new ApiError(
    503,
    'archive_failed',
    'The archive couldn’t be made. Try again. If it fails again, ask whoever runs the server.',
  );

/** What an accountant files: invoices and credit notes by month, and the sales tax in them by state. */
export function bookRoutes(mount: Mount, context: AppContext): void {
  const { db, now, log } = context;
  const monthOf = (at: number | null) =>
    at === null ? null : dayIn(sellerAt(db, new Date(at)), new Date(at)).slice(0, 7);
  const spanOf = (from: string, to: string) => {
    if (from > to) throw badField('from', 'The first month is after the last one.');
    return booksStore.spanOf(db, from, to);
  };
  // One server serves a data folder (db/folder-lock.ts), so it knows of every archive that is being made.
  let isArchiving = false;

  mount(
    'GET /api/json/invoices',
    ({ query: { q, month = monthOf(now().getTime()) ?? '', through = month, limit, cursor = 0 } }) => {
      const span = spanOf(month, through);
      const byState = booksStore.sumsByState(db, span);
      const rows = q
        ? booksStore.search(db, q, cursor, limit + 1)
        : booksStore.page(db, span, cursor, limit + 1);
      const { first, last } = booksStore.edges(db);
      return {
        success: true,
        month,
        ...(through !== month && { through }),
        ...(q && { found: booksStore.sumOfFound(db, q) }),
        firstMonth: monthOf(first),
        lastMonth: monthOf(last),
        sums: booksStore.together(byState),
        byState,
        owedCents: owedCents(unpaid(db)),
        invoices: rows.slice(0, limit).map((row) => present(db, row)),
        nextCursor: rows.length > limit ? String(rows[limit - 1]?.number) : null,
      };
    },
  );

  mount('GET /api/json/owed', () => ({
    success: true,
    owed: unpaid(db).map((request) => ({
      number: numberOfUnpaid(db, request),
      customer: nameOfRequest(request),
      reason: request.reason,
      askedAt: request.sentAt?.toISOString() ?? null,
      since: (request.sentAt ?? request.createdAt).toISOString(),
      cents: request.price.dueTodayCents,
      laterCents: request.laterCents,
    })),
  }));

  mount('GET /api/json/taxes', ({ query: { from, to } }) => {
    const byState = booksStore.sumsByState(db, spanOf(from, to));
    return { success: true, from, to, sums: booksStore.together(byState), byState };
  });

  mount('GET /api/json/invoices.csv', ({ query: { month, through = month, format, part }, ctx }) => {
    const span = spanOf(month, through);
    const sums = booksStore.together(booksStore.sumsByState(db, span));
    const files = filesOf(format, sums);
    if ((part ?? files) > files || (!part && files > 1))
      throw badField(
        'part',
        `These are ${files} files, because the import takes only so many at once. Ask for part 1 to ${files}.`,
      );
    recordDetail({ month, ...(through !== month && { through }), format, ...(part && { part }) });
    ctx.type = 'text/csv; charset=utf-8';
    ctx.attachment(
      `${FILE_NAMES[format]}-${spanName(month, through)}${files > 1 ? `-${part}-of-${files}` : ''}.csv`,
    );
    ctx.body = Readable.from(linesOf(db, span, format, part), { objectMode: false });
  });

  mount('GET /api/json/invoices.zip', async ({ query: { month, through = month }, ctx }) => {
    spanOf(month, through);
    recordDetail({ month, ...(through !== month && { through }) });
    if (isArchiving) throw busyArchive();
    // Nothing would tell of the end of an answer that has ended.
    if (ctx.res.closed) return;
    const over = new AbortController();
    isArchiving = true;
    ctx.res.once('close', () => {
      isArchiving = false;
      over.abort();
    });
    const args = [db.$client.name, month, through];
    const zip = await streamScript(scriptFile('write-archive'), args, over.signal).catch((error: unknown) => {
      if (!over.signal.aborted)
        log.error({ err: error, month, through }, 'could not make an archive of invoices');
      throw noArchive();
    });
    ctx.type = 'application/zip';
    ctx.attachment(`invoices-${spanName(month, through)}.zip`);
    ctx.body = zip;
  });
}
