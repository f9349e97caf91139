import type { NewQuoteInput } from '@northlight/shared/contracts/write-quote.ts';
import { currentCatalog } from '../../src/db/catalogs.ts';
import { shopVersions } from '../../src/db/schema/server.ts';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { confirmCard, decidePaypal } from './purchase-steps.ts';
import { startTestApp, type TestApp } from './test-app.ts';

export const BUYER = 'ada@marlow-bicycles.example';

/** One page for $450.00, sent at once. */
export const aQuote = (changes: Partial<NewQuoteInput> = {}): NewQuoteInput => ({
  email: BUYER,
  firstName: 'Ada',
  lastName: 'Marlow',
  businessName: 'Marlow Bicycles',
  message: 'This is what we talked about.',
  validDays: 14,
  lines: [{ name: 'Three more pages', quantity: 3, amount: '150.00', period: null }],
  send: true,
  ...changes,
});

/** A shop with an owner, and both sides of its quotes. */
export async function openQuotes(app?: TestApp) {
  const shop = app ?? (await startTestApp());
  await addAdmin(shop);
  return quotesOf(shop);
}

/** The same after a new login. */
export async function quotesOf(shop: TestApp) {
  const admin = await loggedIn(shop);
  const act = (number: string, action: object) => shop.post(`/api/json/quotes/${number}`, action, admin);
  return {
    app: shop,
    admin,
    act,
    write: (changes: Partial<NewQuoteInput> = {}) => shop.post('/api/json/quotes', aQuote(changes), admin),
    /** The newest version of a quote, as its customer has it. */
    link: async (number = 'Q-1001') => customerOf(shop, new URL((await readQuote(shop, number, admin)).link)),
    read: (number = 'Q-1001') => readQuote(shop, number, admin),
  };
}

const readQuote = async (app: TestApp, number: string, admin: { cookie: string }) =>
  (await app.get(`/api/json/quotes/${number}`, admin)).body.quote;

/** What a customer does with the link of a quote. */
export function customerOf(app: TestApp, { searchParams }: URL) {
  const [quote, key] = [searchParams.get('quote') ?? '', searchParams.get('key') ?? ''];
  const read = async () => (await app.get(`/api/quote?${searchParams}`)).body;
  const draft = async () => ({
    checkoutId: (await read()).payment.checkoutId,
    link: { order: quote, key },
  });
  const accept = async (changes: object = {}) => {
    const { total, version } = await read();
    return app.post('/api/quote/accept', { quote, key, name: 'Ada Marlow', total, version, ...changes });
  };
  return {
    quote,
    key,
    read,
    draft,
    accept,
    decline: (reason = '') => app.post('/api/quote/decline', { quote, key, reason }),
    ask: (text: string) =>
      app.post(`/api/quote/messages?${searchParams}`, { key: crypto.randomUUID(), text }),
    payByCard: async () => payByCard(app, await draft()),
    acceptAndPay: async () => {
      await accept();
      await payByCard(app, await draft());
    },
    payWithPaypal: async () => payWithPaypal(app, await draft()),
  };
}

type Linked = { checkoutId: string; link: { order: string; key: string } };

export async function payByCard(app: TestApp, draft: Linked) {
  const intent = await app.post('/api/create-payment-intent', { amount: 1, ...draft });
  if (intent.status !== 200) return intent;
  if (intent.body.order) return intent;
  await confirmCard(app, intent.body.clientSecret);
  return app.post('/api/checkout', {
    ...draft,
    paymentMethod: 'credit-card',
    paymentIntentId: intent.body.paymentIntentId,
  });
}

export async function payWithPaypal(app: TestApp, draft: Linked) {
  const started = await app.post('/api/process-paypal', { amount: 1, ...draft });
  if (started.status !== 200) return started;
  const { paypalOrderId } = started.body;
  await decidePaypal(app, paypalOrderId, 'approve');
  return app.post('/api/checkout', { ...draft, paymentMethod: 'paypal', paypalOrderId });
}

/** The owner publishes another sales tax a minute later. */
export function publishTax({ db, clock }: TestApp, percent: number): void {
  clock.now = new Date(clock.now.getTime() + 60_000);
  const { services, addons } = currentCatalog(db);
  const taxes = [{ state: 'MI', name: 'Michigan', percent }];
  const values = { services, addons, taxes, content: {}, business: null };
  const times = { publishedAt: clock.now, createdAt: clock.now };
  db.insert(shopVersions)
    .values({ ...times, values, state: 'published' })
    .run();
}
