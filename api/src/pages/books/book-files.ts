import { setImmediate } from 'node:timers/promises';
import { SERVICES } from '@northlight/shared/catalog/services.ts';
import { filesOf, type BookedDocument, type BookFormat } from '@northlight/shared/contracts/books.ts';
import { methodWords } from '@northlight/shared/contracts/payments.ts';
import { dayIn } from '../../base/business-hours.ts';
import type { Db } from '../../db/client.ts';
import { sellerAt } from '../../db/sellers.ts';
import { csvCell, csvLine, importedCell } from '../../http/lists/csv.ts';
import { documentsOf } from '../../money/invoices/documents.ts';
import { documentNumber } from '../../db/next-number.ts';
import { pdfOf } from '../../money/invoices/send-pdf.ts';
import { firstOfName, personByEmail } from '../../work/customers/customer-store.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { customerName, personName } from '../../work/orders/present-order.ts';
import type { BookRow } from './books-store.ts';
import * as booksStore from './books-store.ts';

/** "2026-11", or "2026-10-to-2026-12". */
export const spanName = (month: string, through: string): string =>
  month === through ? month : `${month}-to-${through}`;

export const numberOf = ({ isCredit, number }: Pick<BookRow, 'isCredit' | 'number'>): string =>
  documentNumber(number, isCredit === 1);

export const present = (db: Db, row: BookRow): BookedDocument => ({
  number: numberOf(row),
  kind: row.isCredit ? 'credit-note' : 'invoice',
  isVoid: row.isVoid === 1,
  date: new Date(row.createdAt).toISOString(),
  day: dayOf(db, row),
  orderNumber: row.orderNumber,
  customer: customerName(row),
  ...(personName(row) !== customerName(row) && { person: personName(row) }),
  ...(row.totalCents !== 0 && { paidBy: methodWords(row.method) }),
  state: row.state,
  netCents: row.totalCents - row.taxCents,
  taxCents: row.taxCents,
  totalCents: row.totalCents,
  url: `/api/json/cases/${row.orderNumber}/invoice.pdf?${new URLSearchParams({ number: numberOf(row) })}`,
});

/** The day that the document has, such as "2026-11-24". */
function dayOf(db: Db, { createdAt }: BookRow): string {
  const at = new Date(createdAt);
  return dayIn(sellerAt(db, at), at);
}

