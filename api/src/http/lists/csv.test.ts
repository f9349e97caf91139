import * as fc from 'fast-check';
import { anyText } from '@northlight/shared/contracts/test/any-text.ts';
import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, anAddon, buyWithCard } from '../../../test/fixtures/factories.ts';
import { aDentalForm, anOnHoldForm, aVoiceForm } from '../../../test/fixtures/form-factories.ts';
import { anOrder } from '../../../test/fixtures/outbox-fixtures.ts';
import { csvCell } from './csv.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import * as searchIndex from '../../db/search/search-index.ts';

/** The tests' own CSV parser, which follows RFC 4180 strictly. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (end === '' && row.length === 0) break;
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A console that reads files, as objects with the names of their columns. */
async function openOffice() {
  const office = await openConsole();
  const read = async (path: string) => {
    const response = await fetch(office.app.base + path, { headers: office.cookie });
    const [head = [], ...rows] = parseCsv(await response.text());
    return rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])));
  };
  return { ...office, read };
}

test.each([
  '=1+1',
  '+1+cmd|calc!A0',
  '-1+A1',
  '+1*2',
  '+',
  '-(A1)',
  '+1 313 555 0142 x5',
  '@SUM(A1)',
  '\t=1',
  '  =1',
  '\r=1',
  '＝1+1',
  '＠SUM(A1)',
  '=HYPERLINK("http://evil.example")',
])('%j is not run as a formula by spreadsheets', (text) => {
  expect(parseCsv(`${csvCell(text)}\r\n`)).toEqual([[`'${text}`]]);
});

test.each(['+1 313 555 0142', '+1 (313) 555-0142', '+1.313.555.0142', '-80.00', '(313) 555-0142', '-5'])(
  '%j is a number, which other programs read as it is',
  (text) => {
    expect(csvCell(text)).toBe(text);
  },
);

test('any text is preserved, with at most a leading apostrophe', () => {
  fc.assert(
    fc.property(fc.array(anyText(), { minLength: 1 }), (cells) => {
      const [row] = parseCsv(`${cells.map(csvCell).join(',')}\r\n`);
      expect(row?.map((cell, index) => (cell === `'${cells[index]}` ? cells[index] : cell))).toEqual(cells);
    }),
  );
});

test('the file has exactly the filtered rows of all pages', async () => {
  const { app, cookie } = await openConsole();
  for (let index = 0; index < 1_203; index += 1) {
    const businessName = index === 7 ? '=cmd|calc' : 'Marlow';
    const order = anOrder({ serviceTypes: [index % 2 ? 'voice' : 'website'], businessName });
    searchIndex.refreshOrder(app.db, orderStore.insert(app.db, order, []).orderNumber);
  }
  const response = await fetch(`${app.base}/api/json/orders.csv?service=voice&limit=2&sort=oldest`, {
    headers: cookie,
  });
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="orders.csv"');
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [head, ...rows] = parseCsv(new TextDecoder().decode(bytes));
  expect(head?.slice(0, 2)).toEqual(['Order', 'Date']);
  expect(rows).toHaveLength(601);
  expect(rows[0]?.[0]).toBe('ORD-10002');
  expect(rows[3]?.[head?.indexOf('Business') ?? -1]).toBe("'=cmd|calc");
});

test('the file of orders has phone, add-ons, extras, promo code, discount and tax', async () => {
  const { app, read } = await openOffice();
  const addons = [anAddon('revisions'), anAddon('custom-domain')];
  await buyWithCard(app, aDraft({ serviceTypes: ['website'], addons, promoCode: 'SAVE50', state: 'MI' }), {
    seoOptimization: true,
    blogSetup: true,
  });
  const [order] = await read('/api/json/orders.csv');
  expect(order).toMatchObject({
    // A leading parenthesis does not start a formula.
    Phone: '(555) 010-4477',
    'Add-ons': 'Extra Design Revisions, Custom Domain Setup',
    'SEO optimization': 'true',
    'Blog setup': 'true',
    'Extra revisions': 'false',
    'Promo code': 'SAVE50',
    Discount: '50.00',
    Net: '197.00',
    Tax: '11.82',
    Total: '208.82',
    Refunded: '0.00',
    State: 'MI',
    ZIP: '43004',
    // 10:00 in UTC.
    Date: '2026-11-21 05:00',
    Source: '',
  });
});

test('every answer of every form has a column', async () => {
  const { app, read } = await openOffice();
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ notes: 'two\nlines' }));
  await app.post('/api/voice-agent-form-submission', aDentalForm());
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  const [dental, voice] = await read('/api/json/voice-agent-submissions.csv');
  expect(voice).toMatchObject({
    Notes: 'two\nlines',
    'Business name': 'Marlow Bicycles',
    'Practice name': '',
  });
  expect(dental).toMatchObject({ 'Practice name': 'Riverside Dental', Languages: 'Spanish, Arabic' });
  expect(await read('/api/json/on-hold-submissions.csv')).toMatchObject([
    {
      'Business niche': 'Bicycle repairs',
      'Custom message': 'Thank you for calling. Ask about our winter service.',
    },
  ]);
});
