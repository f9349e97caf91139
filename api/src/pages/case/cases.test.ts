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
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

async function openOffice() {
  const app = await startTestApp();
  await addAdmin(app);
  const cookie = await loggedIn(app);
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
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
  await buyWithCard(app, draft);
  app.clock.now = new Date(app.clock.now.getTime() + 1_000);
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
  const leased = await outboxStore.lease(app.db, 'email', now, new Date(now.getTime() + 60_000));
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
