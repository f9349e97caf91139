import { expect, test } from 'vitest';
import { decodeText } from '@northlight/shared/contracts/import.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { readCsv } from './read-csv.ts';
import { readRows } from './read-rows.ts';

async function openShop() {
  const { app, cookie, see } = await openConsole();
  const post = async (path: string, text: string) =>
    (await app.post(`/api/admin/imports${path}`, { name: 'a.csv', text, skipsRefused: true }, cookie)).body;
  return {
    app,
    see,
    check: (text: string) => post('/check', text),
    /** The stored orders of a file. */
    orders: async (text: string) => {
      await post('', text);
      return app.db.$client.prepare('SELECT * FROM orders').all() as Record<string, string | number>[];
    },
  };
}

test('dates as shops export them are days in the studio’s zone, and unclear ones are refused', async () => {
  const { check, orders } = await openShop();
  const days = [
    ['2024-03-05', '2024-03-05'],
    ['2024/3/5', '2024-03-05'],
    ['20240305', '2024-03-05'],
    ['2024-03-05 14:22:01', '2024-03-05'],
    ['2024-03-05T14:22:01.123', '2024-03-05'],
    ['2024-03-06T02:22:01Z', '2024-03-05'],
    ['2024-03-05 23:30:00 -0500', '2024-03-05'],
    ['2024-03-05 23:30:00 -08:00', '2024-03-06'],
    ['2024-03-06 02:22:01 UTC', '2024-03-05'],
    ['2024-03-06T09:00:00+14:00', '2024-03-05'],
    ['3/5/2024', '2024-03-05'],
    ['3/5/24', '2024-03-05'],
    ['12/31/99', '1999-12-31'],
    ['03/05/2024 02:22 PM', '2024-03-05'],
    ['3/5/2024, 11:59:59 p.m. EST', '2024-03-05'],
    ['Mar 5, 2024', '2024-03-05'],
    ['March 5th, 2024 at 2:22 PM', '2024-03-05'],
    ['Tuesday, March 5, 2024', '2024-03-05'],
    ['Mar-05-2024', '2024-03-05'],
    ['5 Mar 2024', '2024-03-05'],
    ['05-Mar-24', '2024-03-05'],
    ['Wed, 06 Mar 2024 02:22:01 GMT', '2024-03-05'],
    ['Sept. 5, 2024', '2024-09-05'],
  ] as const;
  const unclear = [
    '31/12/2023',
    '31.12.2023',
    '2024-13-05',
    '2024-02-30',
    'Mar 2024',
    '45356',
    'yesterday',
    '5/2024',
  ];
  const file = [
    'email,date,amount',
    ...[...days.map(([typed]) => typed), ...unclear].map((typed, nth) => `a${nth}@b.example,"${typed}",5`),
  ].join('\n');
  const checked = await check(file);
  expect(checked.counts).toEqual({ add: days.length, exists: 0, refused: unclear.length });
  expect(checked.rows[0].why).toBe('date: The date must look like 2024-03-05 or 3/5/2024');
  const stored = await orders(file);
  expect(stored.map((order) => new Date(Number(order['created_at'])).toISOString().slice(0, 10))).toEqual(
    days.map(([, day]) => day),
  );
});

test.each(['45356', '45356.604'])(
  'a date that Excel stored as %s is refused with what to do',
  async (typed) => {
    const { check } = await openShop();
    const { rows } = await check(`email,date,amount\na@b.example,${typed},5`);
    expect(rows[0].why).toBe(
      `date: ${typed} is how Excel stores a date. Format the column as a date, and save the file again`,
    );
  },
);

test.each([
  'Amount paid',
  'Paid amount',
  'Total paid',
  'Amount (incl. tax)',
  'Total incl. tax',
  'Total (inc. tax)',
  'Total (with tax)',
  'Amount in USD',
  'Amount US$',
  'Amount billed',
  'Amt',
])('%s is the amount of a sale', async (head) => {
  const { check } = await openShop();
  const { rows } = await check(`Email,Name,Date,${head}\na@b.example,Cleo,2024-03-05,80.00`);
  expect(rows[0]).toMatchObject({ kind: 'order', fate: 'add' });
});

