import { randomUUID } from 'node:crypto';
import type { CheckoutDraftInput } from '@northlight/shared/contracts/checkout.ts';
import { expect, test } from 'vitest';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { buyWithPaypal, decidePaypal, startPaypal, pageLink } from '../../../test/shop/purchase-steps.ts';
import type { TestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';

const ADA = 'ada@marlow-bicycles.example';
const BO = 'bo@elsewhere.example';
const EXEMPTION = { certificate: 'MI-4471', until: null, fileId: null };
const TAXED = { state: 'MI', city: 'Ann Arbor', postalCode: '48104' };

type Change = Partial<CheckoutDraftInput>;

/** A shop with an exempt customer, Ada, who ordered before she was exempt, and another one, Bo. */
async function openShop(options: Parameters<typeof openConsole>[0] = {}) {
  const office = await openConsole(options);
  const { app, act } = office;
  await buyWithCard(app, aDraft({ email: ADA, ...TAXED }));
  await buyWithCard(app, aDraft({ email: BO, ...TAXED }));
  const exempt = (exemption: object | null) =>
    act('/api/admin/customers/1/people', { action: 'exempt', exemption });
  await exempt(EXEMPTION);
  /** The key that the page of all orders has for another website. */
  const keyOf = async (email: string) => {
    await app.post('/api/orders-link', { email });
    const texts = (await app.sentEmails()).filter(({ to }) => to === email).map(({ text }) => text);
    const [key] = texts.flatMap((text) => /\/orders\?key=(\S+)/.exec(text)?.[1] ?? []).slice(-1);
    const { offers } = (await app.get(`/api/orders?key=${key}`)).body;
    return new URL(offers[0].url, 'https://shop.example').searchParams.get('resume') ?? '';
  };
  const open = async (key: string) => (await app.post('/api/unfinished-checkout/resume', { key })).body;
  const start = (draft: object, path = '/api/create-payment-intent') =>
    app.post(path, { amount: 149, ...draft });
  return { ...office, exempt, keyOf, open, start };
}

const draftOf = (change: Change = {}) => aDraft({ email: ADA, ...TAXED, ...change });
const invoiceOf = async (app: TestApp, orderNumber: string) => {
  const link = new URLSearchParams(pageLink(app, orderNumber));
  const pdf = await fetch(`${app.base}/api/order/invoice.pdf?${link}`);
  return (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat();
};
const REFUSED = {
  code: 'exemption_ended',
  message: expect.stringContaining('The total is now $157.94. You haven’t been charged.'),
};

test('an exempt customer with their own link pays no sales tax, and order, invoice, and email say so', async () => {
  const { app, keyOf, open, see } = await openShop();
  const exemptionKey = await keyOf(ADA);
  const opened = await open(exemptionKey);
  expect(opened).toMatchObject({ isExempt: true, information: { email: ADA, state: 'MI' } });
  const draft = draftOf({ checkoutId: opened.checkoutId, exemptionKey, promoCode: 'SAVE50' });
  expect((await buyWithCard(app, draft)).body.order).toMatchObject({ initialPayment: '99.00', isPaid: true });
  expect(rows.orders(app.db)[2]).toMatchObject({
    taxCents: 0,
    terms: { taxPercent: 0, exempt: 'MI-4471', services: { website: {} } },
  });
  expect((await see('/api/json/cases/ORD-10003')).order.price.terms.exempt).toBe('MI-4471');
  const text = await invoiceOf(app, 'ORD-10003');
  expect(text).toContain('Exempt from sales tax $0.00');
  expect(text).toContain('Exempt from sales tax, certificate MI-4471.');
  const email = (await app.sentEmails()).find(({ subject }) => subject.includes('ORD-10003'));
  expect(email?.text).toContain('Exempt from sales tax');
  // The key opens all orders of its person, so it isn't kept with the checkout.
  expect(JSON.stringify(rows.drafts(app.db))).not.toContain(exemptionKey);
});

test('PayPal charges an exempt customer no sales tax either, and what was approved still counts', async () => {
  const { app, keyOf, exempt } = await openShop();
  const exemptionKey = await keyOf(ADA);
  await buyWithPaypal(app, draftOf({ exemptionKey }));
  const draft = draftOf({ exemptionKey });
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  await exempt(null);
  const sent = aCheckout(draft, { paymentMethod: 'paypal', paypalOrderId });
  expect((await app.post('/api/checkout', sent)).body.order).toMatchObject({ initialPayment: '149.00' });
  expect(rows.orders(app.db).slice(2)).toMatchObject([
    { taxCents: 0, terms: { exempt: 'MI-4471' }, paymentStatus: 'completed' },
    { taxCents: 0, terms: { exempt: 'MI-4471' }, paymentStatus: 'completed' },
  ]);
});

test('with RECURRING_TAX on, an exempt customer’s recurring payment has no tax', async () => {
  const { app, keyOf } = await openShop({ env: { taxesRecurring: true } });
  await buyWithCard(app, draftOf({ exemptionKey: await keyOf(ADA) }));
  expect(rows.orders(app.db).map(({ recurringPaymentCents }) => recurringPaymentCents)).toEqual([
    3_180, 3_180, 3_000,
  ]);
  expect(rows.orders(app.db)[2]?.consent?.text).toContain('$30 a month');
});

test('an exempt customer’s address that is only typed is taxed, and tells a stranger nothing', async () => {
  const { app, start } = await openShop();
  const other = aDraft({ email: 'nobody@elsewhere.example', ...TAXED });
  const [typed, unknown] = [await start(draftOf()), await start(other)];
  expect([typed.body.amount, unknown.body.amount]).toEqual([157.94, 157.94]);
  // With a key that isn't theirs, both are refused in the same words.
  for (const exemptionKey of ['x', '1.2.3.website', `1.${app.clock.now.getTime()}.${'A'.repeat(32)}.website`])
    for (const draft of [draftOf({ exemptionKey }), { ...other, exemptionKey }]) {
      const { status, body } = await start(draft);
      expect([status, body], exemptionKey).toMatchObject([409, REFUSED]);
    }
});

test('somebody else’s link exempts nobody, and its own person only if they are exempt', async () => {
  const { keyOf, open, start } = await openShop();
  const theirs = await keyOf(BO);
  expect((await open(theirs)).isExempt).toBe(false);
  for (const email of [ADA, BO])
    expect((await start(draftOf({ email, exemptionKey: theirs }))).body).toMatchObject(REFUSED);
  // Ada's link, with another address.
  const exemptionKey = await keyOf(ADA);
  expect((await start(draftOf({ email: BO, exemptionKey }))).body).toMatchObject(REFUSED);
  expect((await start(draftOf({ email: ADA.toUpperCase(), exemptionKey }))).body.amount).toBe(149);
});

test.each(['/api/create-payment-intent', '/api/process-paypal'])(
  '%s starts no payment with an exemption that ended, and the next try pays the new price',
  async (path) => {
    const { app, keyOf, start, exempt } = await openShop();
    const draft = draftOf({ exemptionKey: await keyOf(ADA) });
    expect((await start(draft, path)).status).toBe(200);
    await exempt({ ...EXEMPTION, until: '2026-01-31' });
    const before = rows.payments(app.db).length;
    const { status, body } = await start(draft, path);
    expect([status, body]).toMatchObject([409, REFUSED]);
    expect(rows.payments(app.db)).toHaveLength(before);
    const { exemptionKey: _ended, ...again } = draft;
    expect((await start(again, path)).status).toBe(200);
    expect(rows.payments(app.db).at(-1)).toMatchObject({ amountCents: 15_794, status: 'open' });
    // The attempt at the lower price can't be paid in another tab.
    expect(rows.payments(app.db).at(-2)).toMatchObject({ amountCents: 14_900, status: 'failed' });
  },
);

test('a link that has expired exempts nobody', async () => {
  const { app, keyOf, start } = await openShop();
  const exemptionKey = await keyOf(ADA);
  app.wait(30 * DAY_MS - 1);
  expect((await start(draftOf({ exemptionKey }))).body.amount).toBe(149);
  app.wait(1);
  expect((await start(draftOf({ exemptionKey }))).body).toMatchObject(REFUSED);
});

test.each([
  ['ended', '/api/admin/cases/ORD-10001/end-links', {}],
  [
    'sent to an address that was corrected',
    '/api/admin/messages/ID/send-again',
    { recipient: 'ada.marlow@marlow-bicycles.example' },
  ],
])('a link that was %s exempts nobody', async (_why, path, body) => {
  const { app, act, keyOf, start } = await openShop();
  const exemptionKey = await keyOf(ADA);
  const { id } = rows.confirmations(app.db)[0] ?? {};
  expect((await act(path.replace('ID', String(id)), body)).status).toBe(200);
  expect((await start(draftOf({ exemptionKey }))).body).toMatchObject(REFUSED);
});

test('where no tax is due, or nothing at all, an exemption that ended stops nobody', async () => {
  const { app, act, keyOf, start, exempt } = await openShop();
  const exemptionKey = await keyOf(ADA);
  await exempt(null);
  expect((await start(draftOf({ exemptionKey, state: 'OH' }))).body.amount).toBe(149);
  const terms = { amountOffCents: null, percentOff: 100, serviceIds: null, startsOn: null, endsOn: null };
  const code = { code: 'FREE', ...terms, maxUses: null, maxUsesPerEmail: null, isActive: true };
  await act('/api/admin/promo-codes', code);
  const free = draftOf({ exemptionKey, serviceTypes: ['onhold'], promoCode: 'FREE' });
  expect((await app.post('/api/checkout', aCheckout(free))).status).toBe(200);
});

test('the emailed link to finish exempts the address that it was sent to', async () => {
  const { app, start, open } = await openShop();
  app.wait(1);
  const note = { step: 'payment', serviceIds: ['website'], addonIds: [], isYearly: false, promoCode: '' };
  const leave = (email: string) =>
    app.post('/api/unfinished-checkout', { checkoutId: randomUUID(), ...note, information: { email } });
  await leave(ADA);
  app.wait(HOUR_MS);
  const texts = (await app.sentEmails()).map(({ text }) => /\/checkout\?resume=(\S+)/.exec(text)?.[1] ?? '');
  const exemptionKey = texts.findLast(Boolean) ?? '';
  const { isExempt, checkoutId } = await open(exemptionKey);
  expect(isExempt).toBe(true);
  expect((await start(draftOf({ exemptionKey, checkoutId }))).body.amount).toBe(149);
  expect((await start(draftOf({ exemptionKey, email: BO }))).body).toMatchObject(REFUSED);
});

test('what is added to an order is exempt if the order was: its key alone, which every payer gets, proves nothing', async () => {
  const { app, keyOf, exempt } = await openShop();
  await buyWithCard(app, draftOf({ exemptionKey: await keyOf(ADA) }));
  const offered = async (number: string) => {
    const link = pageLink(app, number);
    const { revisions } = (await app.get(`/api/order?${new URLSearchParams(link)}`)).body;
    return { revisions, link };
  };
  // Ada's order from before she was exempt, or that of a stranger who typed her address.
  expect((await offered('ORD-10001')).revisions.price).toMatchObject({ taxCents: 294 });
  const { revisions, link } = await offered('ORD-10003');
  expect(revisions.price).toMatchObject({ taxCents: 0, terms: { exempt: 'MI-4471' } });
  const start = () =>
    app.post('/api/create-payment-intent', { amount: 1, checkoutId: revisions.checkoutId, link });
  expect((await start()).body.amount).toBe(49);
  await exempt(null);
  expect((await start()).body.amount).toBe(51.94);
});
