import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { orders } from '../../db/schema/orders.ts';
import * as outboxStore from '../../messages/outbox/outbox-store.ts';
import { addAdmin, loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import {
  aDentalForm,
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
} from '../../../test/fixtures/form-factories.ts';
import { hostileTexts } from '../../../test/fixtures/hostile-bodies.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { rawJson } from '../../../test/shop/raw-request.ts';
import { pipelinedPosts } from '../../../test/shop/pipeline.ts';
import {
  checkOut,
  confirmCard,
  startCard,
  buyWithPaypal,
  linkInEmail,
  pageLink,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { voiceAgentFormSubmissions } from '../../db/schema/forms.ts';
import { readCustomerOrders } from '../customer-orders/read-orders.ts';
import * as customerStore from '../../work/customers/customer-store.ts';

async function openOffice() {
  const { app, cookie } = await openConsole();
  return {
    app,
    headers: cookie,
    read: (number: string) => app.get(`/api/json/cases/${number}`, cookie),
    act: (path: string, body: object = {}) => app.post(`/api/admin/${path}`, body, cookie),
  };
}

test('an order page has the customer, receipt, payment attempts, consent, forms, emails and timeline', async () => {
  const { app, read } = await openOffice();
  const draft = aDraft({ serviceTypes: ['website'], promoCode: 'SAVE50', state: 'MI' });
  const declined = await startCard(app, draft);
  await confirmCard(app, declined.clientSecret, CARDS.declined);
  app.wait(1_000);
  await buyWithCard(app, draft);
  app.wait(1_000);
  await app.post('/api/submit-order-form', aWebsiteForm({ email: 'eve@elsewhere.example' }));
  await app.sentEmails();
  const { status, body } = await read('10001');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    orderNumber: 'ORD-10001',
    workStatus: 'new',
    order: {
      firstName: 'Ada',
      phone: '(555) 010-4477',
      billingAddress: ['12 Canal Street', 'Columbus, MI 43004', 'United States'],
      price: { discountCents: 5_000, taxCents: 594, dueTodayCents: 10_494 },
      consent: { text: expect.stringContaining('$30') },
      claims: { initialPayment: '149.00', recurringPayment: null, paymentStatus: null },
      missingForms: ['website'],
    },
    submissions: [{ form: 'website', submission: { isUnverified: true, testimonials: expect.any(String) } }],
    messages: [
      { kind: 'order-confirmation', status: 'sent', recipient: 'ada@marlow-bicycles.example' },
      { kind: 'new-order', status: 'sent', recipient: 'hello@northlight.example' },
      { kind: 'form-reminder', status: 'waiting', dueAt: '2026-11-22T10:00:01.437Z' },
      { kind: 'form-reminder', status: 'waiting', dueAt: '2026-11-24T10:00:01.437Z' },
      { kind: 'form-reminder', status: 'waiting', dueAt: '2026-11-28T10:00:01.437Z' },
      { kind: 'new-submission', status: 'sent' },
      { kind: 'form-received', status: 'sent', recipient: 'eve@elsewhere.example' },
    ],
  });
  expect(body.payments.map(({ status: state }: { status: string }) => state)).toContain('paid');
  const story = body.timeline.map(({ text }: { text: string }) => text);
  expect(story[0]).toBe('Form confirmation sent to eve@elsewhere.example');
  expect(story).toEqual(
    expect.arrayContaining([
      'Website form received',
      'Order placed, $104.94 due',
      '$104.94 USD received',
      'Order confirmation sent to ada@marlow-bicycles.example',
    ]),
  );
});

test('a request without an order has a page too; an unknown number does not', async () => {
  const { app, read } = await openOffice();
  await app.post('/api/voice-agent-form-submission', aDentalForm());
  expect((await read('ORD-10001')).body).toMatchObject({
    order: null,
    payments: [],
    submissions: [{ form: 'dental', submission: { practiceName: 'Riverside Dental' } }],
  });
  for (const number of ['ORD-10002', 'nonsense', '%00', '..%2f']) {
    expect((await read(number)).status, number).toBe(404);
  }
});

