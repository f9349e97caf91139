import { expect, test } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { quotesOf } from '../../../test/shop/quote-steps.ts';
import { contentOf } from '../../money/invoices/document-content.ts';
import { documentsOf } from '../../money/invoices/documents.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { recordAmounts } from '../../db/invoice-amounts.ts';
import { invoices } from '../../db/schema/invoices.ts';
import { seedShop } from '../../../seed/seed-shop.ts';

const MICHIGAN = { state: 'Michigan', postalCode: '48104' } as const;

/** A shop with a taxed order, an untaxed one, and a refund of a part of the first. */
async function openShop() {
  const office = await openConsole();
  const { app, cookie } = office;
  await buyWithCard(app, aDraft({ ...MICHIGAN, serviceTypes: ['website'] }));
  await buyWithCard(
    app,
    aDraft({ state: 'OH', postalCode: '43004', serviceTypes: ['onhold'], businessName: '=1+1, "Q"' }),
  );
  const refund = { amount: 53, reason: 'One page fewer', refundKey: crypto.randomUUID() };
  expect((await app.post('/api/admin/payments/1/refund', refund, cookie)).status).toBe(200);
  const file = async (path: string) => (await fetch(`${app.base}${path}`, { headers: cookie })).text();
  return { ...office, file };
}

test('a month lists its invoices and credit notes, with net, tax, and sums by state', async () => {
  const { see } = await openShop();
  const books = await see('/api/json/invoices?month=2026-11');
  expect(books).toMatchObject({
    month: '2026-11',
    firstMonth: '2026-11',
    lastMonth: '2026-11',
    sums: {
      invoices: 2,
      creditNotes: 1,
      invoicedCents: 15_794 + 9_900,
      creditedCents: 5_300,
      netCents: 14_900 + 9_900 - 5_000,
      taxCents: 894 - 300,
    },
    byState: [
      { state: 'MI', taxCents: 594, netCents: 9_900 },
      { state: 'OH', taxCents: 0, netCents: 9_900 },
    ],
    nextCursor: null,
  });
  expect(books.invoices).toMatchObject([
    {
      number: 'INV-1001',
      state: 'MI',
      netCents: 14_900,
      taxCents: 894,
      totalCents: 15_794,
      customer: 'Marlow Bicycles',
    },
    { number: 'INV-1002', state: 'OH' },
    {
      number: 'CN-1003',
      kind: 'credit-note',
      isVoid: false,
      netCents: -5_000,
      taxCents: -300,
      totalCents: -5_300,
    },
  ]);
  const page = await see('/api/json/invoices?month=2026-11&limit=2');
  expect(page.nextCursor).toBe('1002');
  expect((await see(`/api/json/invoices?month=2026-11&limit=2&cursor=1002`)).invoices).toHaveLength(1);
  expect((await see('/api/json/invoices?month=2026-10')).invoices).toEqual([]);
  expect(await see('/api/json/taxes?from=2026-10&to=2026-12')).toMatchObject({ sums: { taxCents: 594 } });
  expect(await see('/api/json/taxes?from=2026-12&to=2026-11')).toMatchObject({ code: 'bad_input' });
  expect(await see('/api/json/invoices?month=2026-13')).toMatchObject({
    message: 'month must look like 2026-11',
  });
});

