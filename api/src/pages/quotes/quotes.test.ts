import { newCase } from '../../db/cases.ts';
import { expect, test, vi } from 'vitest';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { pdfPages } from '../../../test/fixtures/pdf-text.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import { aQuote, BUYER, openQuotes, payByCard } from '../../../test/shop/quote-steps.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import * as promiseStore from '../../work/fulfillment/promise-store.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { DAY_MS, HOUR_MS } from '../../base/units.ts';

const STAFF = { username: 'sam', password: 'a quiet south window', role: 'staff' as const };

test('a quote from an email address alone is sent, seen, accepted, and paid by card', async () => {
  const { app, write, link, read } = await openQuotes();
  const { status, body } = await write();
  expect(status).toBe(200);
  expect(body.quote).toEqual({ number: 'Q-1001', state: 'sent', total: '450.00' });
  const [email] = await app.sentEmails();
  expect(email?.to).toBe('ada@marlow-bicycles.example');
  expect(email?.text).toMatch(/\/quote\?quote=Q-1001&key=\S{22}/);
  const customer = await link();
  expect((await read()).seenAt).toBeNull();
  expect(await customer.read()).toMatchObject({
    number: 'Q-1001',
    state: 'sent',
    total: '450.00',
    dueNow: '450.00',
    lines: [{ name: 'Three more pages', quantity: 3, amount: '150.00', period: null, isOptional: false }],
    payment: null,
    orderUrl: null,
  });
  expect((await read()).seenAt).not.toBeNull();
  const accepted = await customer.accept();
  expect(accepted.body).toMatchObject({ state: 'accepted', agreed: { name: 'Ada Marlow' } });
  expect(accepted.body.payment.price).toMatchObject({ dueTodayCents: 45_000 });
  const paid = await customer.payByCard();
  expect(paid.body.order).toMatchObject({ orderNumber: 'ORD-10001', initialPayment: '450.00', isPaid: true });
  for (const { text } of await app.businessEmails()) expect(text).not.toMatch(/^Phone: *$/m);
  const after = await customer.read();
  expect(after).toMatchObject({ state: 'accepted', payment: null, orderNumber: 'ORD-10001' });
  expect(after.orderUrl).toMatch(/^\/order\?order=ORD-10001&key=/);
  expect((await app.get(`/api${after.orderUrl}`)).body).toMatchObject({
    services: [{ id: 'website', state: 'working' }],
    documents: [{ number: 'INV-1001', amountCents: 45_000 }],
  });
  expect(rows.orders(app.db)).toHaveLength(1);
});

test('the email of a quote to an address without a name offers no choice where there is none', async () => {
  const { app, write } = await openQuotes();
  expect((await write({ firstName: '', lastName: '' })).status).toBe(200);
  const [email] = await app.sentEmails();
  expect(email?.text).toContain('Hello, here is our quote.');
  expect(email?.text).toContain('On that page you can ask us a question, and accept or decline.');
});

test('optional lines, discount, tax, and monthly prices', async () => {
  const { write, link } = await openQuotes();
  await write({
    state: 'MI',
    postalCode: '48104',
    discount: '50.00',
    lines: [
      { name: 'Website', amount: '500.00' },
      { name: 'Photos', amount: '200.00', isOptional: true },
      { name: 'Care', amount: '40.00', period: 'month' },
    ],
  });
  const customer = await link();
  expect(await customer.read()).toMatchObject({ total: '477.00', isFrom: true, dueNow: '477.00' });
  const wrong = await customer.accept({ without: [] });
  expect(wrong.status).toBe(409);
  expect(wrong.body.message).toContain('The total is now $689.00.');
  const { body } = await customer.accept({ without: [1], total: '477.00' });
  expect(body.payment.price).toMatchObject({
    subtotalCents: 50_000,
    discountCents: 5_000,
    taxCents: 2_700,
    dueTodayCents: 47_700,
    recurringCents: 4_000,
    recurringPeriod: 'month',
  });
  // The same again changes nothing, and other lines are not accepted any more.
  expect((await customer.accept({ without: [1], total: '477.00' })).status).toBe(200);
  expect((await customer.accept({ without: [], total: '689.00' })).status).toBe(409);
  expect(await customer.read()).toMatchObject({ total: '477.00', isFrom: false });
  const paid = await customer.payByCard();
  expect(paid.body.order).toMatchObject({ initialPayment: '477.00', recurringPayment: '40.00' });
});