test('a pending order shows the reported and the computed amount, and the reason', async () => {
  const { app, read } = await openOffice();
  await checkOut(app, aDraft({ serviceTypes: ['website'] }), { initialPayment: '1.00' });
  expect((await read('10001')).body.order).toMatchObject({
    paymentStatus: 'pending',
    reviewReason: expect.stringMatching(/\w/),
    initialPayment: '149.00',
    claims: { initialPayment: '1.00', paymentStatus: 'completed' },
  });
});

test('a note is stored with its author, even if it looks like markup; an unknown number accepts no notes', async () => {
  const { app, read, act } = await openOffice();
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  expect((await act('cases/ORD-10001/notes', { text: ' <b>Call</b> before noon ' })).status).toBe(200);
  expect((await read('ORD-10001')).body.timeline[0]).toMatchObject({
    kind: 'note',
    text: '<b>Call</b> before noon',
    by: 'ada',
  });
  expect((await act('cases/ORD-10001/notes', { text: '  ' })).body.fields).toEqual({
    text: ['Please enter a note'],
  });
  expect((await act('cases/ORD-77777/notes', { text: 'x' })).status).toBe(404);
});

test('a note sent again after a lost answer is stored once, also when both arrive at once', async () => {
  const { app, read, act, headers } = await openOffice();
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  const note = { text: 'Call before noon', key: crypto.randomUUID() };
  const answers = await pipelinedPosts(app.base, '/api/admin/cases/ORD-10001/notes', [note, note], headers);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await act('cases/ORD-10001/notes', note)).status).toBe(200);
  // The same words as a note of their own.
  await act('cases/ORD-10001/notes', { ...note, key: crypto.randomUUID() });
  await act('cases/ORD-10001/notes', { text: 'From an older app, without a key' });
  await act('cases/ORD-10001/notes', { text: 'From an older app, without a key' });
  const { timeline } = (await read('ORD-10001')).body;
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'note')).toHaveLength(4);
  expect((await act('cases/ORD-10001/notes', { ...note, key: 'short' })).status).toBe(400);
  // A key says which note it is, so another one under it would be lost in silence.
  const other = await act('cases/ORD-10001/notes', { ...note, text: 'Call after noon' });
  expect([other.status, other.body.fields.key]).toEqual([400, ['This key is already in use.']]);
});

test('the work status applies to everything under the number, is logged once, and filters the lists', async () => {
  const { app, read, act } = await openOffice();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001' }));
  for (const workStatus of ['in-progress', 'in-progress']) {
    expect((await act('cases/ORD-10001/work-status', { workStatus, workVersion: 0 })).status).toBe(200);
  }
  const { body } = await read('ORD-10001');
  expect([body.workStatus, body.submissions[0].submission.workStatus]).toEqual([
    'in-progress',
    'in-progress',
  ]);
  expect(body.timeline.filter(({ kind }: { kind: string }) => kind === 'work-status')).toMatchObject([
    { text: 'In progress', by: 'ada' },
  ]);
  expect((await act('cases/ORD-10001/work-status', { workStatus: 'done', workVersion: 0 })).status).toBe(400);
  const nothing = await act('cases/ORD-77777/work-status', { workStatus: 'delivered', workVersion: 0 });
  expect(nothing.status).toBe(404);
});

