import { DEFAULT_CATALOG } from '@northlight/shared/catalog/default-catalog.ts';
import { dollarsToCents } from '@northlight/shared/catalog/money.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { computePrice } from '@northlight/shared/catalog/price.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Seller } from '../../db/schema/server.ts';
import { pdfExtent, pdfLines, pdfPages } from '../../../test/fixtures/pdf-text.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import { contentOf, type About, type DocumentContent } from './document-content.ts';
import type { Document } from './documents.ts';
import { loadFonts, runsOf } from './fonts.ts';
import { writePdf } from './write-pdf.ts';
import { isPrintable, printableBuyer } from '@northlight/shared/catalog/printable.ts';

const AT = new Date('2026-11-21T10:00:00.000Z');
const seller: Seller = {
  business: {
    name: 'Northlight Studio',
    email: 'hi@x.example',
    phone: '1',
    address: '214 North Light Lane',
    taxId: '',
  },
  timeZone: 'UTC',
};

const aContent = (changes: Partial<DocumentContent>): DocumentContent => ({
  title: 'Invoice',
  name: 'Invoice INV-1001',
  business: seller.business,
  issuedAt: AT,
  facts: [{ label: 'Number', value: 'INV-1001' }],
  buyer: ['Marlow Bicycles'],
  warnings: [],
  rows: [{ kind: 'today', label: 'Total', amount: '$149.00' }],
  notes: [],
  ...changes,
});

const HOSTILE = [
  ['one long word', 'x'.repeat(5_000)],
  ['long text', 'A business with a name that never ends. '.repeat(125)],
  ['Chinese', '漢字'.repeat(2_500)],
  ['right to left', 'مرحبا שלום \u202Eevil\u202C '.repeat(300)],
  ['control characters', 'a\u0000b\u0007c\u001b[31m\n\r\t\u2028\u200b'.repeat(300)],
  ['combining marks', 'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L'.repeat(50)],
  ['lone surrogates and emoji', '\ud800 👩‍👩‍👧‍👦 \udfff'.repeat(300)],
  ['PDF syntax', '(\\) Tj ET endstream endobj %%EOF '.repeat(150)],
] as const;

test.each(HOSTILE)('%s stays on the paper and hides nothing after it', async (_name, text) => {
  const pdf = await writePdf(
    aContent({
      buyer: [text, text.slice(0, 200), 'Last line of the customer'],
      rows: [
        { kind: 'line', label: text.slice(0, 1_000), amount: '$149.00', serviceId: 'website' },
        { kind: 'today', label: 'Total', amount: '$149.00' },
      ],
      notes: [text, 'Last note'],
    }),
  );
  const lines = (await pdfPages(pdf)).flat();
  for (const line of ['Last line of the customer', 'Total $149.00', 'Last note'])
    expect(lines).toContain(line);
  const { right, bottom } = await pdfExtent(pdf);
  expect(right).toBeLessThan(612 - 36);
  expect(bottom).toBeGreaterThan(36);
});

test('a letter that no font has is shown as missing, and a symbol is left out', async () => {
  const buyer = ['漢 & Sons', 'Byron’s Bakery 🥐', 'Ada ❤️ Byron', '①②③ Ltd ⚡'];
  const lines = (await pdfPages(await writePdf(aContent({ buyer })))).flat();
  expect(lines.join('\n')).toContain('\uFFFD & Sons');
  expect(lines).toContain('Byron’s Bakery');
  expect(lines.join('\n')).toMatch(/Ada +Byron/);
});