test('a search finds documents of all months by number, customer, what was sold, and why it was refunded', async () => {
  const { app } = await openShop();
  app.clock.now = new Date('2026-12-20T12:00:00Z');
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'], businessName: 'Åkesson & Søn' }));
  const admin = await loggedIn(app);
  const found = async (q: string, rest = '') => {
    const { body } = await app.get(`/api/json/invoices?${new URLSearchParams({ q })}${rest}`, admin);
    return body.invoices.map(({ number }: { number: string }) => number);
  };
  expect(await found('inv-1002')).toEqual(['INV-1002']);
  expect(await found('CN')).toEqual(['CN-1003']);
  expect(await found('akesson')).toEqual(['INV-1004']);
  expect(await found('ORD-10001')).toEqual(['INV-1001', 'CN-1003']);
  expect(await found('on-hold')).toEqual(['INV-1002', 'INV-1004']);
  expect(await found('on-hold akesson')).toEqual(['INV-1004']);
  expect(await found('fewer')).toEqual(['CN-1003']);
  for (const nothing of ['%', '_', "'", 'fewer akesson']) expect(await found(nothing)).toEqual([]);
  expect(await found('ada@marlow', '&limit=1')).toEqual(['INV-1001']);
  expect(await found('ada@marlow', '&limit=2&cursor=1001')).toEqual(['INV-1002', 'CN-1003']);
});

test('months begin and end in the studio’s time zone', async () => {
  const { app } = await openConsole();
  // 11:30 PM of November 30 in New York.
  app.clock.now = new Date('2026-12-01T04:30:00Z');
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const cookie = await loggedIn(app);
  const numbers = async (month: string) =>
    (await app.get(`/api/json/invoices?month=${month}`, cookie)).body.invoices.length;
  expect([await numbers('2026-11'), await numbers('2026-12')]).toEqual([1, 0]);
});

test('the spreadsheets: plain, for QuickBooks, and for Xero', async () => {
  const { file } = await openShop();
  expect(await file('/api/json/invoices.csv?month=2026-11')).toBe(
    [
      'Number,Kind,Date,Order,Customer,Email,State,Net,Tax,Total,Void,Paid by',
      'INV-1001,Invoice,2026-11-21,ORD-10001,Marlow Bicycles,ada@marlow-bicycles.example,MI,149,8.94,157.94,,Card',
      `INV-1002,Invoice,2026-11-21,ORD-10002,"'=1+1, ""Q""",ada@marlow-bicycles.example,OH,99,0,99,,Card`,
      'CN-1003,Credit note,2026-11-21,ORD-10001,Marlow Bicycles,ada@marlow-bicycles.example,MI,-50,-3,-53,,Card',
      '',
    ].join('\r\n'),
  );
  const quickbooks = await file('/api/json/invoices.csv?month=2026-11&format=quickbooks');
  expect(quickbooks.split('\r\n')[1]).toBe(
    'INV-1001,Marlow Bicycles,11/21/2026,11/21/2026,ORD-10001,Services,"Website, order ORD-10001",1,149,149,Y,8.94',
  );
  expect(quickbooks).not.toContain('CN-1003');
  expect(await file('/api/json/invoices.csv?month=2026-11&format=quickbooks-credits')).toBe(
    [
      '*CreditNoteNo,*Customer,*CreditNoteDate,Memo,Item(Product/Service),ItemDescription,ItemQuantity,ItemRate,*ItemAmount,Taxable,TaxAmount',
      'CN-1003,Marlow Bicycles,11/21/2026,ORD-10001,Services,"Refund: Website, order ORD-10001",1,50,50,Y,3',
      '',
    ].join('\r\n'),
  );
  const xero = await file('/api/json/invoices.csv?month=2026-11&format=xero');
  expect(xero.split('\r\n').find((line) => line.includes('CN-1003'))).toBe(
    'Marlow Bicycles,ada@marlow-bicycles.example,CN-1003,ORD-10001,11/21/2026,11/21/2026,"Refund: Website, order ORD-10001",1,-50,200,Tax on Sales,-3,USD',
  );
});

test('names in the file for QuickBooks are as Intuit takes them, and customers stay apart', async () => {
  const { app, file } = await openShop();
  const names = [
    'The "Blue" Door',
    'The Blue Door',
    'Ada:\tBikes',
    `${'Long '.repeat(30)}Name`,
    `${'Long '.repeat(30)}Other`,
  ];
  for (const [nth, businessName] of names.entries()) {
    const email = `a${nth}@b.example`;
    await buyWithCard(
      app,
      aDraft({ serviceTypes: ['onhold'], businessName, email, country: 'CA', state: 'ON' }),
    );
  }
  const lines = (await file('/api/json/invoices.csv?month=2026-11&format=quickbooks')).split('\r\n').slice(3);
  const written = lines.filter(Boolean).map((line) => line.split(',')[1] ?? '');
  expect(written.slice(0, 3)).toEqual(["The 'Blue' Door", 'The Blue Door', 'Ada - Bikes']);
  expect(new Set(written).size).toBe(names.length);
  for (const name of written) expect(name.length).toBeLessThanOrEqual(100);
});