test('resending copies a sent email and replaces a failed one, even to a corrected address', async () => {
  const { app, read, act } = await openOffice();
  await buyWithCard(app, aDraft({ email: 'ada@marlow-bicycle.example' }));
  const orderBecomes = (number: string) => app.db.update(orders).set({ orderNumber: number }).run();
  orderBecomes('ORD-99999');
  expect(await app.sentEmails()).toEqual([]);
  orderBecomes('ORD-10001');
  const again = async (change: object = {}) => {
    const message = rows.confirmations(app.db).at(-1);
    return (await act(`messages/${message?.id}/send-again`, change)).status;
  };
  expect(await again({ recipient: 'ada@marlow-bicycles.example' })).toBe(200);
  expect(await app.sentEmails()).toMatchObject([{ to: 'ada@marlow-bicycles.example' }]);
  // The reminders also go to the corrected address. The email to the business does not change.
  expect(rows.outbox(app.db).map(({ kind, recipient }) => `${kind} ${recipient}`)).toEqual([
    'order-confirmation ada@marlow-bicycle.example',
    'new-order hello@northlight.example',
    ...Array.from({ length: 3 }, () => 'form-reminder ada@marlow-bicycles.example'),
    'order-confirmation ada@marlow-bicycles.example',
  ]);
  expect(await again()).toBe(200);
  const emails = await app.sentEmails();
  expect(emails).toHaveLength(2);
  expect(new Set(emails.map(({ messageId }) => messageId)).size).toBe(2);
  expect(rows.confirmations(app.db).map(({ key, status }) => [key, status])).toEqual([
    ['order-confirmation:ORD-10001', 'replaced'],
    ['order-confirmation:ORD-10001:again-1', 'sent'],
    ['order-confirmation:ORD-10001:again-2', 'sent'],
  ]);
  expect((await read('10001')).body.timeline).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        text: 'Resend requested: Order confirmation to ada@marlow-bicycles.example',
        by: 'ada',
      }),
    ]),
  );
  expect((await act('messages/1/send-again', { recipient: 'nobody' })).status).toBe(400);
  for (const id of ['1', '99', 'x', '1.5'])
    expect((await act(`messages/${id}/send-again`)).status, id).toBe(404);
});

test('an email that is being sent is not resent, because it would arrive twice', async () => {
  const { app, act } = await openOffice();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { now } = app.clock;
  const leased = await outboxStore.queueOf(app.db, 'email').lease(now, new Date(now.getTime() + 60_000));
  const again = () => act(`messages/${leased?.id}/send-again`);
  expect(await again()).toMatchObject({
    status: 409,
    body: { message: 'This email is being sent right now. Check again in a moment.' },
  });
  // The worker that was sending it has died.
  app.clock.now = new Date(now.getTime() + 60_001);
  expect((await again()).status).toBe(200);
  expect(rows.confirmations(app.db).map(({ status }) => status)).toEqual(['replaced', 'waiting']);
});

test('an email shows its text as sent, with the server’s answer, or as it would be sent now', async () => {
  const { app, headers } = await openOffice();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const see = async (id: number | string) => app.get(`/api/json/messages/${id}`, headers);
  const [confirmation, , reminder] = rows.outbox(app.db);
  const before = await see(confirmation?.id ?? 0);
  expect(before.body).toMatchObject({
    success: true,
    isSent: false,
    answer: null,
    recipient: 'ada@marlow-bicycles.example',
    subject: 'Your order ORD-10001',
    text: expect.stringContaining('Thank you, Ada.'),
  });
  await app.sentEmails();
  // A sent email does not change when its order changes.
  app.db.$client.exec("UPDATE orders SET first_name = 'Eve'");
  expect((await see(confirmation?.id ?? 0)).body).toEqual({
    ...before.body,
    isSent: true,
    answer: 'Taken as number 1',
  });
  expect((await see(reminder?.id ?? 0)).body).toMatchObject({
    isSent: false,
    text: expect.stringContaining('We can start once we have your form.'),
  });
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10001', ...formKey(app) }));
  expect((await see(reminder?.id ?? 0)).body).toMatchObject({
    subject: '',
    text: 'This email is no longer needed and won’t be sent.',
  });
  for (const id of ['99', 'x', '-1']) expect((await see(id)).status, id).toBe(404);
  expect((await app.get('/api/json/messages/1')).status).toBe(401);
});

test('a failed email can be discarded and then needs no attention', async () => {
  const { app, read, act } = await openOffice();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  expect((await act('messages/1/leave-unsent')).status).toBe(404);
  app.db.$client.exec("UPDATE outbox SET status = 'given-up' WHERE id = 1");
  expect((await act('messages/1/leave-unsent')).body.message).toBe('Email discarded');
  const { messages, timeline } = (await read('10001')).body;
  expect(messages[0].status).toBe('dropped');
  expect(timeline[0]).toMatchObject({
    text: 'Discarded: Order confirmation to ada@marlow-bicycles.example',
    by: 'ada',
  });
  expect((await act('messages/1/leave-unsent')).status).toBe(404);
});

