import { beforeEach, expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openQuotes } from '../../../test/shop/quote-steps.ts';

const NUMBER = 'ORD-10001';
const BANNER = { name: 'Extra banner', amount: '120.00' };
type Shop = Awaited<ReturnType<typeof openQuotes>>;

let shop: Shop;
/** The page of the order, for its customer. */
let page: string;

beforeEach(async () => {
  shop = await openQuotes();
  await buyWithCard(shop.app, aDraft());
  const [confirmation] = await shop.app.sentEmails();
  page = /\/order\?\S+/.exec(confirmation?.text ?? '')?.[0] ?? '';
});

/** What a PDF says. */
const textOf = async (path: string): Promise<string> => {
  const pdf = await fetch(shop.app.base + path);
  return (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat().join('\n');
};

const statusOf = async (number: string): Promise<string> =>
  (await shop.app.get(`/api/json/cases/${number}`, shop.admin)).body.workStatus;

async function setStatus(number: string, workStatus: string) {
  const path = `/api/admin/cases/${number}/work-status`;
  const { workVersion } = (await shop.app.get(`/api/json/cases/${number}`, shop.admin)).body;
  expect((await shop.app.post(path, { workStatus, workVersion }, shop.admin)).status).toBe(200);
}

async function quoteFor(...lines: object[]) {
  await shop.write({ orderNumber: NUMBER, discount: '10.00', lines: lines as (typeof BANNER)[] });
  const customer = await shop.link();
  await customer.accept();
  await customer.payByCard();
}

const ask = (reason: string, action: object = {}) =>
  shop.app.post(
    `/api/admin/cases/${NUMBER}/payment-requests`,
    { amount: '120.00', reason, ...action },
    shop.admin,
  );

const record = async () => {
  const { paymentRequests } = (await shop.app.get(`/api/json/cases/${NUMBER}`, shop.admin)).body;
  const path = `/api/admin/cases/${NUMBER}/payment-requests/${paymentRequests.at(-1).id}`;
  expect((await shop.app.post(path, { action: 'record', way: 'check' }, shop.admin)).status).toBe(200);
};

const PURCHASES: [string, string, () => Promise<unknown>][] = [
  ['a quote', 'Extra banner', () => quoteFor(BANNER)],
  [
    'a quote of several',
    'Extra banner × 2 and Photos',
    () => quoteFor({ ...BANNER, quantity: 2 }, { name: 'Photos', amount: '80.00' }),
  ],
  [
    'a quote of many',
    'Extra banner, Photos, and 2 more',
    () => quoteFor(BANNER, ...['Photos', 'Map', 'Film'].map((name) => ({ name, amount: '80.00' }))),
  ],
  ['a payment request', 'Extra banner', async () => void (await ask('Extra banner'), await record())],
];

test.each(PURCHASES)('%s is called %s in emails, the timeline, and the invoice', async (_, name, buy) => {
  const { app, admin } = shop;
  const [forCustomer, forStudio] = [await app.sentEmails(), await app.businessEmails()];
  const before = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  await buy();
  const toCustomer = (await app.sentEmails()).slice(forCustomer.length);
  const confirmation = toCustomer.find(({ subject }) => subject === `${name} for order ${NUMBER}`);
  expect(confirmation?.text).toContain(`You bought ${name} for order ${NUMBER}.`);
  const toStudio = (await app.businessEmails()).slice(forStudio.length);
  const news = toStudio.find(({ subject }) => subject.startsWith('New order ORD-10002'));
  expect(news?.text).toContain(`bought ${name} for order ${NUMBER}`);
  for (const { subject, text } of [...toCustomer, ...toStudio])
    expect(subject + text).not.toMatch(/revision|null|undefined/i);
  const after = (await app.get(`/api/json/cases/${NUMBER}`, admin)).body;
  const texts = after.timeline.map(({ text }: { text: string }) => text);
  expect(texts).toContainEqual(expect.stringMatching(`^${name} ordered \\(ORD-10002\\), \\$`));
  expect(texts.join()).not.toMatch(/revision/i);
  // Nothing is promised that was not sold.
  expect(after.services[0].roundsIncluded).toBe(before.services[0].roundsIncluded);
  const { documents } = (await app.get(`/api${page}`)).body;
  const invoice = await textOf(documents.at(-1).url);
  expect(invoice).toContain('Extra banner');
  expect(invoice).not.toMatch(/revision|null/i);
});

test('what a quote adds is new work on the case, also if that was delivered, and is delivered with it', async () => {
  await setStatus(NUMBER, 'delivered');
  await quoteFor(BANNER);
  const statuses = () => rows.orders(shop.app.db).map(({ workStatus }) => workStatus);
  expect(statuses()).toEqual(['new', 'new']);
  await setStatus('ORD-10002', 'in-progress');
  expect(statuses()).toEqual(['in-progress', 'in-progress']);
  await setStatus(NUMBER, 'delivered');
  expect(statuses()).toEqual(['delivered', 'delivered']);
});

test('a payment for an order in progress does not say that something was delivered', async () => {
  await setStatus(NUMBER, 'in-progress');
  await ask('Extra banner');
  await record();
  expect(await statusOf('ORD-10002')).toBe('in-progress');
  await setStatus(NUMBER, 'delivered');
  expect(await statusOf('ORD-10002')).toBe('closed');
});

test.each([100, 50])(
  'lines that repeat have their name and price in the quote, the order, and its papers, with %i percent paid at once',
  async (duePercent) => {
    const { app, admin, write, link } = shop;
    const care = { name: 'Hosting and care', quantity: 2, amount: '22.50', period: 'month' as const };
    await write({ lines: [BANNER, care], duePercent, discount: '10.00' });
    const customer = await link();
    const quotePdf = await textOf(`/api/quote/quote.pdf?quote=${customer.quote}&key=${customer.key}`);
    const sent = (await app.sentEmails()).at(-1)?.text ?? '';
    await customer.accept();
    await customer.payByCard();
    const { order } = (await app.get('/api/json/cases/ORD-10002', admin)).body;
    expect(order.price.lines.at(-1)).toMatchObject({
      name: 'Hosting and care × 2',
      amountCents: 0,
      note: '$45.00 a month',
    });
    const { orderUrl } = await customer.read();
    const { documents } = (await app.get(`/api${orderUrl}`)).body;
    const confirmed = (await app.sentEmails()).find(({ subject }) => subject === 'Your order ORD-10002');
    for (const paper of [quotePdf, sent, await textOf(documents[0].url), confirmed?.text]) {
      expect(paper).toMatch(/Hosting and care × 2:? \$45\.00 a month/);
      expect(paper).not.toMatch(/null|Recurring\b/);
    }
    for (const paper of [quotePdf, sent]) expect(paper).toMatch(/^Discount:? −\$10\.00$/m);
  },
);
