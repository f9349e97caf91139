import * as z from 'zod/mini';
import { success, type EndpointTable, call, raw } from './endpoint.ts';
import { pageLimit } from './lists.ts';
import { line, numberInQuery } from './texts.ts';

const isMonth = (text: string): boolean => /^20\d\d-(0[1-9]|1[0-2])$/.test(text);
/** A month in the studio's time zone, such as "2026-11". */
const month = z
  .string('month must look like 2026-11')
  .check(z.refine(isMonth, 'month must look like 2026-11'));

/** The last month, if they are several. */
const through = z.optional(month);

const Document = z.object({
  /** "INV-1001" or "CN-1003". */
  number: z.string(),
  kind: z.enum(['invoice', 'credit-note']),
  /** A credit note whose refund failed later. It counts nowhere. */
  isVoid: z.boolean(),
  date: z.string(),
  /** As it stands on the document, such as "2026-11-24". */
  day: z.string(),
  orderNumber: z.string(),
  /** The business, or the person. */
  customer: z.string(),
  /** Who ordered, if that is not the customer's name. */
  person: z.optional(z.string()),
  /** How it was paid, such as "PayPal". Absent if nothing was due. */
  paidBy: z.optional(z.string()),
  /** Of the buyer, such as "MI". "No state" for one in the US who gave none, "Other" elsewhere. */
  state: z.string(),
  /** In cents, and negative on credit notes. */
  netCents: z.int(),
  taxCents: z.int(),
  totalCents: z.int(),
  /** The path of its PDF. */
  url: z.string(),
});
export type BookedDocument = z.infer<typeof Document>;

/** Sums in cents. `creditedCents` is not negative. */
const sums = {
  invoices: z.int(),
  creditNotes: z.int(),
  invoicedCents: z.int(),
  creditedCents: z.int(),
  /** Invoiced less credited, without tax. */
  netCents: z.int(),
  taxCents: z.int(),
};
const Sums = z.object(sums);
export type BookSums = z.infer<typeof Sums>;
const StateSums = z.object({ state: z.string(), ...sums });
export type StateSums = z.infer<typeof StateSums>;

const BooksResponse = success({
  month: z.string(),
  /** The last month, if they are several. */
  through: z.optional(z.string()),
  /** What was searched for, in all months. Void credit notes don't count. Absent without a search. */
  found: z.optional(z.object({ count: z.int(), totalCents: z.int() })),
  /** The months of the first and the last document. Null without any. */
  firstMonth: z.nullable(z.string()),
  lastMonth: z.nullable(z.string()),
  sums: Sums,
  byState: z.array(StateSums),
  /** What customers still have to pay today, asked for or not. */
  owedCents: z.int(),
  /** Oldest first. */
  invoices: z.array(Document),
  nextCursor: z.nullable(z.string()),
});
export type BooksResponse = z.infer<typeof BooksResponse>;

const Owed = z.object({
  /** Of the order, or of the quote before its payment. */
  number: z.string(),
  customer: z.string(),
  reason: z.string(),
  /** When it was asked for. Null if it wasn't. */
  askedAt: z.nullable(z.string()),
  /** Since when it is owed. */
  since: z.string(),
  cents: z.int(),
  /** What is to pay after it, and can't be asked for before. */
  laterCents: z.int(),
});
export type Owed = z.infer<typeof Owed>;

export const BOOK_FORMATS = ['plain', 'quickbooks', 'quickbooks-credits', 'xero'] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

/** Of how many files the documents are: QuickBooks takes 100 in one, Xero 500. Void ones are in none. */
export function filesOf(
  format: BookFormat,
  { invoices, creditNotes }: Pick<BookSums, 'invoices' | 'creditNotes'>,
): number {
  const [count, most] = {
    plain: [0, 1] as const,
    quickbooks: [invoices, 100] as const,
    'quickbooks-credits': [creditNotes, 100] as const,
    xero: [invoices + creditNotes, 500] as const,
  }[format];
  return Math.max(1, Math.ceil(count / most));
}

export const bookEndpoints = {
  'GET /api/json/invoices': {
    access: 'revenue',
    summary:
      'Lists the invoices and credit notes of a month or several, or those found in all months, with the sums and the sales tax by state.',
    query: z.object({
      /** Any part of a number, a name, an email address, what was sold, or why it was refunded. All words must match. */
      q: z.optional(line(200)),
      /** Without one, the current month. */
      month: z.optional(month),
      through,
      limit: z._default(pageLimit, 100),
      cursor: z.optional(
        numberInQuery(/^[1-9]\d{0,14}$/, 'cursor must be a nextCursor from a previous page'),
      ),
    }),
    response: BooksResponse,
    isKeptOffline: true,
  },
  'GET /api/json/invoices.zip': raw(
    'export',
    'Downloads the PDFs of the invoices and credit notes of a month or several, with a spreadsheet of them.',
    'application/zip',
    { confirms: true, query: z.object({ month, through }) },
  ),
  'GET /api/json/invoices.csv': {
    access: 'export',
    confirms: true,
    summary:
      'Downloads the invoices and credit notes of a month or several as a spreadsheet, or for the import of QuickBooks or Xero. Those take only so many at once: if there are more, `part` says which file.',
    query: z.object({
      month,
      through,
      format: z._default(z.enum(BOOK_FORMATS, 'Unknown format'), 'plain'),
      part: z.optional(numberInQuery(/^[1-9]\d{0,3}$/, 'part must be the number of a file, from 1')),
    }),
    responseType: 'text/csv',
  },
  'GET /api/json/owed': call(
    'revenue',
    'Lists what customers still have to pay, asked for or not, oldest first.',
    success({ owed: z.array(Owed) }),
    { isKeptOffline: true },
  ),
  'GET /api/json/taxes': call(
    'revenue',
    'Returns the sales tax by state, from one month to another.',
    success({
      from: z.string(),
      to: z.string(),
      sums: Sums,
      byState: z.array(StateSums),
    }),
    { query: z.object({ from: month, to: month }), isKeptOffline: true },
  ),
} satisfies EndpointTable;
