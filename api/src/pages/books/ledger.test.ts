import os from 'node:os';
import { parse } from 'csv-parse/sync';
import { unzipSync } from 'fflate';
import { centsToText, formatUsd } from '@northlight/shared/catalog/money.ts';
import type { BookedDocument, StateSums } from '@northlight/shared/contracts/books.ts';
import { expect, test, vi } from 'vitest';
import { seedShop } from '../../../seed/seed-shop.ts';
import { inFull, isLong } from '../../../test/fixtures/long.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { tempFolder } from '../../../test/fixtures/temp-folder.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { monthsIn, readLedger, shopFigures, sumsOf } from '../../../test/shop/ledger.ts';
import { testEnv } from '../../../test/shop/test-app.ts';
import { recordAmounts } from '../../db/invoice-amounts.ts';
import { openShopDatabase } from '../../operations/open-database.ts';

const FEW = inFull(2_000, 1_200);
const PDFS = 12;
const MINUTES = 60_000;

/** What the seed leaves out: tax on recurring charges. */
const TAXED = `
  UPDATE orders SET terms = json_set(terms, '$.taxesRecurring', json('true')) WHERE state = 'MI' AND id % 2 = 0;
  UPDATE invoices SET amount_cents = NULL;`;
/** Refunds that fail, or go through after all, when they have their documents. */
const LATER_NEWS = `
  UPDATE refunds SET status = iif(status = 'failed', 'succeeded', 'failed') WHERE id % 3 = 1;
  UPDATE charges SET state = 'paid', refunded_cents = 0 WHERE (state = 'refunded' OR refunded_cents > 0) AND id % 3 = 0;
  UPDATE charges SET dispute = json_object('id', 'd', 'reason', 'fraudulent', 'status', 'lost', 'respondBy', NULL, 'url', 'https://example.com')
    WHERE id % 50 = 0;`;
/** What there must be some of. */
const SOME = [
  `refunds WHERE status = 'failed'`,
  `refunds JOIN payments ON payments.id = payment_id WHERE refunds.amount_cents < received_amount_cents`,
  `payments WHERE review ->> '$.dispute.status' = 'lost'`,
  `charges WHERE dispute ->> '$.status' = 'lost'`,
  `charges WHERE refunded_cents > 0 AND refunded_cents < amount_cents`,
  `orders WHERE terms ->> '$.exempt' IS NOT NULL`,
  `orders WHERE terms ->> '$.taxesRecurring' AND tax_cents > 0`,
];

async function openBooks(orders: number, timeZone: string) {
  const db = openShopDatabase({ dataDir: tempFolder() });
  const hours = { ...testEnv().hours, timeZone };
  const office = await openConsole({ db, env: { hours } });
  await seedShop(db, orders, office.app.clock.now, { hours, hasAllDocuments: true });
  db.$client.exec(TAXED);
  recordAmounts(db);
  db.$client.exec(LATER_NEWS);
  for (const some of SOME)
    expect(db.$client.prepare(`SELECT count(*) FROM ${some}`).pluck().get(), some).toBeGreaterThan(0);
  const file = (path: string) => fetch(office.app.base + path, { headers: office.cookie });
  return { ...office, db, file };
}

type Books = Awaited<ReturnType<typeof openBooks>>;

async function listOf({ see }: Books, month: string): Promise<BookedDocument[]> {
  const all: BookedDocument[] = [];
  for (let cursor = ''; ;) {
    const { invoices, nextCursor } = await see(`/api/json/invoices?month=${month}&limit=500${cursor}`);
    all.push(...invoices);
    if (nextCursor === null) return all;
    cursor = `&cursor=${nextCursor}`;
  }
}

const entryOf = ({ kind, state, totalCents, taxCents }: BookedDocument) => ({
  at: 0,
  isCredit: kind === 'credit-note',
  state,
  cents: Math.abs(totalCents),
  tax: Math.abs(taxCents),
});

const byStateOf = (all: StateSums[]) => Object.fromEntries(all.map(({ state, ...sums }) => [state, sums]));