test.each(['Subtotal', 'Fee', 'Revenue', 'Charged', 'Betrag', 'Net amount'])(
  'sales whose money is in a column “%s” are no customers',
  async (head) => {
    const { check } = await openShop();
    const file = (cell: string) =>
      `Email,Name,Date,${head}\na@b.example,Cleo,2024-03-05,${cell}\nb@b.example,Dan,,`;
    for (const cell of ['80.00', '$80', '"1,080.00"'])
      expect(await check(file(cell))).toMatchObject({
        code: 'bad_input',
        message: 'Which column is the amount? Call it amount.',
      });
    // Whole numbers can be anything.
    expect((await check(file('80'))).rows[0].why).toBe('A customer');
  },
);

test('lists of customers may say since when, and how much they spent', async () => {
  const { check } = await openShop();
  for (const head of [
    'Total Spend',
    'Lifetime value',
    'Average order',
    'Store credit',
    'Amount (EUR)',
    'Total £',
  ])
    expect((await check(`Email,Created at,${head}\na@b.example,2024-03-05,80.00`)).rows[0].why).toBe(
      'A customer',
    );
});

test('other names of people’s columns, and an apostrophe before an address', async () => {
  const { orders } = await openShop();
  const [order] = await orders(
    "Mail,First,Last,Tel.,Date,Amount\n'cleo@cafe.example,Cleo,Park,(555) 010-4477,2024-03-05,5",
  );
  expect(order).toMatchObject({
    email: 'cleo@cafe.example',
    first_name: 'Cleo',
    last_name: 'Park',
    phone: '(555) 010-4477',
  });
});

test('a time in a column of UTC is a day in the studio’s zone', async () => {
  const { orders } = await openShop();
  const [order] = await orders('email,Created (UTC),amount\na@b.example,2024-03-06 02:22,5');
  expect(new Date(Number(order?.['created_at'])).toISOString()).toBe('2024-03-05T17:00:00.000Z');
});

test('a list of customers with dates is one, and invoices without a known amount are refused', async () => {
  const { check } = await openShop();
  const customers = await check(
    'First Name,Last Name,Email,Created at,Type\nCleo,Park,a@b.example,2024-03-05 10:00,Business',
  );
  expect(customers.rows[0].why).toBe('A customer');
  expect(customers.unread).toEqual(['Type']);
  const invoices = await check(
    'Client Email,Invoice #,Date Issued,Line Total\na@b.example,17,2024-03-05,80.00',
  );
  expect(invoices.rows[0].why).toBe(
    'It has an invoice number, but no column for its amount. Name that column “amount”.',
  );
});

test('line breaks and tabs in cells become commas and spaces, and the lines are still right', async () => {
  const { check, app, see, orders } = await openShop();
  const lines = [
    'email,name,address,note,amount,date',
    'cleo@cafe.example,"Cleo\r\nPark","12 Canal St\r\nSuite 4\r\n","One\r\nTwo",5,2024-01-01',
    'dan@deli.example,Dan\tOde,1 Main St,,5,2024-01-01',
    'nobody,,,,5,2024-01-01',
  ];
  const checked = await check(lines.join('\r\n'));
  expect(checked.rows.map(({ line }: { line: number }) => line)).toEqual([8, 2, 7]);
  expect(await orders(lines.join('\r\n'))).toMatchObject([
    { first_name: 'Cleo', last_name: 'Park', address: '12 Canal St, Suite 4' },
    { first_name: 'Dan', last_name: 'Ode' },
  ]);
  const note = app.db.$client.prepare('SELECT text FROM case_events').pluck().get();
  expect(note).toBe('Imported from a.csv, line 2.\nOne\nTwo');
  expect((await see('/api/json/cases/ORD-10002')).order.firstName).toBe('Dan');
});

test('empty cells behind the last column are ignored, and filled ones are not', async () => {
  const { check } = await openShop();
  const { rows } = await check('email,name,\na@b.example,Cleo,,,\nb@b.example,Cleo, ,Park');
  expect(rows.map(({ why }: { why: string }) => why)).toEqual([
    'It has more columns than the first line. Put quotes around texts with commas.',
    'A customer',
  ]);
});

