import { expect, test } from 'vitest';
import { decodeText, MAX_IMPORT_ROWS } from '@northlight/shared/contracts/import.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { aQuote } from '../../../test/shop/quote-steps.ts';
import { checkTallies } from '../../../test/shop/check-tallies.ts';
import { undoImport } from './undo-import.ts';

const HEAD = 'type,email,name,business,phone,tags,note,date,services,description,amount,tax,paid,invoice';
const CUSTOMER =
  'customer,Cleo@Cafe.example,Cleo Park,Cafe Cleo,555-0101,"vip; retainer","Likes\nblue",,,,,,,';
const PAID =
  'order,cleo@cafe.example,Cleo Park,Cafe Cleo,,,,3/5/2024,Website,Menu page,"$1,060.00",60,yes,2024-17';
const UNPAID = 'order,dan@deli.example,Dan Ode,,,,,2024-04-01,,,80.00,,no,2024-18';
const PAYPAL_HEAD = 'email,provider,subscription,amount,period,next charge';
const file = (...lines: string[]) => ({ name: 'old.csv', text: [HEAD, ...lines].join('\r\n') });

type Read = { rows: { why: string }[] };
const reasons = ({ rows }: Read) => rows.map(({ why }) => why);

async function openShop() {
  const office = await openConsole();
  const { app, see, cookie } = office;
  const post = async (path: string, body: object) => app.post(`/api/admin/imports${path}`, body, cookie);
  return {
    ...office,
    check: async (sent: object) => (await post('/check', sent)).body,
    run: (sent: object, skipsRefused = false) => post('', { ...sent, skipsRefused }),
    undo: async (id: number) => (await post(`/${id}/undo`, {})).body.message,
    imports: async () => (await see('/api/json/imports')).imports,
    find: async (words: string) =>
      (await see(`/api/json/orders?q=${words}`)).orders.map(
        (one: { orderNumber: string }) => one.orderNumber,
      ),
    list: async () => (await see('/api/json/customers?sort=oldest')).customers,
  };
}

function expectEmpty({ db }: TestApp, tables: string[]) {
  for (const table of tables)
    expect(db.$client.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0);
}

test('the check says what happens with each row, and stores nothing', async () => {
  const { app, check, imports } = await openShop();
  const checked = await check(file(CUSTOMER, PAID, UNPAID, 'order,nobody,,,,,,2024-01-01,,,5,,,'));
  expect(checked.counts).toEqual({ add: 3, exists: 0, refused: 1 });
  const why = 'email: The email address is missing or wrong';
  expect(checked.rows).toEqual([
    { line: 6, kind: 'order', who: 'nobody', fate: 'refused', why },
    { line: 2, kind: 'customer', who: 'Cleo@Cafe.example', fate: 'add', why: 'A customer' },
    { line: 4, kind: 'order', who: 'cleo@cafe.example', fate: 'add', why: 'An order of $1,060.00, paid' },
    { line: 5, kind: 'order', who: 'dan@deli.example', fate: 'add', why: 'An order of $80.00, unpaid' },
  ]);
  expect(await imports()).toEqual([]);
  expectEmpty(app, ['orders', 'customers', 'imported_people', 'case_events', 'imports']);
});

test('customers, their tags and notes, and past orders are there, and nothing waits for work', async () => {
  const { app, run, see, list, find } = await openShop();
  expect((await run(file(PAID, CUSTOMER, UNPAID))).body.message).toBe('3 rows imported');
  expect(await list()).toMatchObject([
    {
      name: 'Cafe Cleo',
      tags: ['vip', 'retainer'],
      people: [{ email: 'cleo@cafe.example', name: 'Cleo Park' }],
      orders: 1,
      openOrders: 0,
      paid: '1060.00',
      firstAt: '2024-03-05T17:00:00.000Z',
    },
    { name: 'Dan Ode', orders: 1, paid: '0.00' },
  ]);
  const [paid, unpaid] = rows.orders(app.db);
  expect(paid).toMatchObject({
    orderNumber: 'ORD-10001',
    paymentMethod: 'by-hand',
    basePriceCents: 100_000,
    taxCents: 6_000,
    receivedAmountCents: 106_000,
    workStatus: 'delivered',
    missingForms: [],
    imported: { importId: 1, invoice: '2024-17' },
  });
  expect(unpaid).toMatchObject({ paymentStatus: 'pending', receivedAmountCents: null });
  expect(rows.lines(app.db)).toMatchObject([{ name: 'Menu page' }, { name: 'Earlier work' }]);
  expect(await find('2024-17')).toEqual(['ORD-10001']);
  const { notes } = await see('/api/json/customers/1');
  expect(notes[0].text).toContain('Phone: 555-0101\nLikes\nblue');
  expect(rows.outbox(app.db)).toEqual([]);
  checkTallies(app.db);
});