test('a refund that failed later makes its credit note void, and it counts nowhere', async () => {
  const { app, see } = await openShop();
  app.db.$client.exec(`UPDATE refunds SET status = 'failed'`);
  const books = await see('/api/json/invoices?month=2026-11');
  expect(books.invoices[2]).toMatchObject({ number: 'CN-1003', isVoid: true });
  expect(books.sums).toMatchObject({ creditNotes: 0, creditedCents: 0, taxCents: 894 });
});

test('accountants see the books and download them; staff neither', async () => {
  const { app } = await openShop();
  for (const [role, status] of [
    ['staff', 403],
    ['accountant', 200],
  ] as const) {
    const who = { username: role, password: 'a quiet south window', role };
    await addAdmin(app, who);
    const cookie = await loggedIn(app, who);
    expect((await app.get('/api/json/invoices?month=2026-11', cookie)).status).toBe(status);
    expect((await fetch(`${app.base}/api/json/invoices.csv?month=2026-11`, { headers: cookie })).status).toBe(
      status,
    );
  }
});

test('what is stored with each document is what its PDF says', async () => {
  const { app } = await openConsole();
  await seedShop(app.db, 400, app.clock.now);
  app.db.$client.exec('UPDATE invoices SET amount_cents = NULL');
  recordAmounts(app.db);
  const stored = new Map(
    app.db
      .select()
      .from(invoices)
      .all()
      .map((row) => [row.number, row]),
  );
  let count = 0;
  for (const { id } of rows.orders(app.db)) {
    const order = orderStore.byId(app.db, id);
    if (!order) continue;
    const documents = documentsOf(app.db, order);
    for (const document of documents) {
      const { settings } = app.context;
      const content = contentOf({ order, payment: undefined, documents, settings }, document);
      const taxRow = content.rows.find(({ kind }) => kind === 'tax');
      const tax = taxRow ? Math.round(Number(taxRow.amount.replaceAll(/[^\d.]/g, '')) * 100) : 0;
      const { invoice } = document;
      const row = stored.get(invoice.number);
      expect({ number: document.number, amount: row?.amountCents, tax: row?.taxCents }).toEqual({
        number: document.number,
        amount: document.amountCents,
        tax,
      });
      count += 1;
    }
  }
  expect(count).toBeGreaterThan(300);
  expect(stored.size).toBe(count);
});

const IMPORTS = ['quickbooks', 'quickbooks-credits', 'xero'] as const;

test('a void credit note is in no file that is imported', async () => {
  const { app, file } = await openShop();
  for (const format of IMPORTS) {
    app.db.$client.exec(`UPDATE refunds SET status = 'completed'`);
    const hasNote = (text: string) => text.includes('CN-1003');
    const path = `/api/json/invoices.csv?month=2026-11&format=${format}`;
    expect([format, hasNote(await file(path))]).toEqual([format, format !== 'quickbooks']);
    app.db.$client.exec(`UPDATE refunds SET status = 'failed'`);
    expect([format, hasNote(await file(path))]).toEqual([format, false]);
  }
  expect(await file('/api/json/invoices.csv?month=2026-11')).toContain(',-53,Yes');
});