test('a part is paid now, and the rest is asked for later', async () => {
  const { app, admin, write, link } = await openQuotes();
  await write({
    state: 'MI',
    postalCode: '48104',
    duePercent: 50,
    lines: [{ name: 'Shop', amount: '333.33' }],
  });
  const customer = await link();
  expect(await customer.read()).toMatchObject({ total: '353.33', dueNow: '176.67' });
  expect((await customer.accept()).body).toMatchObject({ payments: [] });
  await customer.payByCard();
  const { body } = await app.get('/api/json/cases/ORD-10001', admin);
  const [request] = body.paymentRequests;
  expect(request).toMatchObject({
    state: 'draft',
    reason: 'Quote Q-1001: final payment',
    amountCents: 17_666,
  });
  const path = `/api/admin/cases/ORD-10001/payment-requests/${request.id}`;
  expect((await app.post(path, { action: 'send' }, admin)).status).toBe(200);
  const { orderUrl } = await customer.read();
  const key = new URLSearchParams(orderUrl.split('?')[1]).get('key') ?? '';
  const page = async () => (await app.get(`/api${orderUrl}`)).body;
  const [open] = (await page()).requests;
  const paid = await payByCard(app, { checkoutId: open.checkoutId, link: { order: 'ORD-10001', key } });
  expect(paid.body.order).toMatchObject({ initialPayment: '176.66', isPaid: true });
  // It is called a payment, because nothing new was bought.
  const what = 'Final payment of quote Q-1001';
  const toCustomer = (await app.sentEmails()).at(-1);
  expect(toCustomer?.subject).toBe(`${what} for order ORD-10001`);
  expect(toCustomer?.text).toContain(`We received your payment: ${what} for order ORD-10001.`);
  expect(toCustomer?.text).toContain('This payment has its own order number, ORD-10002.');
  const toStudio = (await app.businessEmails()).at(-1);
  expect(toStudio?.subject).toMatch(/^Payment ORD-10002: \$176\.66 from /);
  expect(toStudio?.text).toContain(`made a payment: ${what} for order ORD-10001.`);
  const { timeline } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
  expect(timeline.map(({ text }: { text: string }) => text)).toContain(`${what} (ORD-10002), $176.66 due`);
  expect(await page()).toMatchObject({
    requests: [],
    documents: [{ amountCents: 17_667 }, { amountCents: 17_666 }],
  });
  const { payments } = await customer.read();
  expect(payments).toMatchObject([{ amountCents: 17_667 }, { amountCents: 17_666 }]);
  expect(rows.orders(app.db).map(({ taxCents }) => taxCents)).toEqual([1_000, 1_000]);
});

test('nothing is due now: accepting makes the order, and an invoice can follow', async () => {
  const { app, admin, write, link } = await openQuotes();
  await write({ duePercent: 0, lines: [{ name: 'Setup', amount: '199.00', service: 'voice' }] });
  const customer = await link();
  expect(await customer.read()).toMatchObject({ total: '199.00', dueNow: '0.00' });
  const { body } = await customer.accept();
  expect(body).toMatchObject({ state: 'accepted', payment: null, orderNumber: 'ORD-10001' });
  const { paymentRequests } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
  expect(paymentRequests).toMatchObject([{ state: 'draft', amountCents: 19_900 }]);
});

test('a quote about an order joins it, with its messages', async () => {
  const { app, admin, write, link } = await openQuotes();
  await buyWithCard(app, aDraft({ state: 'MI' }));
  const { email: _email, firstName: _first, lastName: _last, businessName: _name, ...rest } = aQuote();
  const sent = await app.post('/api/json/quotes', { ...rest, orderNumber: 'ord 10001' }, admin);
  expect(sent.body.quote).toMatchObject({ number: 'Q-1001', total: '477.00' });
  const customer = await link();
  await customer.ask('Is the map included?');
  await customer.accept();
  await customer.payWithPaypal();
  const { body } = await app.get('/api/json/cases/ORD-10001', admin);
  expect(body.addons).toMatchObject([{ orderNumber: 'ORD-10002', receipt: { dueTodayCents: 47_700 } }]);
  expect(body.conversation).toMatchObject([{ text: 'Is the map included?', isFromStudio: false }]);
  expect((await write({ orderNumber: 'ORD-77777' })).body.fields).toHaveProperty('orderNumber');
});