test('all failed emails are resent at once, each to its recipient', async () => {
  const { app, read, act } = await openOffice();
  for (const firstName of ['Ada', 'Bo']) await buyWithCard(app, aDraft({ firstName }));
  app.db.$client.exec("UPDATE outbox SET status = 'given-up' WHERE kind <> 'form-reminder'");
  const headers = await loggedIn(app);
  const mails = async () => (await app.get('/api/json/overview', headers)).body.mails;
  expect(await mails()).toEqual({ due: 0, planned: 6, givenUp: 4 });
  expect((await act('messages/send-again')).body).toEqual({
    success: true,
    message: 'Sending 4 emails',
  });
  expect(await mails()).toEqual({ due: 4, planned: 6, givenUp: 0 });
  expect(await app.sentEmails()).toHaveLength(2);
  expect(await app.businessEmails()).toHaveLength(2);
  expect((await read('10002')).body.timeline[0].text).toContain('Resend requested');
  expect((await act('messages/send-again')).body.message).toBe('Sending 0 emails');
});

test('a form that is not spam leaves quarantine, and completes its order once it is accepted', async () => {
  const { app, read, act } = await openOffice();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  await app.post(
    '/api/on-hold-audio-form',
    anOnHoldForm({ orderNumber: '10001', email: 'eve@elsewhere.example', leaveEmpty: 'x' }),
  );
  expect((await read('10001')).body.order.missingForms).toEqual(['onhold']);
  expect((await act('submissions/onhold/1/release')).status).toBe(200);
  const { body } = await read('10001');
  expect([body.order.missingForms, body.submissions[0].submission.quarantineReason]).toEqual([
    ['onhold'],
    null,
  ]);
  expect((await act('submissions/onhold/1/accept')).status).toBe(200);
  expect((await read('10001')).body.order.missingForms).toEqual([]);
  for (const path of [
    'submissions/onhold/9/release',
    'submissions/orders/1/release',
    'submissions/constructor/1/release',
    'submissions/onhold/9/accept',
    'submissions/orders/1/accept',
  ]) {
    expect((await act(path)).status, path).toBe(404);
  }
});

test('an order names its next promise, and a call that is noted keeps it', async () => {
  const { app, read, act } = await openOffice();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const form = { ...anOnHoldForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  expect((await app.post('/api/on-hold-audio-form', form)).status).toBe(200);
  const promised = async () => (await read('ORD-10001')).body.services[0].promise;
  expect(await promised()).toBe('contact');
  await act('cases/ORD-10001/notes', { text: 'Nobody was there' });
  expect(await promised()).toBe('contact');
  await act('cases/ORD-10001/notes', { text: 'Called the customer', answers: 'called' });
  expect(await promised()).toBe('delivery');
});

test('a payment says what else a refund of everything does', async () => {
  const { app, read } = await openOffice();
  await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const said = async (number: string) => (await read(number)).body.payments[0].ifWhole;
  expect(await said('ORD-10001')).toBe('A refund of everything also ends the payment of $30.00 per month.');
  expect(await said('ORD-10002')).toBe('');
});

const RUNS = inFull(300);

test(`${RUNS} hostile bodies for each action are rejected with a message or accepted, never a 5xx`, async () => {
  const { app, headers } = await openOffice();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const actions: [string, () => object][] = [
    ['/api/admin/cases/ORD-10001/notes', () => ({ text: 'Call before noon' })],
    ['/api/admin/cases/ORD-10001/work-status', () => ({ workStatus: 'waiting', workVersion: 0 })],
    ['/api/admin/messages/1/send-again', () => ({ recipient: 'ada@marlow-bicycles.example' })],
    ['/api/admin/submissions/voice/1/release', () => ({ note: 'not asked for' })],
    ['/api/admin/submissions/voice/1/accept', () => ({ note: 'not asked for' })],
  ];
  for (const [path, valid] of actions) {
    await fc.assert(
      fc.asyncProperty(hostileTexts(valid), async (body) => {
        const { status, text } = await rawJson(app.base, path, body, headers);
        if (![200, 400, 404, 409, 413].includes(status)) throw new Error(`${path}: ${status} ${text}`);
      }),
      { numRuns: RUNS },
    );
  }
});

const CASE = '/api/json/cases/ORD-10001';
type Attempt = { status: string; isUnused: boolean };
const attempts = ({ payments }: { payments: Attempt[] }) =>
  payments.map(({ status, isUnused }) => ({ status, isUnused }));

test('an attempt ended by another payment is marked unused, and the timeline does not call it a failure', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  await startCard(app, draft);
  await buyWithPaypal(app, draft);
  const found = await see(CASE);
  expect(attempts(found)).toEqual([
    { status: 'failed', isUnused: true },
    { status: 'paid', isUnused: false },
  ]);
  const story: string[] = found.timeline.map(({ text }: { text: string }) => text);
  expect(story).toContain('Unused payment attempt ended: Paid with a different payment.');
  expect(story.join()).not.toMatch(/failed/i);
});