/** The names in the file of an import, by the email address of the order. */
async function namesIn(shop: Awaited<ReturnType<typeof openShop>>, format: 'quickbooks' | 'xero') {
  const text = await shop.file(`/api/json/invoices.csv?month=2026-11&format=${format}`);
  const orders = new Map(rows.orders(shop.app.db).map(({ orderNumber, email }) => [orderNumber, email]));
  return text
    .split('\r\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => {
      const [, email = ''] = [...orders].find(([number]) => line.includes(number)) ?? [];
      const [, name = ''] = /^(?:INV-\d+,)?("(?:[^"]|"")*"|[^,]*)/.exec(line) ?? [];
      return [email, name.replace(/^"(.*)"$/, '$1').replaceAll('""', '"')] as const;
    });
}

test('no name is changed for an import by the protection against formulas', async () => {
  const shop = await openShop();
  const names = ['@home Studio', '+1 Design', '=Equal=', '-Dash', '＋Wide', "'Quoted'"];
  for (const [nth, businessName] of names.entries())
    await buyWithCard(
      shop.app,
      aDraft({
        serviceTypes: ['onhold'],
        businessName,
        email: `b${nth}@b.example`,
        country: 'CA',
        state: 'ON',
      }),
    );
  for (const format of ['quickbooks', 'xero'] as const) {
    const written = new Map(await namesIn(shop, format));
    expect(names.map((_, nth) => written.get(`b${nth}@b.example`))).toEqual(names);
  }
  // People open this one.
  expect(await shop.file('/api/json/invoices.csv?month=2026-11')).toContain("'@home Studio");
});

