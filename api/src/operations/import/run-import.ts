import type { Fate, ImportCheck, ImportFile } from '@northlight/shared/contracts/import.ts';
import { orderModeOf } from '../../base/settings/payment-settings.ts';
import { badInput } from '../../base/errors.ts';
import { countSales } from '../../db/customer-figures.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { AppContext } from '../../money/context.ts';
import { askStripe, decideFates, inOrder } from './decide-fates.ts';
import { readRows } from './read-rows.ts';
import { storeImport } from './store-import.ts';

export type ImportContext = Pick<AppContext, 'db' | 'settings' | 'now' | 'providers'>;

type Counts = ImportCheck['counts'];
function countFates(fates: readonly Fate[]): Counts {
  const counts: Counts = { add: 0, exists: 0, refused: 0 };
  for (const { fate } of fates) counts[fate] += 1;
  return counts;
}

/** What an import would do with each row, by line. Changes nothing. Throws a 400 for a file that can't be read. */
export async function checkImport(context: ImportContext, { text }: Pick<ImportFile, 'text'>) {
  const { rows, unread } = readRows(text, context.settings.hours);
  const adopted = await askStripe(context.providers, rows);
  const fates = decideFates(context.db, inOrder(rows), adopted, context.now());
  return { fates: fates.toSorted((a, b) => a.line - b.line), counts: countFates(fates), unread };
}

type Run = ImportFile & { skipsRefused: boolean; adminId: number | null };

/**
 * Imports a file in one transaction. Throws a 400 and stores nothing if it can't be read, if a row is refused and
 * `skipsRefused` isn't set, or if nothing is new. `also` runs in the same transaction.
 */
export async function runImport(
  context: ImportContext,
  { name, text, adminId, skipsRefused }: Run,
  also: () => void = () => {},
): Promise<{ id: number; counts: Counts }> {
  const { db, now } = context;
  const { rows: read } = readRows(text, context.settings.hours);
  const rows = inOrder(read);
  const adopted = await askStripe(context.providers, rows);
  return inTransaction(db, () => {
    const fates = decideFates(db, rows, adopted, now());
    const counts = countFates(fates);
    const refused = fates.find(({ fate }) => fate === 'refused');
    if (refused && !skipsRefused)
      throw badInput(
        `Nothing was imported, because ${countOf(counts.refused, 'row is', 'rows are')} refused. The first is line ${refused.line}: ${refused.why}`,
      );
    if (counts.add === 0) throw badInput('Nothing was imported, because the file has nothing new.');
    also();
    const id = storeImport(context, { name, adminId }, rows, fates, adopted);
    countSales(db, orderModeOf(context.settings.payments));
    return { id, counts };
  });
}

/** "1 row", "2 rows". */
export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;