test('a paid quote that joins an order promises an answer, unless its form or an open promise covers it', async () => {
  const shop = await startTestApp();
  // A Monday morning, in business hours.
  shop.clock.now = new Date('2026-11-23T15:00:00.000Z');
  const { app, admin, write, link } = await openQuotes(shop);
  await buyWithCard(app, aDraft());
  const clocks = async () =>
    promiseStore.ofCase(app.db, newCase('ORD-10001')).map(({ serviceId, kind, dueAt, keptAt }) => ({
      promised: `${serviceId} ${kind}`,
      hours: (dueAt.getTime() - app.clock.now.getTime()) / HOUR_MS,
      isKept: keptAt !== null,
    }));
  const send = () => write({ orderNumber: 'ORD-10001', duePercent: 50 });
  const payQuote = async (number: string) => {
    const customer = await link(number);
    await customer.acceptAndPay();
  };
  await send();
  await payQuote('Q-1001');
  // The form is still missing.
  expect(await clocks()).toEqual([]);
  await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  const first = expect.objectContaining({ promised: 'website contact', isKept: true });
  // These answer the customer.
  await send();
  await send();
  expect(await clocks()).toEqual([first]);
  await payQuote('Q-1002');
  await payQuote('Q-1003');
  expect(await clocks()).toEqual([first, { promised: 'website contact', hours: 24, isKept: false }]);
  // The rest of the price is not new work.
  const { paymentRequests } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
  const path = `/api/admin/cases/ORD-10001/payment-requests/${paymentRequests.at(-1).id}`;
  expect((await app.post(path, { action: 'record', way: 'cash' }, admin)).status).toBe(200);
  expect(await clocks()).toHaveLength(2);
});

test('a new version replaces the old one, whose price cannot be accepted or paid any more', async () => {
  const { app, write, act, link, read } = await openQuotes();
  await write();
  const customer = await link();
  const old = { total: '450.00', version: 1 };
  await customer.accept(old);
  const draft = await customer.draft();
  const { body: intent } = await app.post('/api/create-payment-intent', { amount: 1, ...draft });
  const lines = [{ name: 'Two more pages', quantity: 2, amount: '150.00' }];
  const { send: _send, email: _email, ...terms } = aQuote({ lines });
  await act('Q-1001', { action: 'save', ...terms });
  // The draft changes nothing yet.
  expect(await customer.read()).toMatchObject({ state: 'accepted', total: '450.00', version: 1 });
  expect((await act('Q-1001', { action: 'send' })).status).toBe(200);
  expect(await customer.read()).toMatchObject({ state: 'sent', total: '300.00', version: 2, agreed: null });
  expect((await app.post('/api/create-payment-intent', { amount: 1, ...draft })).status).toBe(409);
  expect((await customer.accept(old)).status).toBe(409);
  const late = await app.post('/api/checkout', {
    ...draft,
    paymentMethod: 'credit-card',
    paymentIntentId: intent.paymentIntentId,
  });
  expect(late.body.order?.isPaid ?? false).toBe(false);
  expect((await read()).versions).toMatchObject([
    { version: 1, state: 'replaced', total: '450.00', agreed: { name: 'Ada Marlow' } },
    { version: 2, state: 'sent', total: '300.00', agreed: null },
  ]);
});