test.each([
  ['a title above the names', 'Customers of Cafe Cleo\n\nName,Email\nCleo,a@b.example', 4],
  ['a line that names the separator', 'sep=;\nName;Email\nCleo;a@b.example', 3],
  ['separators that are bars', 'Name|Email\nCleo|a@b.example', 2],
  ['spaces behind commas', 'Email, Name\na@b.example, "Park, Cleo"', 2],
  ['tabs and empty cells', 'Name\tPhone\tEmail\n\t\ta@b.example', 2],
  ['line ends of old Macs', 'Name,Email\rCleo,a@b.example\r', 2],
])('%s: the rows are found', async (_, text, line) => {
  const { check } = await openShop();
  expect((await check(text)).rows).toMatchObject([{ line, who: 'a@b.example', why: 'A customer' }]);
});

test.each([
  ['Cleo Park <cleo@cafe.example>', ''],
  ['mailto:cleo@cafe.example', ''],
  ['\u202Dcleo@cafe.example\u200B', ''],
  ['cleo@cafe.example, ap@cafe.example', 'ap@cafe.example'],
  ['cleo@cafe.example;ap@cafe.example; x@cafe.example', 'ap@cafe.example, x@cafe.example'],
  ['cleo@cafe.example\nap@cafe.example', 'ap@cafe.example'],
])('the address %j belongs to Cleo', async (typed, others) => {
  const { app, orders } = await openShop();
  const [order] = await orders(`email,amount,date\n"${typed}",5,2024-01-01`);
  expect(order?.['email']).toBe('cleo@cafe.example');
  const note = String(app.db.$client.prepare('SELECT text FROM case_events').pluck().get());
  expect(note.split('\n').slice(1)).toEqual(others ? [`Other addresses: ${others}`] : []);
});

test.each([
  ['"Park, Cleo"', 'Cleo', 'Park'],
  ['"Park, Cleo, Jr."', 'Cleo', 'Park Jr.'],
  ['"Cleo Park, Jr."', 'Cleo', 'Park Jr.'],
  ['Cleo Park III', 'Cleo', 'Park III'],
  ['Cafe Cleo LLC', 'Cafe Cleo LLC', ''],
  ['"Cafe Cleo, Inc."', 'Cafe Cleo, Inc.', ''],
  ['Mary Ann Lee', 'Mary Ann', 'Lee'],
  ['Ann "Annie" Lee', 'Ann "Annie"', 'Lee'],
  ['Cleo', 'Cleo', ''],
  ['\u202ACleo\u202C\u00A0Park', 'Cleo', 'Park'],
])('the name %s is %s, then %s', async (name, first, last) => {
  const { orders } = await openShop();
  expect(await orders(`email,name,amount,date\na@b.example,${name},5,2024-01-01`)).toMatchObject([
    { first_name: first, last_name: last },
  ]);
});

test('marks and apostrophes of spreadsheets are left out', async () => {
  const { orders } = await openShop();
  const file = `email,name,phone,zip,amount,date,business\na@b.example,Cleo,'+15550101234,'43004,"$1,034.45",2024-01-01,'70s Diner\nb@b.example,Dan,\u202D(555) 010-1234\u202C,43004,' 80.00 ,2024-01-01,Deli`;
  expect(await orders(file)).toMatchObject([
    {
      phone: '+15550101234',
      postal_code: '43004',
      initial_payment_cents: 103_445,
      business_name: '’70s Diner'.replace('’', "'"),
    },
    { phone: '(555) 010-1234', initial_payment_cents: 8_000 },
  ]);
});

test('of two columns with one meaning, the better filled one counts', async () => {
  const { orders } = await openShop();
  const file =
    'Email,Company,Business Name,Price,Total,Created at,Order Date\na@b.example,,Cafe Cleo,50,60,2024-01-02,2024-01-01\nb@b.example,Deli,,50,,2024-01-02,';
  expect(await orders(file)).toMatchObject([
    {
      business_name: 'Cafe Cleo',
      initial_payment_cents: 6_000,
      created_at: Date.parse('2024-01-01T17:00:00Z'),
    },
    { business_name: 'Deli', initial_payment_cents: 5_000, created_at: Date.parse('2024-01-02T17:00:00Z') },
  ]);
});