test('an imported order takes no invoice number, has no document, and is of its own time', async () => {
  const { app, run, see, cookie, undo } = await openShop();
  await run(file(PAID));
  expect((await app.get('/api/json/cases/ORD-10001/invoice.pdf', cookie)).status).toBe(404);
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  expect((await see('/api/json/cases/ORD-10002')).documents).toMatchObject([{ number: 'INV-1001' }]);
  expect((await see('/api/json/cases/ORD-10001')).documents).toEqual([]);
  expect((await see('/api/json/cases/ORD-10001')).order.imported).toEqual({ invoice: '2024-17' });
  const paid = async () => (await see('/api/json/figures')).revenue.now.paid;
  // What is paid in the demo is no sale beside it.
  expect(await paid()).toBe('0.00');
  await undo(1);
  expect(await paid()).toBe('149.00');
});

test('the same file again adds nothing, and an invoice number belongs to one order', async () => {
  const { run, check, imports } = await openShop();
  const nameless = UNPAID.replace('2024-18', '');
  await run(file(CUSTOMER, PAID, nameless));
  const again = await check(file(CUSTOMER, PAID, nameless, UNPAID.replace('2024-18', '2024-17')));
  expect(again.counts).toEqual({ add: 0, exists: 3, refused: 1 });
  expect(again.rows[0].why).toBe('Invoice 2024-17 already belongs to order ORD-10001.');
  const { status, body } = await run(file(CUSTOMER, PAID, nameless));
  expect([status, body.message]).toEqual([400, 'Nothing was imported, because the file has nothing new.']);
  expect(await imports()).toHaveLength(1);
  const twice = await check(
    file(UNPAID.replace('2024-18', '9'), UNPAID.replace('2024-18', '9').replace('dan', 'DAN')),
  );
  expect(reasons(twice)).toEqual(['An order of $80.00, unpaid', 'The same as line 2.']);
});

test('one refused row stops everything, unless refused rows are left out', async () => {
  const { app, run, check } = await openShop();
  const wrong = file(CUSTOMER, PAID.replace('3/5/2024', '2024-13-05'), UNPAID.replace('80.00', '8.005'));
  const stopped = await run(wrong);
  expect(stopped.status).toBe(400);
  expect(stopped.body.message).toBe(
    'Nothing was imported, because 2 rows are refused. The first is line 4: date: The date must look like 2024-03-05 or 3/5/2024',
  );
  expect(rows.orders(app.db)).toEqual([]);
  expect((await check(wrong)).rows[1].why).toBe('amount: Please enter an amount such as 1,234.50');
  expect((await run(wrong, true)).body.message).toBe('1 row imported, 2 refused');
});

test('what is in the future, taxed above its amount, or of an unknown kind is refused', async () => {
  const { check } = await openShop();
  const wrong = [
    PAID.replace('3/5/2024', '2030-01-01'),
    PAID.replace(',60,', ',6000,'),
    PAID.replace('order', 'refund'),
    PAID.replace('Website', 'Logo'),
    `${PAID},more`,
  ];
  const checked = await check(file(...wrong));
  expect(reasons(checked)).toEqual([
    'date: The date is in the future',
    'The tax is more than the amount',
    'type must be customer, order, or subscription',
    'services: services must be empty or some of: Website; AI Voice Agent; On-Hold Audio',
    'It has more columns than the first line. Put quotes around texts with commas.',
  ]);
});