test('a quote that was withdrawn, declined, or expired cannot be accepted', async () => {
  const { app, write, act, link } = await openQuotes();
  for (let count = 0; count < 3; count += 1) await write();
  const [first, second, third] = [await link('Q-1001'), await link('Q-1002'), await link('Q-1003')];
  await act('Q-1001', { action: 'withdraw' });
  expect((await second.decline('Too much for now.')).body.state).toBe('declined');
  expect((await second.decline('Twice.')).status).toBe(200);
  app.wait(14 * DAY_MS);
  expect((await third.read()).state).toBe('expired');
  for (const [customer, code] of [
    [first, 'quote_withdrawn'],
    [second, 'quote_declined'],
    [third, 'quote_expired'],
  ] as const) {
    const { status, body } = await customer.accept();
    expect([status, body.code]).toEqual([409, code]);
  }
  const answer = (await app.businessEmails()).find(({ subject }) =>
    subject.startsWith('Quote Q-1002 declined'),
  );
  expect(answer?.text).toContain('Too much for now.');
  // An expired one is renewed as it was.
  const admin = await loggedIn(app);
  await app.post('/api/json/quotes/Q-1003', { action: 'send' }, admin);
  expect(await third.read()).toMatchObject({ state: 'sent', version: 2 });
});

test('a quote that ends soon is renewed as it was, and another one is only sent again', async () => {
  const { app, write, act, link, read } = await openQuotes();
  await write();
  const customer = await link();
  const { total, validUntil } = await customer.read();
  expect(await read()).toMatchObject({ canRenew: false });
  await act('Q-1001', { action: 'renew' });
  expect(await customer.read()).toMatchObject({ version: 1, validUntil });
  app.wait(12 * DAY_MS);
  const admin = await loggedIn(app);
  const quote = async () => (await app.get('/api/json/quotes/Q-1001', admin)).body.quote;
  expect(await quote()).toMatchObject({ state: 'sent', canRenew: true });
  await app.post('/api/json/quotes/Q-1001', { action: 'send' }, admin);
  expect(await customer.read()).toMatchObject({ version: 1, validUntil });
  await app.post('/api/json/quotes/Q-1001', { action: 'renew' }, admin);
  const renewed = { state: 'sent', version: 2, total };
  expect(await customer.read()).toMatchObject(renewed);
  expect(await quote()).toMatchObject({ canRenew: false });
  app.wait(12 * DAY_MS);
  expect(await customer.read()).toMatchObject(renewed);
});

test('staff send quotes up to the owner’s limit and ask an owner above it, and only an owner changes an accepted one', async () => {
  const { app, admin, write, link, act } = await openQuotes();
  await addAdmin(app, STAFF);
  const staff = await loggedIn(app, STAFF);
  const dear = aQuote({ lines: [{ name: 'Everything', amount: '1000.01' }] });
  const refused = await app.post('/api/json/quotes', dear, staff);
  expect([refused.status, refused.body.message]).toEqual([
    403,
    'Only an owner can send a quote above $1,000.00.',
  ]);
  // It writes nothing, so that its number is not lost.
  expect((await app.post('/api/json/quotes', { ...dear, send: false }, staff)).body.quote.number).toBe(
    'Q-1001',
  );
  const read = async (headers: { cookie: string }) =>
    (await app.get('/api/json/quotes/Q-1001', headers)).body.quote;
  expect((await app.get('/api/json/quotes', staff)).body.limitCents).toBe(100_000);
  expect((await app.get('/api/json/quotes', admin)).body.limitCents).toBe(null);
  expect(await read(staff)).toMatchObject({ needsOwner: true, asksOwner: false });
  expect(await read(admin)).toMatchObject({ needsOwner: false, asksOwner: false });
  const task = async () => (await app.get('/api/json/overview', admin)).body.quotes.items[0].detail;
  expect(await task()).toBe('to send');
  const asked = await app.post('/api/json/quotes/Q-1001', { action: 'ask' }, staff);
  expect(asked.body.message).toBe('Q-1001 waits for an owner to send it');
  expect([(await read(staff)).asksOwner, await task()]).toEqual([true, 'sam asks an owner to send it']);
  // It is another draft until somebody asks again.
  const change = { action: 'save', ...dear, send: false };
  await app.post('/api/json/quotes/Q-1001', change, staff);
  expect(await task()).toBe('to send');
  await app.post('/api/json/quotes/Q-1001', { ...change, asksOwner: true }, staff);
  expect(await task()).toBe('sam asks an owner to send it');
  expect((await act('Q-1001', { action: 'send' })).status).toBe(200);
  expect(await read(staff)).toMatchObject({ state: 'sent', needsOwner: false, asksOwner: false });
  expect((await app.post('/api/json/quotes/Q-1001', { action: 'ask' }, staff)).status).toBe(409);
  expect((await app.post('/api/json/quotes', aQuote(), staff)).status).toBe(200);
  await (await link('Q-1002')).accept();
  expect((await app.post('/api/json/quotes/Q-1002', { action: 'withdraw' }, staff)).status).toBe(403);
  expect((await app.post('/api/json/quotes/Q-1002', { action: 'record', way: 'check' }, staff)).status).toBe(
    403,
  );
  expect((await act('Q-1002', { action: 'withdraw' })).status).toBe(200);
  expect((await write({ lines: [] })).body.fields).toHaveProperty('lines');
});

