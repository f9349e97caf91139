import { CsvError, parse } from 'csv-parse/sync';
import * as z from 'zod/mini';
import { SERVICE_IDS, type ServiceId } from '@northlight/shared/catalog/ids.ts';
import { dollarsToCents, MONEY_TEXT, type Cents } from '@northlight/shared/catalog/money.ts';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { MAX_IMPORT_ROWS, type Fate } from '@northlight/shared/contracts/import.ts';
import type { Period } from '@northlight/shared/contracts/recurring.ts';
import { emailAddress, isDay, line, text } from '@northlight/shared/contracts/texts.ts';
import { badInput } from '../../base/errors.ts';

/** The columns, each with what other systems call it. Case, spaces, and punctuation don't count. */
const COLUMNS = {
  type: ['kind'],
  email: ['emailaddress', 'clientemail', 'customeremail'],
  name: ['fullname', 'clientname', 'customername'],
  firstname: [],
  lastname: [],
  business: ['businessname', 'company', 'companyname'],
  phone: ['phonenumber'],
  address: ['street', 'streetaddress', 'address1'],
  city: [],
  state: ['province'],
  zip: ['zipcode', 'postalcode'],
  country: [],
  tags: ['tag'],
  note: ['notes'],
  date: ['orderdate', 'invoicedate', 'created', 'createdat', 'datecreated'],
  services: ['service'],
  description: ['item', 'project', 'projectname'],
  amount: ['total', 'price', 'totalamount'],
  tax: ['salestax'],
  paid: ['ispaid'],
  invoice: ['invoicenumber', 'invoiceno', 'invoiceid'],
  paymentmethod: ['paidby', 'method'],
  provider: ['processor'],
  subscription: ['subscriptionid'],
  period: ['interval'],
  nextcharge: ['nextpayment'],
} as const satisfies Record<string, readonly string[]>;

type Column = keyof typeof COLUMNS;
type Cells = Record<Column, string>;

const plainName = (title: string): string => title.toLowerCase().replace(/[^a-z\d]/g, '');
const BY_TITLE = new Map(
  Object.entries(COLUMNS).flatMap(([column, others]) =>
    [column, ...others].map((title) => [title, column as Column] as const),
  ),
);

const amount = z.pipe(
  z.string().check(
    z.overwrite((typed) => typed.replace(/^\$\s*/, '').replace(/,(?=\d{3}(\D|$))/g, '')),
    z.regex(MONEY_TEXT, 'The amount must look like 1234.50'),
  ),
  z.transform((typed): Cents => dollarsToCents(Number(typed))),
);
const optionalAmount = z.union([
  z.pipe(
    z.literal(''),
    z.transform(() => null),
  ),
  amount,
]);