test('an undo removes everything, and the customer and search forget it', async () => {
  const { app, run, undo, imports, list, find } = await openShop();
  await run(file(CUSTOMER, PAID, UNPAID));
  expect(await imports()).toMatchObject([{ id: 1, name: 'old.csv', by: 'ada', left: 3 }]);
  expect(await undo(1)).toBe('3 rows removed');
  expect(await list()).toEqual([]);
  expect(await find('2024-17')).toEqual([]);
  expectEmpty(app, ['orders', 'order_lines', 'case_events', 'customers', 'imported_people', 'short_search']);
  checkTallies(app.db);
  expect((await imports())[0].left).toBe(0);
  expect((await run(file(CUSTOMER, PAID))).body.message).toBe('2 rows imported');
});

test('an undo leaves what has changed since, and a later one takes the rest', async () => {
  const { app, run, undo, act, list, imports } = await openShop();
  await run(file(CUSTOMER, PAID, UNPAID));
  await act('/api/admin/customers/1', { action: 'note', text: 'Called', key: crypto.randomUUID() });
  await act('/api/admin/cases/ORD-10001/notes', { text: 'Asked for a copy' });
  expect(await undo(1)).toBe(
    '1 row removed. These have changed since and stay: ORD-10001, cleo@cafe.example',
  );
  expect(rows.orders(app.db)).toHaveLength(1);
  expect((await list()).map(({ name }: { name: string }) => name)).toEqual(['Cafe Cleo']);
  expect((await imports())[0].left).toBe(2);
});

const EXEMPTION = { certificate: 'MI-1', until: null, fileId: null };
test.each<[string, string, object]>([
  ['tags', '', { action: 'tags', tags: ['VIP'] }],
  ['the tags that it already had', '', { action: 'tags', tags: ['vip', 'retainer'] }],
  ['a responsible person', '', { action: 'assign', adminId: 1 }],
  ['an exemption', '/people', { action: 'exempt', exemption: EXEMPTION }],
  ['a note', '', { action: 'note', text: 'Called', key: '0b0f1c8e-3f0a-4c39-9c0e-2f7a4f5d1a11' }],
])('a customer who got %s since stays after an undo, whatever the import brought', async (_, path, body) => {
  for (const rowsOfFile of [[CUSTOMER], [CUSTOMER, PAID], [PAID], [UNPAID, PAID]]) {
    const { run, undo, act, list } = await openShop();
    await run(file(...rowsOfFile));
    const cleo = (await list()).find(({ name }: { name: string }) => name === 'Cafe Cleo');
    expect((await act(`/api/admin/customers/${cleo.id}${path}`, body)).status).toBe(200);
    const before = (await list()).find(({ id }: { id: number }) => id === cleo.id);
    expect(await undo(1)).toContain('These have changed since and stay: cleo@cafe.example');
    // A second undo changes nothing more.
    await undo(1);
    expect(await list()).toEqual([
      { ...before, orders: 0, paid: '0.00', lastAt: expect.any(String), firstAt: expect.any(String) },
    ]);
  }
});

test('a customer who was joined with another one since stays', async () => {
  const { app, run, undo, act, list } = await openShop();
  await buyWithCard(app, aDraft({ email: 'ada@cafe.example' }));
  await run(file(CUSTOMER));
  await act('/api/admin/customers/1/people', { action: 'join', other: 2 });
  await undo(1);
  expect((await list())[0].people).toMatchObject([
    { email: 'ada@cafe.example' },
    { email: 'cleo@cafe.example' },
  ]);
});