test('the order’s own payment is never unused, paid or not', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  const { paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  expect(attempts(await see(CASE))).toEqual([{ status: 'open', isUnused: false }]);
  await buyWithCard(app, draft);
  expect(attempts(await see(CASE)).at(-1)).toEqual({ status: 'paid', isUnused: false });
});

const EVE = 'eve@elsewhere.example';
const DAY = 24 * 60 * 60_000;

test('a stranger’s form with a guessed order number stops no reminders and does not count as the order’s form', async () => {
  const { app, see } = await openConsole();
  await buyWithCard(app, aDraft());
  await app.post('/api/submit-order-form', aWebsiteForm({ email: EVE }));
  expect((await see(CASE)).order.missingForms).toEqual(['website']);
  expect((await see('/api/json/overview')).missingForms.count).toBe(1);
  app.wait(DAY);
  expect((await app.sentEmails()).at(-1)?.subject).toBe('Order ORD-10001: we still need your form');
});

test('once an administrator accepts it, it counts, and the timeline shows it once', async () => {
  const { app, see, act } = await openConsole();
  await buyWithCard(app, aDraft());
  await app.post('/api/submit-order-form', aWebsiteForm({ email: EVE }));
  for (let pressed = 0; pressed < 2; pressed += 1)
    expect((await act('/api/admin/submissions/website/1/accept', {})).body).toEqual({
      success: true,
      message: 'Form accepted for this order',
    });
  const { order, submissions, timeline } = await see(CASE);
  expect(order.missingForms).toEqual([]);
  expect(submissions).toMatchObject([{ submission: { orderMatch: 'accepted', isUnverified: false } }]);
  expect(timeline.filter(({ kind }: { kind: string }) => kind === 'accept')).toMatchObject([
    { text: `Form from ${EVE} accepted for this order`, by: 'ada' },
  ]);
  app.wait(DAY);
  expect((await app.sentEmails()).map(({ subject }) => subject)).not.toContain(
    'Order ORD-10001: we still need your form',
  );
});

test('a form without an order cannot be accepted, and only an administrator can accept one', async () => {
  const { app, act } = await openConsole();
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '99999' }));
  expect((await act('/api/admin/submissions/voice/1/accept', {})).status).toBe(404);
  expect((await app.post('/api/admin/submissions/voice/1/accept', {})).status).toBe(401);
});

test('the key in the customer’s link verifies a form sent with another email', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const key = (await linkInEmail(app)).searchParams.get('key') ?? '';
  const send = async (orderKey: string) => {
    await app.post(
      '/api/submit-voice-agent-form',
      aVoiceForm({ orderNumber: '10001', email: EVE, orderKey }),
    );
    const { order, submissions } = await see(CASE);
    return [submissions.at(-1).submission.orderMatch, order.missingForms];
  };
  expect(await send(key.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toEqual([
    'other-email',
    ['voice'],
  ]);
  expect(await send(key)).toEqual(['order-link', []]);
  // The link expires 60 days after delivery.
  const { workVersion } = await see(CASE);
  await act('/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', workVersion });
  app.wait(61 * DAY);
  const late = aVoiceForm({ orderNumber: '10001', email: 'adam@elsewhere.example', orderKey: key });
  await app.post('/api/submit-voice-agent-form', late);
  // Reads the database, because the administrator's session has expired by now.
  const [last] = app.db.select().from(voiceAgentFormSubmissions).all().slice(-1);
  expect(last).toMatchObject({ email: 'adam@elsewhere.example', orderMatch: 'other-email' });
});