/** "2024-03-05", or as spreadsheets in the United States save it: "3/5/2024". */
const day = z.pipe(
  z.string().check(
    z.overwrite((typed) => {
      const [, month = '', date = '', year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(typed) ?? [];
      return year ? `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}` : typed;
    }),
    z.refine(isDay, 'The date must look like 2024-03-05 or 3/5/2024'),
    z.refine((typed) => typed >= '1980', 'The date is before 1980'),
  ),
  // The same day in every time zone of the United States.
  z.transform((typed) => new Date(`${typed}T17:00:00Z`)),
);

const WORDS_OF_PAID = new Set(['', 'yes', 'y', 'true', 'paid', '1']);
const WORDS_OF_UNPAID = new Set(['no', 'n', 'false', 'unpaid', 'open', 'due', '0']);
/** Without a word, it was paid. */
const isPaid = z.pipe(
  z.string().check(
    z.overwrite((typed) => typed.toLowerCase()),
    z.refine((typed) => WORDS_OF_PAID.has(typed) || WORDS_OF_UNPAID.has(typed), 'paid must be yes or no'),
  ),
  z.transform((typed) => WORDS_OF_PAID.has(typed)),
);

const listOf = (typed: string): string[] =>
  typed.split(/[;,]/).flatMap((part) => (part.trim() ? [part.trim()] : []));
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

/** A row of the file with its first line: as it was read, or why it can't be. */
export type ReadRow = Pick<Fate, 'line' | 'kind' | 'who'> & ({ row: ImportRow } | { refused: string });

/**
 * Reads a CSV file whose first line names the columns. Throws a 400 if it is no such file. `unread` are the columns that
 * mean nothing here.
 */
export function readRows(file: string): { rows: ReadRow[]; unread: string[] } {
  const [head, ...others] = recordsOf(file);
  const titles = head?.record ?? [];
  const columns = titles.map((title) => BY_TITLE.get(plainName(title)));
  const twice = columns.find((column, at) => column !== undefined && columns.indexOf(column) < at);
  if (!columns.includes('email'))
    throw badInput('The first line must name the columns, and one of them must be “email”.');
  if (twice !== undefined) throw badInput(`Two columns mean “${twice}”. Rename or remove one of them.`);
  if (others.length > MAX_IMPORT_ROWS)
    throw badInput(`The file has more than ${MAX_IMPORT_ROWS.toLocaleString('en-US')} rows. Split it.`);
  const rows = others.map(({ record, line: at }) => {
    const cells = Object.fromEntries(Object.keys(COLUMNS).map((column) => [column, ''])) as Cells;
    columns.forEach((column, index) => {
      if (column) cells[column] = record[index]?.trim() ?? '';
    });
    return readRow(cells, at, record.length > titles.length);
  });
  if (rows.length === 0) throw badInput('The file has no rows below the names of the columns.');
  return { rows, unread: titles.filter((title, at) => columns[at] === undefined && title.trim() !== '') };
}

function readRow(cells: Cells, at: number, isTooLong: boolean): ReadRow {
  const kind = kindOf(cells);
  const row = { line: at, kind: kind ?? 'customer', who: cells.email.slice(0, 254) };
  if (!kind) return { ...row, refused: 'type must be customer, order, or subscription' };
  if (isTooLong)
    return {
      ...row,
      refused: 'It has more columns than the first line. Put quotes around texts with commas.',
    };
  const read = ImportRow.safeParse({ ...cells, kind });
  if (read.success) return { ...row, row: read.data };
  const [issue] = read.error.issues;
  const column = issue?.path.at(0);
  return { ...row, refused: [column, issue?.message].filter(Boolean).join(': ') };
}

/** What the column `type` says, or else which columns are filled in. */
function kindOf({ type, subscription, date, amount: total }: Cells): ImportRow['kind'] | null {
  const typed = type.toLowerCase();
  if (typed === 'customer' || typed === 'order' || typed === 'subscription') return typed;
  if (typed !== '') return null;
  if (subscription) return 'subscription';
  return date || total ? 'order' : 'customer';
}

/** The records with their first lines. One more than is allowed shows that there are too many. */
function recordsOf(file: string): { record: string[]; line: number }[] {
  try {
    const found = parse(file, {
      bom: true,
      delimiter: delimiterOf(file),
      relax_column_count: true,
      skip_records_with_empty_values: true,
      to: MAX_IMPORT_ROWS + 2,
      on_record: (record: string[], { lines }) => [String(lines - lineBreaksIn(record)), ...record],
    });
    return found.map(([line, ...record]) => ({ record, line: Number(line) }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw badInput(`The file isn’t readable as CSV. ${error.message}`);
  }
}

const lineBreaksIn = (record: readonly string[]): number => record.join('').split(/\r\n|\r|\n/).length - 1;

/** Spreadsheets in other languages save semicolons, and some systems tabs. The one that the first line has most of. */
function delimiterOf(file: string): string {
  const [head = ''] = file.split(/[\r\n]/, 1);
  const count = (one: string) => head.split(one).length;
  return [',', ';', '\t'].toSorted((a, b) => count(b) - count(a))[0] ?? ',';
}