/** Intuit takes no quotation marks, colons (they make sub-customers), tabs, or line breaks. */
const quickbooksName = (name: string): string =>
  name
    .replaceAll(/["“”]/g, "'")
    .replaceAll(/\s*:\s*/g, ' - ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Returns how a document's customer is called. Importers know customers by their names alone, of up to 100 characters, so
 * all but the first customer of a name have their email address in it.
 */
function namesFor(db: Db, format: BookFormat): (row: BookRow) => string {
  const firsts = new Map<string, number>();
  return (row) => {
    const name = format === 'xero' ? customerName(row) : quickbooksName(customerName(row));
    const id = personByEmail(db, row.email)?.customerId ?? 0;
    const key = name.toLowerCase();
    const first = firsts.get(key) ?? firstOfName(db, name) ?? id;
    firsts.set(key, first);
    if (first === id && name.length <= 100) return name;
    return `${name.slice(0, Math.max(20, 99 - row.email.length))} ${row.email}`.slice(0, 100);
  };
}

/** In dollars. A number, so that a spreadsheet takes a negative one as it is. */
const dollars = (cents: number): number => cents / 100;

type Written = { row: BookRow; date: string; what: string; customer: string };
type Format = {
  heads: readonly string[];
  isIn: (row: BookRow) => boolean;
  cellsOf: (written: Written) => readonly unknown[];
};

/** "11/24/2026", as QuickBooks and Xero expect it in the United States. */
const usDate = (day: string): string => {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
};

/** Credit notes have an import of their own: as invoices, refunds would become sales. */
const quickbooks = (isCredit: 0 | 1): Format => ({
  heads: [
    ...(isCredit
      ? ['*CreditNoteNo', '*Customer', '*CreditNoteDate']
      : ['*InvoiceNo', '*Customer', '*InvoiceDate', '*DueDate']),
    'Memo',
    'Item(Product/Service)',
    'ItemDescription',
    'ItemQuantity',
    'ItemRate',
    '*ItemAmount',
    'Taxable',
    'TaxAmount',
  ],
  isIn: (row) => row.isVoid === 0 && row.isCredit === isCredit,
  cellsOf: ({ row, date, what, customer }) => {
    const net = dollars(Math.abs(row.totalCents - row.taxCents));
    return [
      numberOf(row),
      customer,
      ...(isCredit ? [usDate(date)] : [usDate(date), usDate(date)]),
      row.orderNumber,
      'Services',
      what,
      1,
      net,
      net,
      row.taxCents === 0 ? 'N' : 'Y',
      dollars(Math.abs(row.taxCents)),
    ];
  },
});

const FORMATS: Record<BookFormat, Format> = {
  plain: {
    heads: [
      'Number',
      'Kind',
      'Date',
      'Order',
      'Customer',
      'Email',
      'State',
      'Net',
      'Tax',
      'Total',
      'Void',
      'Paid by',
    ],
    isIn: () => true,
    cellsOf: ({ row, date }) => [
      numberOf(row),
      row.isCredit ? 'Credit note' : 'Invoice',
      date,
      row.orderNumber,
      customerName(row),
      row.email,
      row.state,
      dollars(row.totalCents - row.taxCents),
      dollars(row.taxCents),
      dollars(row.totalCents),
      row.isVoid ? 'Yes' : '',
      row.totalCents === 0 ? '' : methodWords(row.method),
    ],
  },
  quickbooks: quickbooks(0),
  'quickbooks-credits': quickbooks(1),
  // A negative amount becomes a credit note.
  xero: {
    heads: [
      '*ContactName',
      'EmailAddress',
      '*InvoiceNumber',
      'Reference',
      '*InvoiceDate',
      '*DueDate',
      '*Description',
      '*Quantity',
      '*UnitAmount',
      '*AccountCode',
      '*TaxType',
      'TaxAmount',
      'Currency',
    ],
    isIn: (row) => row.isVoid === 0,
    cellsOf: ({ row, date, what, customer }) => [
      customer,
      row.email,
      numberOf(row),
      row.orderNumber,
      usDate(date),
      usDate(date),
      what,
      1,
      dollars(row.totalCents - row.taxCents),
      200,
      row.taxCents === 0 ? 'Tax Exempt' : 'Tax on Sales',
      dollars(row.taxCents),
      'USD',
    ],
  },
};

/**
 * The documents of a span as a spreadsheet, line by line. `part` is the file of several that an importer takes. Names in its
 * files stay as they are: protected against formulas, they would be other customers.
 */
export async function* linesOf(
  db: Db,
  span: booksStore.Span,
  format: BookFormat,
  part = 1,
): AsyncGenerator<string> {
  const { heads, isIn, cellsOf } = FORMATS[format];
  const isPlain = format === 'plain';
  const nameOf = isPlain ? customerName : namesFor(db, format);
  // The byte order mark makes spreadsheets read UTF-8. The importers don't expect one.
  yield `${isPlain ? '\uFEFF' : ''}${csvLine(heads)}`;
  const counts = { invoices: 0, creditNotes: 0 };
  for (const rows of booksStore.pages(db, span)) {
    for (const row of rows.filter(isIn)) {
      counts[row.isCredit ? 'creditNotes' : 'invoices'] += 1;
      const customer = nameOf(row);
      if (filesOf(format, counts) !== part) continue;
      const date = dayOf(db, row);
      yield csvLine(
        cellsOf({ row, date, what: isPlain ? '' : whatOf(db, row), customer }),
        isPlain ? csvCell : importedCell,
      );
    }
    await setImmediate();
  }
}

function whatOf(db: Db, { orderId, isCredit, orderNumber }: BookRow): string {
  const names = (orderStore.byId(db, orderId)?.serviceTypes ?? []).map((id) => SERVICES[id].name).join(', ');
  return `${isCredit ? 'Refund: ' : ''}${names}, order ${orderNumber}`;
}

/**
 * The files of an archive: a PDF for each document, one after the other, and the spreadsheet. A PDF comes first: what
 * can't be made fails before anything was sent.
 */
export async function* archiveOf(db: Db, month: string, through: string) {
  const span = booksStore.spanOf(db, month, through);
  const folder = spanName(month, through);
  for (const rows of booksStore.pages(db, span))
    for (const row of rows) {
      const order = orderStore.byId(db, row.orderId);
      const documents = order ? documentsOf(db, order) : [];
      const document = documents.find(({ invoice }) => invoice.number === row.number);
      if (!order || !document) throw new Error(`There is no document ${numberOf(row)}.`);
      yield {
        name: `${folder}/${document.number}.pdf`,
        input: await pdfOf(db, order, documents, document),
        lastModified: document.invoice.createdAt,
      };
    }
  yield { name: `${folder}/invoices.csv`, input: utf8(linesOf(db, span, 'plain')) };
}

async function* utf8(lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const line of lines) yield Buffer.from(line);
}