test.each([
  [
    'website',
    '/api/submit-order-form',
    () => aWebsiteForm({ email: 'eve@elsewhere.example', leaveEmpty: 'x' }),
  ],
  ['voice', '/api/submit-voice-agent-form', () => aVoiceForm({ leaveEmpty: 'x' })],
  ['dental', '/api/voice-agent-form-submission', () => aDentalForm({ leaveEmpty: 'x' })],
  ['onhold', '/api/on-hold-audio-form', () => anOnHoldForm({ leaveEmpty: 'x' })],
])(
  'the sender of a %s form gets the held-back email when it leaves quarantine, once',
  async (form, path, sent) => {
    const { app, see, act } = await openConsole();
    await buyWithCard(app, aDraft());
    const { orderNumber } = (await app.post(path, sent())).body;
    const received = async () =>
      (await app.sentEmails()).filter(({ subject }) => subject.startsWith('We’ve received your'));
    expect(await received()).toEqual([]);
    for (let pressed = 0; pressed < 2; pressed += 1)
      expect((await act(`/api/admin/submissions/${form}/1/release`, {})).status).toBe(200);
    expect(await received()).toMatchObject([
      { to: sent().email, subject: expect.stringContaining(orderNumber) },
    ]);
    const { timeline } = await see(`/api/json/cases/${orderNumber}`);
    expect(timeline.filter(({ kind }: { kind: string }) => kind === 'release')).toHaveLength(1);
  },
);

const WORDING = '/api/json/wording';
const SAVE = '/api/admin/wording';
const NUMBER = 'ORD-10001';
const reply = { name: 'Thanks', text: 'Hi {name} of {business}: {order}, {due}. {link} {nothing}' };

async function openShop() {
  const console = await openConsole();
  const buy = () => buyWithCard(console.app, aDraft({ serviceTypes: ['website'] }));
  const daysOf = (kind: string) =>
    rows
      .outbox(console.app.db)
      .filter((row) => row.kind === kind)
      .map(({ payload }) => (payload as { day: number }).day);
  return { ...console, buy, daysOf };
}

test('a reply is filled in for an order, and otherwise stays as it is written', async () => {
  const { app, see, act, buy } = await openShop();
  await buy();
  expect((await act(SAVE, { replies: [reply] })).body.message).toBe('Saved');
  expect((await see(WORDING)).replies).toEqual([reply]);
  const [filled] = (await see(`${WORDING}?orderNumber=${NUMBER}`)).replies;
  expect(filled.text).toMatch(
    /^Hi Ada of Marlow Bicycles: ORD-10001, as soon as possible\. https?:\/\/[^ ]+\/order\?order=ORD-10001&key=[\w-]{22} \{nothing\}$/,
  );
  const { searchParams } = new URL(filled.text.match(/http\S+/)[0]);
  expect((await app.get(`/api/order?${searchParams}`)).status).toBe(200);
  expect((await see(`${WORDING}?orderNumber=ORD-10002`)).success).toBe(false);
});

test('fields of a message are filled in for its order only if the sender asks for it', async () => {
  const { see, act, buy } = await openShop();
  await buy();
  const text = 'Hi {name}, about {order}.';
  for (const fillsFields of [true, false]) {
    const message = { key: crypto.randomUUID(), text, fillsFields };
    expect((await act(`/api/admin/cases/${NUMBER}/messages`, message)).status).toBe(200);
    // Sent again after a lost answer.
    await act(`/api/admin/cases/${NUMBER}/messages`, message);
  }
  const { conversation } = await see(`/api/json/cases/${NUMBER}`);
  expect(conversation.map((message: { text: string }) => message.text)).toEqual([
    'Hi Ada, about ORD-10001.',
    text,
  ]);
});