test('whatever table names an order, an undo leaves an order that is in it', async () => {
  const { app, run } = await openShop();
  const { $client: sql } = app.db;
  await run(file(PAID));
  const [order] = rows.orders(app.db);
  /** What an import stores itself, or what says nothing about an order. */
  const OWN = new Set(['orders', 'order_lines', 'agreements', 'search_queue', 'webhook_events', 'refunds']);
  const NAMES = /^(?:order_number|case_id|order_id|agreement_id|paid_by)$/;
  const ALSO = new Set(['payment_requests.paid_by']);
  const places = sql
    .prepare<[], { table: string; column: string }>(
      `SELECT tables.name AS "table", columns.name AS "column" FROM sqlite_master AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE '%search%'`,
    )
    .all()
    .filter(({ table, column }) => NAMES.test(column) && !OWN.has(table) && !ALSO.has(`${table}.${column}`))
    // What has a case is found by it.
    .filter(
      ({ table, column }, _, all) =>
        column !== 'order_number' ||
        !all.some((other) => other.table === table && other.column === 'case_id'),
    );
  expect(places.length).toBeGreaterThan(12);
  sql.pragma('foreign_keys = OFF');
  for (const { table, column } of places) {
    sql.exec('BEGIN');
    const triggers = sql.prepare(`SELECT name FROM sqlite_master WHERE type = 'trigger'`).pluck().all();
    for (const name of triggers) sql.exec(`DROP TRIGGER ${name}`);
    const columns = sql
      .prepare<[string], { name: string; type: string }>(
        `SELECT name, type FROM pragma_table_info(?) WHERE "notnull" AND dflt_value IS NULL AND NOT (pk AND type = 'INTEGER')`,
      )
      .all(table)
      .filter(({ name }) => name !== column);
    const names = [column, ...columns.map(({ name }) => name)];
    const values = [
      /^(?:order|agreement)_id$/.test(column) ? order?.id : order?.orderNumber,
      ...columns.map(({ type }) => (type === 'TEXT' ? '[]' : 1)),
    ];
    sql.prepare(`INSERT INTO ${table} (${names.join()}) VALUES (${names.map(() => '?').join()})`).run(values);
    expect({ table, kept: undoImport(app.db, 1)?.kept }).toEqual({ table, kept: ['ORD-10001'] });
    sql.exec('ROLLBACK');
  }
  sql.pragma('foreign_keys = ON');
});

