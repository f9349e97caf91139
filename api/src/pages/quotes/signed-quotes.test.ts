import { expect, test } from 'vitest';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { openQuotes, publishTax, quotesOf } from '../../../test/shop/quote-steps.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS } from '../../base/units.ts';

const TAXED = { state: 'MI', postalCode: '48104' };
const PHOTOS = { name: 'Photos', amount: '200.00', isOptional: true, description: 'Of your shop.' };
const CARE = { name: 'Care', amount: '40.00', period: 'month' as const };
const LINES = [{ name: 'Shop', amount: '400.00' }, PHOTOS, CARE];

type Shop = Awaited<ReturnType<typeof openQuotes>>;

const pdfOf = async (app: TestApp, path: string) => {
  const pdf = await fetch(app.base + path);
  return (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat();
};

/** All that a quote and its money say to its customer and to the studio, without what is typed anew. */
async function allPagesOf({ app, admin, link, read }: Shop, number: string) {
  const { read: readPage, quote, key } = await link(number);
  const { taxRules: _rules, ...page } = await readPage();
  const { quotes, figures } = (await app.get('/api/json/quotes', admin)).body;
  const { orderNumber } = page;
  // What they pay the next time is no part of it.
  const next = { revisions: null, taxPercent: null };
  const order = orderNumber && (await app.get(`/api/json/cases/${orderNumber}`, admin)).body;
  return {
    page,
    case: await read(number),
    listed: quotes.find((one: { number: string }) => one.number === number),
    figures,
    pdf: await pdfOf(app, `/api/quote/quote.pdf?quote=${quote}&key=${key}`),
    order: order && [{ ...order.order, ...next }, order.paymentRequests, order.documents, order.quotes],
    customerOrder: page.orderUrl && { ...(await app.get(`/api${page.orderUrl}`)).body, ...next },
    customer: (await app.get('/api/json/customers/1', admin)).body.quotes,
    invoice:
      page.orderUrl && (await pdfOf(app, `/api${page.orderUrl.replace('/order?', '/order/invoice.pdf?')}`)),
  };
}

const exempt = ({ app, admin }: Shop, certificate: string) =>
  app.post(
    '/api/admin/customers/1/people',
    { action: 'exempt', exemption: { certificate, until: null, fileId: null } },
    admin,
  );

const CHANGES: [string, (shop: Shop) => unknown][] = [
  ['a new rate', ({ app }) => publishTax(app, 7.25)],
  ['no tax any more', ({ app }) => publishTax(app, 0)],
  ['an exemption', (shop) => exempt(shop, 'MI-4471')],
];

const accept = async ({ link }: Shop, total = '424.00') => {
  const customer = await link();
  expect((await customer.accept({ without: [1], total })).status).toBe(200);
  return customer;
};

/** What becomes of the quote before the taxes change, and the total that was agreed or sent. */
const ENDS: [string, (shop: Shop) => Promise<unknown>, total: string][] = [
  ['accepted', (shop) => accept(shop), '$424.00'],
  [
    'accepted at another rate than it was sent with',
    async (shop) => {
      publishTax(shop.app, 5);
      await accept(shop, '420.00');
    },
    '$420.00',
  ],
  ['paid', async (shop) => (await accept(shop)).payByCard(), '$424.00'],
  [
    'accepted, then withdrawn',
    async (shop) => accept(shop).then(() => shop.act('Q-1001', { action: 'withdraw' })),
    '$424.00',
  ],
  ['declined', async ({ link }) => (await link()).decline('Too much.'), '$424.00'],
  ['withdrawn', ({ act }) => act('Q-1001', { action: 'withdraw' }), '$424.00'],
  [
    'expired',
    async ({ app }) => void (app.clock.now = new Date(app.clock.now.getTime() + 14 * DAY_MS)),
    '$424.00',
  ],
];

test.each(
  ENDS.flatMap(([end, run, total]) => CHANGES.map(([name, change]) => ({ end, run, total, name, change }))),
)(
  'a quote that is $end is shown as it was after $name: on every page, in the PDF, and in the invoice',
  async ({ run, total, change }) => {
    const shop = await openQuotes();
    await shop.write({ ...TAXED, lines: LINES });
    await run(shop);
    const later = await quotesOf(shop.app);
    const before = await allPagesOf(later, 'Q-1001');
    for (const shown of [before.pdf.join('\n'), before.invoice?.join('\n') ?? total])
      expect(shown).toContain(total);
    expect(before.listed.total).toBe(total.slice(1));
    await change(later);
    expect(await allPagesOf(later, 'Q-1001')).toEqual(before);
  },
);

test.each(CHANGES)(
  'after %s, the pages, the PDF, the invoice, and the request for the rest name the same agreed sums',
  async (_, change) => {
    const shop = await openQuotes();
    await shop.write({ ...TAXED, lines: LINES, duePercent: 40 });
    const customer = await accept(shop);
    await customer.payByCard();
    const later = await quotesOf(shop.app);
    await change(later);
    const { orderUrl } = await customer.read();
    const order = (await later.app.get('/api/json/cases/ORD-10001', later.admin)).body;
    const [{ id }] = order.paymentRequests;
    const requests = '/api/admin/cases/ORD-10001/payment-requests';
    await later.app.post(`${requests}/${id}`, { action: 'send' }, later.admin);
    const [open] = (await later.app.get(`/api${orderUrl}`)).body.requests;
    const { page, case: owners, pdf, invoice } = await allPagesOf(later, 'Q-1001');
    const sums = { whole: 42_400, now: 16_960, later: 25_440 };
    for (const { price } of [page, owners])
      for (const [part, dueTodayCents] of Object.entries(sums))
        expect(price[part]).toMatchObject({ dueTodayCents });
    expect([page.total, owners.total, order.order.price.dueTodayCents]).toEqual(['424.00', '424.00', 16_960]);
    expect(pdf).toContain('Total $424.00');
    expect(invoice).toContain('Total $169.60');
    expect([order.paymentRequests[0].amountCents, open.price.dueTodayCents]).toEqual([25_440, 25_440]);
    const asked = (await later.app.sentEmails()).at(-1);
    expect(asked?.subject).toBe('Payment request for order ORD-10001: $254.40');
  },
);