test('the email address stands in for names in scripts that the fonts lack, and a name that they have stays', () => {
  expect(printableBuyer(['مخبز النور', 'محمد علي', 'Columbus, OH 43004'], 'ada@bakery.example')).toEqual([
    'ada@bakery.example',
    'Columbus, OH 43004',
  ]);
  for (const name of ['בית קפה', '北光', 'ฟ้า', 'नमस्ते', '한빛', 'さくら', 'Ʌ\u{1F600} 漢'])
    expect(printableBuyer([name], 'ada@bakery.example')).toEqual(['ada@bakery.example']);
  for (const name of ['Łukasz Ångström', 'Νίκος', 'Владимир', 'Nguyễn', 'Byron’s 🥐 & Co. №1', '  '])
    expect(printableBuyer([name], 'a@b.example')).toEqual([name, 'a@b.example']);
});

test('the fonts have every letter that is taken for printable in everyday names', () => {
  const [first, last] = ['A'.codePointAt(0) ?? 0, 0x4ff];
  const missing: string[] = [];
  for (let code = first; code <= last; code += 1) {
    const letter = String.fromCodePoint(code);
    const isCommon = /[\p{Script=Latin}\p{Script=Cyrillic}]/u.test(letter) && code < 0x250;
    if (isCommon && isPrintable(letter) && runsOf(letter, 'text').some(({ text }) => text === '\uFFFD'))
      missing.push(letter);
  }
  expect(missing).toEqual([]);
});

test('no mark on a letter stops a PDF, and one that can’t be placed is left out', async () => {
  for (const face of ['text', 'bold', 'display'] as const)
    for (const { name, parsed, characters } of loadFonts()[face]) {
      const all = Array.from(characters, (code) => String.fromCodePoint(code));
      const marks = all.filter((one) => /\p{M}/u.test(one));
      for (const letter of name.includes('noto') ? [] : all)
        for (const mark of marks)
          for (const run of runsOf(letter + mark, face))
            if (run.font === name) expect(() => parsed.layout(run.text, { tnum: true })).not.toThrow();
    }
  const pdf = await writePdf(aContent({ buyer: ['\u0133\u0300sland'] }));
  expect((await pdfPages(pdf)).flat()).toContain('\u0133sland');
});

test('a document has the same bytes after others as before', async () => {
  const content = aContent({ buyer: ['Žofie Ångström & Sons', 'Δelta ½ ∆', 'Office, affiliate'] });
  const before = await writePdf(content);
  for (const [, text] of HOSTILE) await writePdf(aContent({ buyer: [text.slice(0, 500)] }));
  expect(Buffer.compare(await writePdf(content), before)).toBe(0);
});

test('every page of a long document says which one it is', async () => {
  const pages = await pdfPages(await writePdf(aContent({ buyer: ['word '.repeat(3_000)] })));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((lines, index) =>
    expect(lines.at(-1)).toBe(`Invoice INV-1001, page ${index + 1} of ${pages.length}`),
  );
});

const centsOf = (amount: string | undefined) =>
  amount === undefined ? 0 : dollarsToCents(Number(amount.replaceAll(/[^\d.]/g, '')));

test('lines, discount, tax, and total always add up', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom(...SERVICE_IDS), { minLength: 1 }),
      fc.uniqueArray(fc.constantFrom(...DEFAULT_CATALOG.addons.map(({ id }) => id))),
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom('MI', 'OH'),
      (serviceIds, addonIds, amountOffCents, state) => {
        const bought = computePrice(
          DEFAULT_CATALOG,
          { serviceIds, addonIds, isYearly: false },
          { code: 'OFF', amountOffCents },
          {
            state,
            postalCode: '48104',
          },
        );
        const { rows } = contentOf(anAbout(bought), aDocument(bought.dueTodayCents));
        const sum = (...kinds: string[]) =>
          rows
            .filter(({ kind }) => kinds.includes(kind))
            .reduce((all, { amount }) => all + (centsOf(amount) || 0), 0);
        const [lines, subtotal] = [sum('line', 'addon'), sum('subtotal')];
        expect(lines).toBe(subtotal);
        const discounted = subtotal - sum('discount');
        if (sum('tax') > 0) expect(sum('tax-base')).toBe(discounted);
        expect(sum('tax')).toBe(state === 'MI' ? Math.floor((discounted * 6 + 50) / 100) : 0);
        expect(sum('today')).toBe(discounted + sum('tax'));
        expect(sum('today')).toBe(bought.dueTodayCents);
      },
    ),
  );
});