test('reminders go out on the days of the settings, sorted and once each, and an empty list sends none', async () => {
  const { app, see, act, buy, daysOf } = await openShop();
  expect((await see(WORDING)).reminderDays).toEqual([1, 3, 7]);
  await act(SAVE, { replies: [reply] });
  await act(SAVE, { reminderDays: [10, 2, 10] });
  expect(await see(WORDING)).toMatchObject({ reminderDays: [2, 10], replies: [reply] });
  await buy();
  expect(daysOf('form-reminder')).toEqual([2, 10]);
  const ask = { amount: '50.00', reason: 'A page' };
  await act(`/api/admin/cases/${NUMBER}/payment-requests`, ask);
  expect(daysOf('payment-request')).toEqual([0, 2, 10]);
  expect((await act(SAVE, { reminderDays: [] })).status).toBe(200);
  await buy();
  expect(daysOf('form-reminder')).toEqual([2, 10]);
  app.wait(10.5 * 24 * 60 * 60_000);
  const last = (await app.sentEmails()).filter(({ text }) => text.includes('This is our last reminder'));
  expect(last.map(({ subject }) => subject)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('we still need'),
      expect.stringContaining('Reminder: $50'),
    ]),
  );
  expect(last).toHaveLength(2);
});

test('what can not be used is refused, and staff use replies without changing them', async () => {
  const { app, act, see } = await openShop();
  const refused: [object, string][] = [
    [{ reminderDays: [0] }, 'reminderDays.0'],
    [{ reminderDays: [61] }, 'reminderDays.0'],
    [{ reminderDays: [1.5] }, 'reminderDays.0'],
    [{ reminderDays: [1, 2, 3, 4, 5, 6] }, 'reminderDays'],
    [{ replies: [{ name: '', text: 'x' }] }, 'replies.0.name'],
    [{ replies: [{ name: 'x', text: ' ' }] }, 'replies.0.text'],
    [{ replies: Array.from({ length: 51 }, () => reply) }, 'replies'],
  ];
  for (const [body, field] of refused) {
    const { status, body: answer } = await act(SAVE, body);
    expect([status, Object.keys(answer.fields)], JSON.stringify(body)).toEqual([400, [field]]);
  }
  await addAdmin(app, { username: 'sam', password: 'a quiet north window', role: 'staff' });
  const sam = await loggedIn(app, { username: 'sam', password: 'a quiet north window' });
  expect((await app.get(WORDING, sam)).status).toBe(200);
  expect((await app.post(SAVE, { replies: [] }, sam)).status).toBe(403);
  expect((await see('/api/json/audit')).entries[0].text).not.toBe('Changed the ready replies');
  await act(SAVE, { replies: [reply] });
  expect((await see('/api/json/audit')).entries[0].text).toBe('Changed the ready replies');
});

const STATUS = '/api/admin/cases/ORD-10001/work-status';

