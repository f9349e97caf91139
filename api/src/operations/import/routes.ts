import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { notFound } from '../../base/errors.ts';
import { countSales } from '../../db/customer-figures.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Mount } from '../../http/endpoints/mount.ts';
import type { AppContext } from '../../money/context.ts';
import { adminIdOf } from '../../people/session/session.ts';
import { checkImport, runImport } from './run-import.ts';
import { listImports, undoImport } from './undo-import.ts';
import { importWords, undoWords } from './words.ts';

/** How many rows of a check the dashboard shows. */
const MOST_ROWS = 500;

/** Customers, past orders, and subscriptions from another system, as a CSV file. */
export function importRoutes(mount: Mount, context: AppContext): void {
  const { db } = context;
  mount('GET /api/json/imports', () => ({ success: true, imports: listImports(db) }));

  mount('POST /api/admin/imports/check', async ({ body }) => {
    const { fates, counts, unread } = await checkImport(context, body);
    const refusedFirst = fates.toSorted(
      (a, b) => Number(b.fate === 'refused') - Number(a.fate === 'refused'),
    );
    return { success: true, counts, rows: refusedFirst.slice(0, MOST_ROWS), unread };
  });

  mount('POST /api/admin/imports', async ({ body, ctx }) => {
    const { counts } = await runImport(context, { ...body, adminId: adminIdOf(ctx) });
    return { success: true, message: importWords(counts) };
  });

  mount('POST /api/admin/imports/:id/undo', async ({ params: { id } }) => {
    const undone = await inTransaction(db, () => {
      const found = undoImport(db, id);
      countSales(db, orderModeOf(context.settings.payments));
      return found;
    });
    if (!undone) throw notFound();
    return { success: true, message: undoWords(undone) };
  });
}