test('money that came by check is recorded with who and when, and told apart', async () => {
  const { app, admin, write, link, act } = await openQuotes();
  await write();
  const customer = await link();
  await customer.accept();
  expect((await act('Q-1001', { action: 'record', way: 'check', reference: '204' })).status).toBe(200);
  expect((await act('Q-1001', { action: 'record', way: 'check' })).status).toBe(409);
  expect(await customer.read()).toMatchObject({ payment: null, orderNumber: 'ORD-10001' });
  const { body } = await app.get('/api/json/cases/ORD-10001', admin);
  expect(body.order).toMatchObject({ paymentMethod: 'by-hand', paymentStatus: 'completed' });
  expect(body.documents).toMatchObject([{ number: 'INV-1001', amountCents: 45_000 }]);
  const pdf = await fetch(`${app.base}/api${(await customer.read()).orderUrl.replace('?', '/invoice.pdf?')}`);
  const invoice = (await pdfPages(Buffer.from(await pdf.arrayBuffer()))).flat();
  expect(invoice).toContain('$450.00 paid on November 21, 2026 by check 204.');
  expect(body.timeline).toContainEqual(
    expect.objectContaining({ by: 'ada', text: '$450.00 was paid by check 204' }),
  );
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  const { revenue } = (await app.get('/api/json/figures', admin)).body;
  expect(revenue.now).toMatchObject({ paid: '599.00', byHand: '450.00' });
  const csv = await fetch(`${app.base}/api/json/orders.csv?sort=oldest`, { headers: admin });
  const [head, ...books] = (await csv.text()).trim().split('\r\n');
  const at = head?.split(',').indexOf('Payment method') ?? -1;
  expect(books.map((row) => row.split(',')[at])).toEqual(['check', 'credit-card']);
});

test('a repeated call with its key writes no second quote, and sends no second email', async () => {
  const { app, admin, write } = await openQuotes();
  const key = crypto.randomUUID();
  const draft = aQuote({ key, send: false });
  const both = await pipelinedPosts(app.base, '/api/json/quotes', [draft, draft], admin);
  expect(both.map(({ status, body }) => [status, body.quote.number])).toEqual([
    [200, 'Q-1001'],
    [200, 'Q-1001'],
  ]);
  // What was changed after a lost answer is not lost.
  const lines = [{ name: 'One page', amount: '150.00' }];
  for (let times = 0; times < 2; times += 1)
    expect((await write({ key, lines })).body.quote).toMatchObject({ number: 'Q-1001', total: '150.00' });
  expect((await app.sentEmails()).filter(({ to }) => to === BUYER)).toHaveLength(1);
  const late = await write({ key });
  expect([late.status, late.body.message]).toEqual([
    409,
    'This quote was already sent as Q-1001. Please open it to change it.',
  ]);
  expect((await write()).body.quote.number).toBe('Q-1002');
});