test.each([
  ['Refunded', 'refused'],
  ['Void', 'refused'],
  ['Partially paid', 'refused'],
  ['Pending', 'refused'],
  ['Authorized', 'refused'],
  ['Uncollectible', 'refused'],
  ['Overdue', 'An order of $5.00, unpaid'],
  ['Unpaid', 'An order of $5.00, unpaid'],
  ['Completed', 'An order of $5.00, paid'],
  ['paid in full', 'An order of $5.00, paid'],
  ['PAID', 'An order of $5.00, paid'],
])('%s, in any column that says so', async (word, what) => {
  const { check } = await openShop();
  const kinds = ['Payment status', 'Invoice Status', 'Order Status', 'Financial Status'];
  for (const head of ['paid', 'Status', ...kinds]) {
    const { rows } = await check(`email,amount,date,${head}\na@b.example,5,2024-01-01,${word}`);
    const why =
      what === 'refused'
        ? `paid: “${word}” is neither paid nor unpaid. Only paid and unpaid orders can be imported`
        : what;
    expect(rows[0].why, head).toBe(why);
  }
});

test('what is no CSV is named, and one with far too many columns is refused at once', async () => {
  const { check } = await openShop();
  const utf16 = Buffer.from('email,name\r\na@x.example,Zoë\r\n', 'utf16le');
  expect((await check(decodeText(utf16))).rows).toMatchObject([{ who: 'a@x.example', fate: 'add' }]);
  expect((await check(decodeText(Buffer.from(utf16).swap16()))).rows).toMatchObject([{ who: 'a@x.example' }]);
  const workbook = decodeText(Buffer.from('504b030414000600080000002100ff', 'hex'));
  const table = '\n<table><tr><td>Email</td></tr></table>';
  for (const text of [workbook, table, '<?xml version="1.0"?><Workbook/>'])
    expect((await check(text)).message).toBe(
      'This isn’t a CSV file yet. Open it in Excel or Numbers, save it as CSV, and choose that file.',
    );
  expect((await check(`email${','.repeat(4_900_000)}`)).message).toBe('Line 1 has more than 500 columns.');
  expect((await check(`email,name\na@x.example${',x'.repeat(600)}`)).message).toBe(
    'Line 2 has more than 500 columns.',
  );
});

const HOURS = { timeZone: 'America/Detroit', from: 9, to: 17 } as never;
const read = (file: string) => readRows(file, HOURS);

test('a line with too many columns is refused before the rest of it is read', () => {
  // Its end would be another fault.
  for (const separator of [',', ';', '\t', '|'])
    for (const cell of ['', 'a', 'email', '"a"'])
      expect(() => readCsv(`email${separator}${`${cell}${separator}`.repeat(2_000)}"`)).toThrow(
        'Line 1 has more than 500 columns.',
      );
  expect(() => readCsv(`email\n\n${','.repeat(2_400_000)}"`)).toThrow('more than 500 columns');
  expect(readCsv(`email${',a'.repeat(499)}\nada@marlow-bicycles.example`)).toHaveLength(2);
});

test('a file with too many cells is refused before the rest of it is read', () => {
  const row = `ada@marlow-bicycles.example${',a'.repeat(499)}\n`;
  expect(() => readCsv(`email${',a'.repeat(499)}\n${row.repeat(1_000)}"`)).toThrow('too many cells');
});

const LONG = 200_000;
const units = ['_', "'", ' ', '\n ', 'a ', '@', '-', ';', '1,', 'refund '];

test.each(['email', 'name', 'note', 'date', 'amount', 'paid', 'invoice', 'Reference'])(
  'a cell of 200,000 characters in %s is read in one pass',
  (column) => {
    for (const unit of units) {
      const cell = unit.repeat(LONG / unit.length);
      const { rows } = read(
        `email,paid,date,amount,${column}\nada@marlow-bicycles.example,yes,2024-01-02,5,"${cell}!"`,
      );
      expect(rows).toHaveLength(1);
    }
  },
);

test('lines and addresses of a cell are read as before', () => {
  const { rows } = read(
    'email,name,address\n"Ada <ada@marlow-bicycles.example>; bob@designs.example","Ada\n\n Marlow","1 Main St\nDayton"',
  );
  expect(rows[0]).toMatchObject({
    row: {
      email: 'ada@marlow-bicycles.example',
      name: 'Ada Marlow',
      address: '1 Main St, Dayton',
      note: 'Other addresses: bob@designs.example',
    },
  });
});
