import * as z from 'zod/mini';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { MAX_IMPORT_ROWS, type Fate } from '@northlight/shared/contracts/import.ts';
import { asSeen } from '@northlight/shared/contracts/one-line.ts';
import { emailAddress, isDay, line, text } from '@northlight/shared/contracts/texts.ts';
import { MONEY_EXAMPLE, typedCents, TypedMoney } from '@northlight/shared/contracts/typed-money.ts';
import type { BusinessHours } from '../../base/business-hours.ts';
import { badInput } from '../../base/errors.ts';
import { cellReader, COLUMNS, headsOf, plainName, type Column, type Head } from './columns.ts';
import { readCsv } from './read-csv.ts';
import { lacksAmount } from './lacks-amount.ts';
import { readDay } from './read-day.ts';
import { isPaidBy, owedOf, whyNoSale } from './sale-state.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

type Cells = Record<Column, string>;

const amount = z.pipe(
  z
    .string()
    .check(
      z.refine((typed) => !/^[(−-]/.test(typed), 'A negative amount is a refund, or money that you paid'),
    ),
  TypedMoney,
);
const optionalAmount = z.union(
  [
    z.pipe(
      z.literal(''),
      z.transform(() => null),
    ),
    amount,
  ],
  MONEY_EXAMPLE,
);

/** Days since 1900, from 1982 to 2063. */
const OF_EXCEL = /^[3-5]\d{4}(?:\.\d+)?$/;

/** As `readDay` writes it. */
const day = z.pipe(
  z.string().check(
    z.refine(isDay, {
      error: ({ input }) =>
        OF_EXCEL.test(String(input))
          ? `${String(input)} is how Excel stores a date. Format the column as a date, and save the file again`
          : 'The date must look like 2024-03-05 or 3/5/2024',
    }),
    z.refine((typed) => typed >= '1980', 'The date is before 1980'),
  ),
  // The same day in every time zone of the United States.
  z.transform((typed) => new Date(`${typed}T17:00:00Z`)),
);

const isPaid = z.pipe(
  z.string().check(
    z.refine((typed) => isPaidBy(typed) !== undefined, {
      error: ({ input }) =>
        `“${String(input)}” is neither paid nor unpaid. Only paid and unpaid orders can be imported`,
    }),
  ),
  z.transform((typed) => isPaidBy(typed) === true),
);

const listOf = (typed: string): string[] =>
  typed.split(/[;,]/).flatMap((part) => part.replaceAll('"', '').trim() || []);
const serviceNamed = (typed: string): ServiceId | undefined =>
  SERVICE_IDS.find((id) => [id, plainName(SERVICES[id].name)].includes(plainName(typed)));
const services = z.pipe(
  z
    .string()
    .check(
      z.refine(
        (typed) => listOf(typed).every(serviceNamed),
        `services must be empty or some of: ${SERVICE_IDS.map((id) => SERVICES[id].name).join('; ')}`,
      ),
    ),
  z.transform((typed) => [...new Set(listOf(typed).flatMap((one) => serviceNamed(one) ?? []))]),
);

const PERIODS = new Map<string, Period | null>([
  ['', null],
  ['month', 'month'],
  ['monthly', 'month'],
  ['year', 'year'],
  ['yearly', 'year'],
]);
const period = z.pipe(
  z.string().check(
    z.overwrite((typed) => typed.toLowerCase()),
    z.refine((typed) => PERIODS.has(typed), 'period must be month or year'),
  ),
  z.transform((typed) => PERIODS.get(typed) ?? null),
);

const person = {
  email: z.pipe(
    emailAddress('The email address is missing or wrong'),
    z.transform((typed) => typed.toLowerCase()),
  ),
  name: line(120),
  firstname: line(60),
  lastname: line(60),
  business: line(200),
  phone: line(40),
  address: line(200),
  city: line(100),
  state: line(60),
  zip: line(20),
  country: line(60),
  note: text(5_000),
};

const CustomerRow = z.object({
  kind: z.literal('customer'),
  ...person,
  tags: z.pipe(
    z.pipe(z.string(), z.transform(listOf)),
    z.array(line(40)).check(z.maxLength(20, 'A customer can have up to 20 tags')),
  ),
});

const OrderRow = z
  .object({
    kind: z.literal('order'),
    ...person,
    date: day,
    services,
    description: line(200),
    amount,
    tax: optionalAmount,
    paid: isPaid,
    invoice: line(60),
    paymentmethod: line(60),
  })
  .check(z.refine(({ tax, amount: total }) => (tax ?? 0) <= total, 'The tax is more than the amount'));

const SubscriptionRow = z.object({
  kind: z.literal('subscription'),
  ...person,
  provider: z.pipe(
    z.string().check(z.overwrite((typed) => typed.toLowerCase())),
    z.enum(['stripe', 'paypal'], 'provider must be stripe or paypal'),
  ),
  subscription: line(100, 'The subscription ID is missing'),
  amount: optionalAmount,
  period,
  nextcharge: line(60),
});

export const ImportRow = z.discriminatedUnion('kind', [CustomerRow, OrderRow, SubscriptionRow]);
export type ImportRow = z.infer<typeof ImportRow>;
export type RowOf<Kind extends ImportRow['kind']> = Extract<ImportRow, { kind: Kind }>;

/** A row of the file with its first line: as it was read, why it can't be, or which line it continues. */
export type ReadRow = Pick<Fate, 'line' | 'kind' | 'who'> &
  ({ row: ImportRow } | { refused: string } | { continues: number });

/**
 * Reads a CSV file with a line that names the columns. Throws a 400 if it is no such file. `unread` are the columns that
 * mean nothing here.
 */
export function readRows(file: string, hours: BusinessHours): { rows: ReadRow[]; unread: string[] } {
  const records = readCsv(file);
  // A title may stand above the names.
  const headAt = records
    .slice(0, MOST_TITLES)
    .findIndex(({ record }) => headsOf(record).some(({ columns }) => columns.includes('email')));
  const heads = headsOf(records[headAt]?.record ?? []);
  if (headAt < 0) throw badInput('The first line must name the columns, and one of them must be “email”.');
  const others = records.slice(headAt + 1);
  if (others.length > MAX_IMPORT_ROWS)
    throw badInput(`The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Split it.`);
  if (others.length === 0) throw badInput('The file has no rows below the names of the columns.');
  const cellOf = cellReader(heads);
  const rows = others.map(({ record, line: at }) =>
    readCells(heads, cellOf, record.map(tidyCell), at, hours),
  );
  const hasTypes = rows.some(({ cells }) => isKind(cells.type.toLowerCase()));
  const hasAmounts = heads.some(({ columns }) => columns.includes('amount'));
  const days = rows.map(({ cells }) => cells.date);
  if (!hasTypes && lacksAmount(heads, others, days))
    throw badInput('Which column is the amount? Call it amount.');
  const firsts = new Map<string, RowCells>();
  const unread = heads.filter(
    ({ title, columns }) => title.trim() && (columns.length === 0 || (columns.includes('type') && !hasTypes)),
  );
  return {
    rows: rows.map((row) => readRow(row, firsts, { hasTypes, hasAmounts })),
    unread: unread.map(({ title }) => title),
  };
}

const MOST_TITLES = 10;

/** Spreadsheets mark a text that looks like a number, a formula, or a link with an apostrophe. */
const tidyCell = (cell: string): string =>
  cell.trim().replace(/^'(?=[=+@-]|[\d\s().-]+$|[^\s']+@[^\s']+$)/, '');

type RowCells = { cells: Cells; line: number; isTooLong: boolean; refusal: string | null };

function readCells(
  heads: readonly Head[],
  cellOf: ReturnType<typeof cellReader>,
  record: string[],
  at: number,
  hours: BusinessHours,
): RowCells {
  const cells = Object.fromEntries(
    (Object.keys(COLUMNS) as Column[]).map((column) => {
      const cell = cellOf(column, record);
      if (column === 'note') return [column, cell];
      const lines = cell.split('\n').flatMap((one) => one.trim() || []);
      return [column, asSeen(lines.join(/name|email/.test(column) ? ' ' : ', '))];
    }),
  ) as Cells;
  const dateAt = heads.findIndex(
    ({ columns }, nth) => columns.includes('date') && record[nth] === cells.date,
  );
  cells.date = readDay(cells.date, /\butc\b/i.test(heads[dateAt]?.title ?? ''), hours);
  if (cells.subscription) cells.provider ||= cells.subscription.startsWith('sub_') ? 'stripe' : 'paypal';
  // One column may say that an order was completed, and another that it was refunded.
  const words = heads.flatMap(({ columns }, nth) => (columns.includes('paid') ? (record[nth] ?? '') : []));
  cells.paid =
    words.find((word) => isPaidBy(word) === undefined) ??
    words.find((word) => isPaidBy(word) === false) ??
    cells.paid;
  const owed = owedOf(heads, record, typedCents(cells.amount));
  if (owed?.isAll && cells.paid === '') cells.paid = 'unpaid';
  const addresses = cells.email.split(/[\s,;<>]/).filter((part) => /.@./.test(part));
  if (addresses.length > 1) {
    cells.email = addresses[0] ?? '';
    cells.note = [cells.note, `Other addresses: ${addresses.slice(1).join(', ')}`].filter(Boolean).join('\n');
  }
  return {
    cells,
    line: at,
    isTooLong: record.slice(heads.length).some(Boolean),
    refusal: whyNoSale(heads, record, isPaidBy(cells.paid) === true ? owed : null),
  };
}

type FileFacts = { hasTypes: boolean; hasAmounts: boolean };

/** `firsts` are the first rows by their invoice numbers. Some systems export one row for each line of an order. */
function readRow(whole: RowCells, firsts: Map<string, RowCells>, file: FileFacts): ReadRow {
  const { cells, line: at, isTooLong, refusal } = whole;
  const kind = kindOf(cells, file);
  const row = { line: at, kind: kind ?? 'customer', who: cells.email.slice(0, 254) };
  if (!kind) return { ...row, refused: 'type must be customer, order, or subscription' };
  if (isTooLong)
    return {
      ...row,
      refused: 'It has more columns than the first line. Put quotes around texts with commas.',
    };
  const first = firsts.get(cells.invoice);
  const isAnotherLine =
    cells.amount === first?.cells.amount &&
    cells.email === first.cells.email &&
    cells.description !== first.cells.description;
  if (kind === 'order' && first && (cells.amount === '' || isAnotherLine))
    return { ...row, continues: first.line };
  if (cells.invoice && !first) firsts.set(cells.invoice, whole);
  if (refusal && (kind === 'order' || cells.provider === 'paypal')) return { ...row, refused: refusal };
  if (kind === 'customer' && cells.invoice && !file.hasAmounts)
    return {
      ...row,
      refused: 'It has an invoice number, but no column for its amount. Name that column “amount”.',
    };
  const read = ImportRow.safeParse({ ...cells, kind });
  if (read.success) return { ...row, row: read.data };
  const [issue] = read.error.issues;
  const column = issue?.path.at(0);
  return { ...row, refused: [column, issue?.message].filter(Boolean).join(': ') };
}

const isKind = (type: string): type is ImportRow['kind'] =>
  type === 'customer' || type === 'order' || type === 'subscription';

/** What the column `type` says, or else which columns are filled in. Kinds of other systems say nothing. */
function kindOf(cells: Cells, { hasTypes, hasAmounts }: FileFacts): ImportRow['kind'] | null {
  const typed = cells.type.toLowerCase();
  if (isKind(typed)) return typed;
  if (typed !== '' && hasTypes) return null;
  if (cells.subscription) return 'subscription';
  return hasAmounts && (cells.date || cells.amount || cells.invoice) ? 'order' : 'customer';
}