test('what is returned of a check is recorded: how, by whom, with a credit note, an email, and no provider', async () => {
  const { app, admin, write, link, act } = await openQuotes();
  await write({ state: 'MI', postalCode: '48104' });
  await (await link()).accept();
  await act('Q-1001', { action: 'record', way: 'check' });
  const read = async () => (await app.get('/api/json/cases/ORD-10001', admin)).body;
  const [payment] = (await read()).payments;
  expect(payment).toMatchObject({ provider: 'by-hand', status: 'paid', refundable: '477.00' });
  const refund = (changes: object) => {
    const body = { amount: 106, reason: 'One page less', refundKey: crypto.randomUUID(), ...changes };
    return app.post(`/api/admin/payments/${payment.id}/refund`, body, admin);
  };
  expect((await refund({})).body.fields).toEqual({ way: ['Please say how it was returned'] });
  expect((await refund({ amount: 477.01, way: 'cash' })).status).toBe(400);
  const refundKey = crypto.randomUUID();
  for (let times = 0; times < 2; times += 1)
    expect((await refund({ way: 'transfer', refundKey })).body.message).toBe('Refund of $106.00 recorded');
  const { documents, payments, timeline } = await read();
  expect(documents).toMatchObject([{ amountCents: 47_700 }, { number: 'CN-1002', amountCents: 10_600 }]);
  expect(payments).toMatchObject([
    {
      refundable: '371.00',
      refunds: [{ amount: '106.00', tax: '6.00', status: 'succeeded', way: 'transfer', by: 'ada' }],
    },
  ]);
  expect(timeline).toContainEqual(
    expect.objectContaining({
      by: 'ada',
      text: 'Refund of $106.00 completed by bank transfer: One page less',
    }),
  );
  const emails = (await app.sentEmails()).filter(({ subject }) => subject.startsWith('Your refund'));
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain('we refunded $106.00 for order ORD-10001 by bank transfer.');
  expect(emails[0]?.text).not.toContain('statement');
});

test('a draft can be withdrawn, written again, and sent', async () => {
  const { app, admin, write, act, read } = await openQuotes();
  await write({ send: false });
  expect((await act('Q-1001', { action: 'withdraw' })).status).toBe(200);
  expect(await read()).toMatchObject({ state: 'withdrawn', hasDraft: false, isWaiting: false, versions: [] });
  const list = async () => (await app.get('/api/json/quotes?state=waiting', admin)).body.quotes;
  expect(await list()).toEqual([]);
  const { email: _email, send: _send, ...terms } = aQuote();
  await act('Q-1001', { action: 'save', ...terms });
  expect(await list()).toMatchObject([{ state: 'draft', hasDraft: true }]);
  expect((await act('Q-1001', { action: 'send' })).body.quote.state).toBe('sent');
});

test('a link with a wrong key opens nothing, and a draft has no page', async () => {
  const { app, write, link } = await openQuotes();
  await write();
  await write({ send: false });
  const { key } = await link();
  for (const query of [
    `quote=Q-1001&key=${key.slice(1)}x`,
    `quote=Q-1002&key=${key}`,
    `quote=Q-9&key=${key}`,
  ])
    expect((await app.get(`/api/quote?${query}`)).status).toBe(404);
  const draft = await link('Q-1002');
  expect((await app.get(`/api/quote?quote=Q-1002&key=${draft.key}`)).status).toBe(404);
  expect((await app.get(`/api/quote?quote=q1001&key=${key}`)).status).toBe(200);
});

test('the overview names quotes to send or to answer, and those about to expire, oldest first, not to accountants', async () => {
  const { app, write, link } = await openQuotes();
  const later = (hours: number) => app.wait(hours * HOUR_MS);
  const owner = () => loggedIn(app);
  await write();
  later(1);
  await write({ validDays: 2, businessName: '' });
  later(1);
  await write({ send: false });
  later(1);
  await write();
  // The question waits since now, whenever its quote was sent.
  await (await link()).ask('How long does it take?');
  const overview = async (by: { cookie: string }) => (await app.get('/api/json/overview', by)).body.quotes;
  const { count, items } = await overview(await owner());
  expect(count).toBe(3);
  expect(items).toMatchObject([
    { orderNumber: 'Q-1002', title: 'Ada Marlow', detail: expect.stringMatching(/^valid until November/) },
    { orderNumber: 'Q-1003', title: 'Marlow Bicycles', detail: 'to send' },
    { orderNumber: 'Q-1001', detail: 'question to answer', since: app.clock.now.toISOString() },
  ]);
  const accountant = { username: 'kim', password: 'a quiet north window', role: 'accountant' as const };
  await addAdmin(app, accountant);
  expect(await overview(await loggedIn(app, accountant))).toEqual({ count: 0, items: [] });
});

