import { isDay } from '@northlight/shared/contracts/texts.ts';
import type { Head } from './columns.ts';

/** Dollars, as nobody writes a number of something else. */
const IS_MONEY = /^(?:US)?\$\s?\d[\d,]*(?:\.\d\d)?$|^\d[\d,]*\.\d\d(?:\s?USD)?$/;
/** What lists of customers say about all sales of one. */
const OF_CUSTOMER =
  /spen[dt]|lifetime|average|volume|balance|losses|credit|discount|total(?:sales|revenue|orders)/;
/** Amounts that don't become dollars by another name. */
const FOREIGN = /[^\P{Sc}$]|\b(?:eur|euros?|gbp|cad|aud|chf|jpy|mxn|nzd|inr|brl)\b/iu;

/** Whether a file looks like sales whose amounts are in a column that isn't known. `days` are the dates of its rows. */
export function lacksAmount(
  heads: readonly Head[],
  rows: readonly { record: readonly string[] }[],
  days: readonly string[],
): boolean {
  if (heads.some(({ columns, plain }) => columns.includes('amount') || OF_CUSTOMER.test(plain))) return false;
  if (!days.some(isDay)) return false;
  return heads.some(({ columns, title }, at) => {
    const filled = rows.flatMap(({ record }) => record[at]?.trim() || []);
    const isUnknown = columns.length === 0 && !FOREIGN.test(title);
    return isUnknown && filled.length > 0 && filled.every((cell) => IS_MONEY.test(cell));
  });
}