test('an undo leaves an order that a draft quote is about', async () => {
  const { app, run, undo, act } = await openShop();
  await run(file(PAID));
  const [{ email } = expect.fail()] = rows.orders(app.db);
  const quote = aQuote({ orderNumber: 'ORD-10001', email, send: false });
  expect((await act('/api/json/quotes', quote)).status).toBe(200);
  expect(await undo(1)).toContain('ORD-10001');
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('an imported customer who orders stays a customer after an undo', async () => {
  const { app, run, undo, list } = await openShop();
  await run(file(CUSTOMER));
  await buyWithCard(app, aDraft({ email: 'cleo@cafe.example', businessName: 'Cafe Cleo Two' }));
  expect(await undo(1)).toBe('1 row removed');
  expect(await list()).toMatchObject([{ id: 1, name: 'Cafe Cleo Two', orders: 1 }]);
});

test('a past order does not rename the customer of a later one', async () => {
  const { app, run, list } = await openShop();
  await buyWithCard(app, aDraft({ email: 'cleo@cafe.example', businessName: 'New Name' }));
  await run(file(PAID));
  expect(await list()).toMatchObject([{ name: 'New Name', orders: 2 }]);
});

test('a PayPal subscription becomes a note on its customer, once', async () => {
  const { run, see, undo, check, list } = await openShop();
  const text = `${PAYPAL_HEAD}\nCLEO@cafe.example,PayPal,I-ABC123,30,monthly,2026-12-01\n`;
  const paypal = { name: 'paypal.csv', text };
  await run(paypal);
  const { notes, name } = await see('/api/json/customers/1');
  expect(name).toBe('cleo@cafe.example');
  expect(notes[0].text).toBe(
    [
      'Imported from paypal.csv, line 2.',
      'cleo@cafe.example',
      'Has a PayPal subscription I-ABC123 of $30.00 a month that Northlight doesn’t manage.',
      'The next charge was to be on 2026-12-01.',
    ].join('\n'),
  );
  expect((await check(paypal)).counts).toEqual({ add: 0, exists: 1, refused: 0 });
  expect(await undo(1)).toBe('1 row removed');
  expect(await list()).toEqual([]);
});

test('a person is found, exported, and erased with what was imported about them', async () => {
  const { app, run, act, see } = await openShop();
  await run(file(CUSTOMER, PAID));
  const email = 'CLEO@cafe.example';
  expect((await act('/api/admin/privacy/find', { email })).body.orders).toEqual(['ORD-10001']);
  expect((await act('/api/admin/privacy/erase', { email })).status).toBe(200);
  expect((await act('/api/admin/privacy/find', { email })).status).toBe(404);
  expect((await see('/api/json/customers')).customers).toEqual([]);
  const left = app.db.$client.serialize().toString('latin1').toLowerCase();
  for (const word of ['cleo', 'menu page', '555-0101', 'likes']) expect(left).not.toContain(word);
  expect(rows.orders(app.db)[0]).toMatchObject({ initialPaymentCents: 106_000, missingForms: [] });
});

test('files of other systems: encodings, semicolons, tabs, and texts that look like formulas', async () => {
  const { check, run, list } = await openShop();
  const bytes = {
    utf8: Buffer.from('\ufeffemail;name\r\nzoe@cafe.example;Zoë\r\n'),
    windows: Buffer.from('email;name\r\nzoe@cafe.example;Zo\u00eb\r\n', 'latin1'),
    utf16: Buffer.from('\ufeffemail\tname\r\nzoe@cafe.example\tZoë\r\n', 'utf16le'),
  };
  for (const one of Object.values(bytes)) {
    const checked = await check({ name: 'a.csv', text: decodeText(one) });
    expect(checked).toMatchObject({ counts: { add: 1 }, rows: [{ who: 'zoe@cafe.example' }], unread: [] });
  }
  await run({ name: 'a.csv', text: decodeText(bytes.windows).replace('Zoë', '"=HYPERLINK(""x"")"') });
  expect((await list())[0].name).toBe('=HYPERLINK("x")');
});

test('what is no such file is refused in words, and a large one quickly', async () => {
  const { check } = await openShop();
  const refusal = async (text: string) => (await check({ name: 'a.csv', text })).message;
  expect(await refusal('name,amount\na,1')).toContain('one of them must be “email”');
  expect(await refusal('email,name\na@b.example,"open')).toContain('isn’t readable as CSV');
  expect(await refusal('email,name\n')).toContain('no rows');
  expect(await refusal('')).toContain('must name the columns');
  const long = `email,name\n${'a@b.example,Ann\n'.repeat(100_000)}`;
  expect(await refusal(long)).toBe('The file has more than 5,000 rows. Split it.');
  expect(await refusal('x'.repeat(5_000_001))).toContain('larger than 5 MB');
});

test('the most rows are imported at once', { tags: ['long'] }, async () => {
  const { app, run } = await openShop();
  const orders = Array.from({ length: MAX_IMPORT_ROWS }, (_, nth) =>
    PAID.replace('cleo@', `cleo${nth % 700}@`).replace('2024-17', `old-${nth}`),
  );
  expect((await run(file(...orders))).body.message).toBe('5,000 rows imported');
  checkTallies(app.db);
});

test('a new order reads only the orders of its own customer', async () => {
  const { app } = await openShop();
  const trigger = app.db.$client
    .prepare<[], string>(`SELECT sql FROM sqlite_master WHERE name = 'customer_orders_insert'`)
    .pluck()
    .get();
  const later = /NOT EXISTS \(SELECT 1 FROM customer_people CROSS JOIN orders.*?NEW\.created_at\)/s.exec(
    trigger ?? '',
  );
  const plan = app.db.$client
    .prepare<[], { detail: string }>(`EXPLAIN QUERY PLAN SELECT ${later?.[0].replaceAll(/NEW\.\w+/g, "'x'")}`)
    .all()
    .map(({ detail }) => detail);
  expect(plan).toContain('SEARCH orders USING INDEX orders_email (<expr>=?)');
});