test('the overview’s oldest quote is the one that waits longest, also among more than it lists', async () => {
  const { app, write, admin } = await openQuotes();
  for (let count = 1; count <= 23; count += 1) await write({ send: false });
  const age = app.db.$client.prepare('UPDATE quotes SET updated_at = ? WHERE number = ?');
  for (let count = 1; count <= 23; count += 1)
    age.run(app.clock.now.getTime() - (count === 5 ? 70 : count) * DAY_MS, `Q-${1_000 + count}`);
  const { count, items } = (await app.get('/api/json/overview', admin)).body.quotes;
  expect([count, items.length]).toEqual([23, 20]);
  expect(items.slice(0, 3).map(({ orderNumber }: { orderNumber: string }) => orderNumber)).toEqual([
    'Q-1005',
    'Q-1023',
    'Q-1022',
  ]);
});

test('quotes are listed by the page, and no page asks the database about each of its rows', async () => {
  const { app, write, admin } = await openQuotes();
  for (let count = 0; count < 7; count += 1)
    await write({
      email: `ada${count}@marlow.example`,
      state: 'MI',
      postalCode: '48104',
      send: count % 2 > 0,
    });
  const read = async (query: string) => (await app.get(`/api/json/quotes?${query}`, admin)).body;
  const numbersOf = ({ quotes }: { quotes: { number: string }[] }) => quotes.map(({ number }) => number);
  const first = await read('limit=3');
  expect([numbersOf(first), first.total]).toEqual([['Q-1007', 'Q-1006', 'Q-1005'], 7]);
  const second = await read(`limit=3&cursor=${first.nextCursor}`);
  const third = await read(`limit=3&cursor=${second.nextCursor}`);
  expect([numbersOf(second), numbersOf(third), third.nextCursor]).toEqual([
    ['Q-1004', 'Q-1003', 'Q-1002'],
    ['Q-1001'],
    null,
  ]);
  const found = await read('q=marlow&state=open&limit=2');
  expect([numbersOf(found), found.total]).toEqual([['Q-1006', 'Q-1004'], 3]);
  expect(numbersOf(await read(`q=marlow&state=open&limit=2&cursor=${found.nextCursor}`))).toEqual(['Q-1002']);
  const statement: object = Object.getPrototypeOf(app.db.$client.prepare('SELECT 1'));
  const runs = (['all', 'get'] as const).map((name) =>
    vi.spyOn(statement as Record<typeof name, () => unknown>, name),
  );
  const runsFor = async (limit: number) => {
    for (const run of runs) run.mockClear();
    await read(`limit=${limit}`);
    return runs.reduce((sum, run) => sum + run.mock.calls.length, 0);
  };
  const few = await runsFor(1);
  expect(few).toBeGreaterThan(0);
  expect(await runsFor(7)).toBe(few);
  for (const run of runs) run.mockRestore();
});

test('the list has states, figures, and earlier lines', async () => {
  const { app, admin, write, link, act } = await openQuotes();
  await write();
  await write({ email: 'bo@elm.example', businessName: 'Elm Dental', validDays: 2 });
  await write({ send: false });
  await (await link('Q-1001')).ask('How long does it take?');
  const list = async (query = '') => (await app.get(`/api/json/quotes${query}`, admin)).body;
  expect((await list()).figures).toMatchObject({
    open: { count: 2, cents: 90_000 },
    expiring: { count: 1, cents: 45_000 },
    won: { count: 0 },
  });
  const numbers = async (query: string) =>
    (await list(query)).quotes.map(({ number }: { number: string }) => number);
  expect(await numbers('?state=waiting')).toEqual(['Q-1003', 'Q-1001']);
  for (const q of ['elm', 'Dèntal BO@elm', 'q1002', 'Q 1002', '%231002'])
    expect(await numbers(`?q=${q}`)).toEqual(['Q-1002']);
  expect(await numbers('?q=1002 marlow')).toEqual(['Q-1002']);
  expect(await numbers('?q=pages')).toEqual([]);
  expect(await numbers('?q=marlow&limit=1')).toEqual(['Q-1003']);
  await act('Q-1001', { action: 'message', key: crypto.randomUUID(), text: 'About a week.' });
  expect(await numbers('?state=waiting')).toEqual(['Q-1003']);
  expect((await list()).earlierLines).toMatchObject([{ name: 'Three more pages', amount: '150.00' }]);
  const reply = (await app.sentEmails()).at(-1);
  expect([reply?.to, reply?.text]).toEqual([
    'ada@marlow-bicycles.example',
    expect.stringContaining('About a week.'),
  ]);
});