test('a change based on an outdated work status is rejected with a message, and saved after a reload', async () => {
  const { app, see, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { workVersion } = await see(CASE);
  expect((await act(STATUS, { workStatus: 'delivered', workVersion })).status).toBe(200);
  const { status, body } = await act(STATUS, { workStatus: 'waiting', workVersion });
  expect([status, body.code]).toEqual([409, 'work_status_changed']);
  expect(body.message).toMatch(/^ada changed the work status to “Closed” in the meantime/);
  const current = await see(CASE);
  expect(current.workStatus).toBe('closed');
  const again = { workStatus: 'waiting', workVersion: current.workVersion };
  expect((await act(STATUS, again)).status).toBe(200);
  expect((await see(CASE)).workStatus).toBe('waiting');
});

test('a request without an order is protected too; choosing the same status twice is not a conflict', async () => {
  const { app, see, act } = await openConsole();
  await app.post('/api/on-hold-audio-form', anOnHoldForm());
  const { workVersion } = await see(CASE);
  const delivered = { workStatus: 'delivered', workVersion };
  expect([(await act(STATUS, delivered)).status, (await act(STATUS, delivered)).status]).toEqual([200, 200]);
  expect((await act(STATUS, { workStatus: 'new', workVersion })).status).toBe(409);
  expect((await act(STATUS, { workStatus: 'new' })).status).toBe(400);
});

test('work that is marked as delivered without a version is closed, and its promises count neither as kept nor as late', async () => {
  const { app, cookie, see, act } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold', 'voice'] }));
  const sent = { ...anOnHoldForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  expect((await app.post('/api/on-hold-audio-form', sent)).status).toBe(200);
  const kept = async () => (await see('/api/json/figures')).kept.now;
  const states = async () => (await see(CASE)).services.map(({ state }: { state: string }) => state);
  const ended = await act(STATUS, { workStatus: 'delivered', workVersion: 0 });
  expect([ended.status, ended.body.workStatus]).toEqual([200, 'closed']);
  expect(await states()).toEqual(['closed', 'closed']);
  expect(await kept()).toMatchObject({ kept: 0, all: 0 });
  expect((await see('/api/json/overview')).promises.late.count).toBe(0);
  const link = new URLSearchParams(pageLink(app));
  const page = (await app.get(`/api/order?${link}`)).body;
  expect(page.services).toMatchObject([{ state: 'closed' }, { state: 'closed' }]);
  // The shop reads the same word everywhere.
  const found = async (list: string, work: string) => {
    const { orders, submissions } = await see(`/api/json/${list}?work=${work}`);
    return (orders ?? submissions).map(({ workStatus }: { workStatus: string }) => workStatus);
  };
  for (const list of ['orders', 'on-hold-submissions']) {
    expect(await found(list, 'closed')).toEqual(['closed']);
    expect(await found(list, 'delivered')).toEqual([]);
  }
  expect(await see(CASE)).toMatchObject({
    workStatus: 'closed',
    timeline: expect.arrayContaining([expect.objectContaining({ kind: 'work-status', text: 'Closed' })]),
  });
  const csv = await fetch(`${app.base}/api/json/orders.csv`, { headers: cookie });
  expect(await csv.text()).toContain(',closed,');
  const told = (await see('/api/json/audit')).entries.map(({ text }: { text: string }) => text);
  expect(told).toContain('Changed the work status to closed');
  const person = customerStore.personByEmail(app.db, aDraft().email) ?? expect.fail('no person');
  expect(readCustomerOrders(app.context, person, '').orders).toMatchObject([{ workStatus: 'closed' }]);
  // It is not over for good.
  const { workVersion } = await see(CASE);
  expect((await act(STATUS, { workStatus: 'in-progress', workVersion })).body.workStatus).toBe('in-progress');
  expect(await states()).toEqual(expect.arrayContaining(['working', 'form']));
  // What another system delivered has no version here.
  app.db.$client.exec(`UPDATE orders SET imported = '{"invoice":null}'`);
  const again = { workStatus: 'delivered', workVersion: (await see(CASE)).workVersion };
  expect((await act(STATUS, again)).body.workStatus).toBe('delivered');
});

test('a promise is kept by a delivered version, also when the rest of the order is closed', async () => {
  const { app, see, act } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold', 'voice'] }));
  const sent = { ...anOnHoldForm({ orderNumber: 'ORD-10001' }), ...formKey(app) };
  await app.post('/api/on-hold-audio-form', sent);
  const version = { service: 'onhold', after: 0, note: 'Here it is.' };
  expect((await act('/api/admin/cases/ORD-10001/deliveries', version)).status).toBe(200);
  const { workVersion } = await see(CASE);
  await act(STATUS, { workStatus: 'delivered', workVersion });
  const states = (await see(CASE)).services.map(({ id, state }: { id: string; state: string }) => [
    id,
    state,
  ]);
  expect(Object.fromEntries(states)).toEqual({ onhold: 'done', voice: 'closed' });
  const last30 = (await see('/api/json/figures')).kept.now;
  expect(last30).toMatchObject({ kept: 2, all: 2 });
});

test('of two simultaneous changes, one is saved', async () => {
  const { app, cookie } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const changes = ['waiting', 'delivered'].map((workStatus) => ({ workStatus, workVersion: 0 }));
  const answers = await pipelinedPosts(app.base, STATUS, changes, cookie);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
});