test.each([
  [3_180, ['Subtotal $30.00', 'Taxable amount $30.00', 'Tax (6%) $1.80', 'Total $31.80']],
  [3_000, ['Subtotal $30.00', 'Tax $0.00', 'Total $30.00']],
])('a recurring charge of %i cents shows the tax that was agreed on', (amountCents, expected) => {
  const bought = computePrice(
    DEFAULT_CATALOG,
    { serviceIds: ['website'], addonIds: [], isYearly: false },
    null,
    { state: 'MI', postalCode: '48104' },
    amountCents > 3_000,
  );
  const charge = { dueAt: AT, paidAt: AT, amountCents, state: 'paid' };
  const { rows } = contentOf(anAbout(bought), { ...aDocument(amountCents), charge } as Document);
  expect(rows.slice(1).map(({ label, amount }) => `${label} ${amount}`)).toEqual(expected);
});

function anAbout(bought: ReturnType<typeof computePrice>): About {
  const order = {
    ...bought,
    serviceTypes: ['website'],
    isYearly: false,
    orderNumber: 'ORD-10001',
    createdAt: AT,
    basePriceCents: bought.subtotalCents,
    initialPaymentCents: bought.dueTodayCents,
    recurringPaymentCents: bought.recurringCents,
    paymentMode: 'live',
    paymentMethod: 'paypal',
  } as unknown as OrderWithLines;
  return { order, payment: undefined, documents: [], seller };
}

const aDocument = (amountCents: number): Document => ({
  invoice: {
    number: 1_001,
    orderId: 1,
    refundId: null,
    chargeId: null,
    refundedCents: 0,
    amountCents: null,
    taxCents: null,
    state: null,
    createdAt: AT,
  },
  refund: null,
  charge: null,
  agreement: null,
  number: 'INV-1001',
  kind: 'invoice',
  amountCents,
  corrects: null,
  isVoid: false,
  period: null,
});

const WRITTEN = 'Three things:\n- the logo\n  - in blue\n\nThank you';
const ROW = { kind: 'line' as const, label: 'Website', amount: '$149.00' };
const offer = { message: '', options: [], howToAccept: '' };
const PLACES: [string, (text: string) => Partial<DocumentContent>][] = [
  ['the reason of a refund', (text) => ({ notes: [`Reason: ${text}`] })],
  ['the message of a quote', (message) => ({ offer: { ...offer, message } })],
  ['the description of a line', (details) => ({ rows: [{ ...ROW, details }] })],
  [
    'the description of an optional line',
    (details) => ({ offer: { ...offer, options: [{ ...ROW, details }] } }),
  ],
];

test.each(PLACES)('a text keeps its lines, paragraphs, and indents: %s', async (_, place) => {
  for (const typed of [WRITTEN, WRITTEN.replaceAll('\n', '\r\n'), WRITTEN.replace(':\n', ':\u2028')]) {
    const lines = await pdfLines(await writePdf(aContent(place(typed))));
    const first = lines.findIndex(({ text }) => text.endsWith('Three things:'));
    const [things, logo, blue, thanks] = lines.slice(first, first + 4);
    expect([logo?.text, blue?.text, thanks?.text]).toEqual(['- the logo', '- in blue', 'Thank you']);
    expect(blue?.x).toBeGreaterThan((logo?.x ?? Infinity) + 3);
    expect(thanks?.x).toBeCloseTo(logo?.x ?? 0);
    // The paragraphs have an empty line between them.
    const [line, gap] = [(things?.y ?? 0) - (logo?.y ?? 0), (blue?.y ?? 0) - (thanks?.y ?? 0)];
    expect(line).toBeGreaterThan(10);
    expect(gap).toBeCloseTo(2 * line);
  }
});