test('the billing address that the customer enters decides the tax, also if a part of it is emptied', async () => {
  const { write, link } = await openQuotes();
  await write({ state: 'MI', postalCode: '48104' });
  const customer = await link();
  expect((await customer.read()).total).toBe('477.00');
  const emptied = { address: { country: 'US', state: 'MI' }, total: '450.00' };
  expect((await customer.accept({ ...emptied, total: '477.00' })).status).toBe(409);
  expect((await customer.accept(emptied)).body).toMatchObject({ state: 'accepted', total: '450.00' });
});

test('the PDF of a quote is an offer until it is accepted, without the private link', async () => {
  const { app, write, link } = await openQuotes();
  await write({
    message: 'Thanks for the talk.\nHere it is.',
    lines: [
      { name: 'Pages', description: 'Prices and team.', amount: '450.00' },
      { name: 'Care', amount: '40.00', period: 'month' },
      { name: 'Film', description: 'Of the shop.\nTwo minutes.', amount: '200.00', isOptional: true },
    ],
  });
  const customer = await link();
  const { quote, key } = customer;
  const download = (secret: string) => fetch(`${app.base}/api/quote/quote.pdf?quote=${quote}&key=${secret}`);
  expect((await download(key)).headers.get('content-disposition')).toBe('attachment; filename="Q-1001.pdf"');
  expect((await download('no')).status).toBe(404);
  const linesOf = async () => (await pdfPages(Buffer.from(await (await download(key)).arrayBuffer()))).flat();
  const sent = await linesOf();
  const from = sent.indexOf('Thanks for the talk.');
  expect(sent.slice(from, -1)).toEqual([
    'Thanks for the talk.',
    'Here it is.',
    'Pages $450.00',
    'Prices and team.',
    'Care $40.00 a month',
    'Subtotal $450.00',
    'Tax $0.00',
    'Total $450.00',
    'Then $40 a month',
    'Optional, not included',
    'Film $200.00',
    'Of the shop.',
    'Two minutes.',
    'To accept, open the link in our email about Q-1001, or sign here and send this page to',
    'hello@northlight.example.',
    'Name and signature Date',
  ]);
  expect(sent.join('')).not.toContain(key);
  await customer.accept();
  expect((await linesOf()).join()).not.toMatch(/Optional|To accept|signature|Film/);
});

test('an order says in which quote the price of its voice agent was agreed, once it was accepted', async () => {
  const { app, write, link, admin } = await openQuotes();
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'voice'] }));
  const said = async () => {
    const { order } = (await app.get('/api/json/cases/ORD-10001', admin)).body;
    const [listed] = (await app.get('/api/json/orders?q=ORD-10001', admin)).body.orders;
    expect(listed.voiceQuote).toBe(order.voiceQuote);
    return order.voiceQuote;
  };
  expect(await said()).toBe('');
  const about = { orderNumber: 'ORD-10001', duePercent: 0 };
  const line = { name: 'Setup', quantity: 1, amount: '249.00', period: null };
  await write({ ...about, lines: [{ ...line, service: 'website' }] });
  await (await link('Q-1001')).accept();
  expect(await said()).toBe('');
  await write({ ...about, lines: [{ ...line, service: 'voice' }] });
  expect(await said()).toBe('');
  await (await link('Q-1002')).accept();
  expect(await said()).toBe('Q-1002');
  await buyWithCard(app, aDraft({ email: 'else@shop.example' }));
  expect((await app.get('/api/json/cases/ORD-10004', admin)).body.order.voiceQuote).toBeUndefined();
});