async function checkOverview({ app, db, see }: Books, timeZone: string): Promise<void> {
  const { revenue } = await see('/api/json/figures');
  const { net, before } = shopFigures(db, app.clock.now.getTime(), timeZone);
  expect([revenue.now.net, revenue.before.net]).toEqual([centsToText(net), centsToText(before)]);
}

async function checkArchive(books: Books, month: string): Promise<void> {
  // As in archive.test.ts.
  const lower = vi.spyOn(os, 'setPriority').mockImplementation(() => {});
  const zip = await books.file(`/api/json/invoices.zip?month=${month}`);
  lower.mockRestore();
  expect(Object.keys(unzipSync(new Uint8Array(await zip.arrayBuffer())))).toEqual([
    ...(await listOf(books, month)).map(({ number }) => `${month}/${number}.pdf`),
    `${month}/invoices.csv`,
  ]);
}

const LONG: [number, string][] = [
  [FEW, 'America/New_York'],
  [FEW, 'Asia/Kolkata'],
  [100_000, 'America/New_York'],
];

test.each<[number, string]>([[FEW, 'Pacific/Auckland'], ...(isLong ? LONG : [])])(
  'the books of %i orders in %s agree with the ledger to the cent',
  async (orders, timeZone) => {
    const books = await openBooks(orders, timeZone);
    const { see, file } = books;
    const monthOf = monthsIn(timeZone);
    const ledger = Map.groupBy(readLedger(books.db), ({ at }) => monthOf(at));
    const months = [...ledger.keys()].toSorted();
    const documents: BookedDocument[] = [];
    for (const month of months) {
      const listed = await listOf(books, month);
      documents.push(...listed);
      const expected = { month, ...sumsOf(ledger.get(month) ?? []) };
      expect({ month, ...sumsOf(listed.filter(({ isVoid }) => !isVoid).map(entryOf)) }).toEqual(expected);
      expect({
        month,
        ...byStateOf((await see(`/api/json/invoices?month=${month}&limit=1`)).byState),
      }).toEqual(expected);
      const csv = await (await file(`/api/json/invoices.csv?month=${month}`)).text();
      const lines: Record<string, string>[] = parse(csv, { columns: true, bom: true });
      expect(
        lines.map(({ Number: number, Net, Tax, Void }) => [
          number,
          Math.round(Number(Net) * 100),
          Math.round(Number(Tax) * 100),
          Void,
        ]),
      ).toEqual(
        listed.map(({ number, netCents, taxCents, isVoid }) => [
          number,
          netCents,
          taxCents,
          isVoid ? 'Yes' : '',
        ]),
      );
    }
    const quarters = Map.groupBy(
      months,
      (month) => Math.floor((Number(month.slice(5)) - 1) / 3) + month.slice(0, 4),
    );
    for (const span of [...quarters.values(), months]) {
      const { byState } = await see(`/api/json/taxes?from=${span[0]}&to=${span.at(-1)}`);
      const entries = span.flatMap((month) => ledger.get(month) ?? []);
      expect({ span, ...byStateOf(byState) }).toEqual({ span, ...sumsOf(entries) });
    }
    expect(
      documents.map(({ number }) => Number(number.replace(/\D+/, ''))).toSorted((a, b) => a - b),
    ).toEqual(documents.map((_, index) => 1_001 + index));
    expect(documents.some(({ isVoid }) => isVoid)).toBe(true);
    for (let nth = 0; nth < PDFS; nth += 1) {
      const { url, number, totalCents } = documents[
        Math.floor((documents.length * nth) / PDFS)
      ] as BookedDocument;
      const text = (await pdfPages(new Uint8Array(await (await file(url)).arrayBuffer()))).flat();
      expect({ number, text }).toEqual({
        number,
        text: expect.arrayContaining([`Total ${formatUsd(Math.abs(totalCents))}`]),
      });
    }
    await checkOverview(books, timeZone);
    if (orders === FEW && timeZone === 'Pacific/Auckland') await checkArchive(books, months[0] ?? '');
    if (orders > FEW) console.log(`${documents.length} documents in ${months.length} months agree.`);
  },
  30 * MINUTES,
);