test('customers of one name stay as many in an import as they are, and one customer stays one', async () => {
  const shop = await openShop();
  const given: [businessName: string, email: string][] = [
    ['John Smith', 'john@one.example'],
    ['JOHN SMITH', 'john@two.example'],
    ['John Smith', 'JOHN@one.example'],
    ['Cafe: Cleo', 'cleo@three.example'],
    ['Cafe - Cleo', 'cleo@four.example'],
    ['The "Blue" Door', 'door@five.example'],
    ["The 'Blue' Door", 'door@six.example'],
    [`${'Long '.repeat(30)}One`, `${'a'.repeat(60)}@seven.example`],
    [`${'Long '.repeat(30)}Two`, `${'a'.repeat(60)}@eight.example`],
  ];
  for (const [businessName, email] of given)
    await buyWithCard(
      shop.app,
      aDraft({ serviceTypes: ['onhold'], businessName, email, country: 'CA', state: 'ON' }),
    );
  for (const format of ['quickbooks', 'xero'] as const) {
    const ofEach = Map.groupBy(await namesIn(shop, format), ([email]) => email.toLowerCase());
    const names = [...ofEach.values()].map((all) => new Set(all.map(([, name]) => name.toLowerCase())));
    // openShop has one customer, who ordered for two businesses.
    expect(names.slice(1).every(({ size }) => size === 1)).toBe(true);
    const all = names.flatMap((each) => [...each]);
    expect(new Set(all).size).toBe(all.length);
    if (format === 'quickbooks') for (const name of all) expect(name).not.toMatch(/[:"]/);
    expect(all.every((name) => name.length <= 100)).toBe(true);
  }
});

test('the files of an import are as long as it takes, and together they are the month, once each', async () => {
  const shop = await openShop();
  const { app } = shop;
  await seedShop(app.db, 700, app.clock.now);
  const { firstMonth, lastMonth } = await shop.see('/api/json/invoices');
  const most = { quickbooks: 100, 'quickbooks-credits': 100, xero: 500 };
  let split = 0;
  for (const month of new Set([firstMonth, '2026-10', lastMonth]))
    for (const format of IMPORTS) {
      const { invoices, creditNotes } = (await shop.see(`/api/json/invoices?month=${month}`)).sums;
      const count = { quickbooks: invoices, 'quickbooks-credits': creditNotes, xero: invoices + creditNotes }[
        format
      ];
      const files = Math.max(1, Math.ceil(count / most[format]));
      const path = `/api/json/invoices.csv?month=${month}&format=${format}`;
      const get = (part: string) => fetch(`${app.base}${path}${part}`, { headers: shop.cookie });
      const numbers: string[] = [];
      for (let part = 1; part <= files; part += 1) {
        const response = await get(files > 1 ? `&part=${part}` : '');
        const ofName = files > 1 ? `-${part}-of-${files}` : '';
        expect(response.headers.get('content-disposition')).toContain(`-${month}${ofName}.csv`);
        const lines = (await response.text()).split('\r\n').slice(1).filter(Boolean);
        expect(lines.length).toBeLessThanOrEqual(most[format]);
        for (const line of lines) numbers.push(/(?:INV|CN)-\d+/.exec(line)?.[0] ?? '');
      }
      expect([format, month, numbers.length, new Set(numbers).size]).toEqual([format, month, count, count]);
      expect((await get(`&part=${files + 1}`)).status).toBe(400);
      if (files > 1) {
        split += 1;
        // Nobody gets the first file for the whole month.
        expect((await get('')).status).toBe(400);
      }
    }
  expect(split).toBeGreaterThan(0);
});

test('a file says in its name which import takes it', async () => {
  const { app, cookie } = await openShop();
  const nameOf = async (format: string) => {
    const path = `${app.base}/api/json/invoices.csv?month=2026-11&format=${format}`;
    return (await fetch(path, { headers: cookie })).headers.get('content-disposition');
  };
  expect(await Promise.all(IMPORTS.map(nameOf))).toEqual([
    'attachment; filename="quickbooks-import-invoices-2026-11.csv"',
    'attachment; filename="quickbooks-import-credit-notes-2026-11.csv"',
    'attachment; filename="xero-import-2026-11.csv"',
  ]);
});

test('several months are one span of figures, list, tax, and files', async () => {
  const { see, file } = await openShop();
  const books = await see('/api/json/invoices?month=2026-10&through=2026-12');
  expect(books).toMatchObject({ month: '2026-10', through: '2026-12', sums: { invoices: 2, taxCents: 594 } });
  expect(books.invoices).toHaveLength(3);
  const lines = await file('/api/json/invoices.csv?month=2026-10&through=2026-12');
  expect(lines.trim().split('\n')).toHaveLength(4);
  expect(lines).toContain('INV-1001,Invoice,2026-11-21,ORD-10001,Marlow Bicycles');
  for (const path of ['invoices', 'invoices.csv', 'invoices.zip'])
    expect(await see(`/api/json/${path}?month=2026-12&through=2026-11`)).toMatchObject({ code: 'bad_input' });
});

test('what is found is counted and summed, with who ordered and how it was paid', async () => {
  const { see } = await openShop();
  const { found, invoices } = await see('/api/json/invoices?month=2026-10&q=website%20marlow');
  expect(found).toEqual({ count: 2, totalCents: 15_794 - 5_300 });
  expect(invoices).toMatchObject([
    { customer: 'Marlow Bicycles', person: 'Ada Marlow', paidBy: 'Card' },
    { customer: 'Marlow Bicycles', totalCents: -5_300 },
  ]);
});

test('what is still owed is listed with who owes it, since when, and what comes later', async () => {
  const { app, cookie, see } = await openShop();
  const { write, link } = await quotesOf(app);
  await write({ lines: [{ name: 'Banner', amount: '120.00' }], duePercent: 50 });
  await (await link()).accept();
  await app.post(
    '/api/admin/cases/ORD-10001/payment-requests',
    { amount: '10.00', reason: 'Photos', send: false },
    cookie,
  );
  const { owed } = await see('/api/json/owed');
  expect(owed).toMatchObject([
    { number: 'Q-1001', customer: 'Ada Marlow', reason: 'Quote Q-1001', cents: 6_000, laterCents: 6_000 },
    { number: 'ORD-10001', reason: 'Photos', askedAt: null, laterCents: 0 },
  ]);
  const sum = owed.reduce((all: number, one: (typeof owed)[number]) => all + one.cents + one.laterCents, 0);
  expect((await see('/api/json/invoices')).owedCents).toBe(sum);
});
