import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut, linkInEmail } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

const DAY = 24 * 60 * 60_000;

function after(app: TestApp, days: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + days * DAY);
}

async function reminders(app: TestApp) {
  return (await app.sentEmails()).filter(({ subject }) => subject.includes('we still need'));
}

async function aPaidOrder(app: TestApp): Promise<void> {
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
}

test('a customer who paid but sent no form is reminded after 1, 3 and 7 days, and never again', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  const counts: number[] = [];
  for (let day = 0; day <= 10; day += 1) {
    counts.push((await reminders(app)).length);
    after(app, 1);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  const emails = await reminders(app);
  expect(emails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'ada@marlow-bicycles.example'));
  for (const { text } of emails) expect(text).toContain('You ordered on November 21 (ORD-10001)');
  expect(emails[2]?.text).toContain('This is our last reminder.');
});

test('a reminder names only the missing forms, with the customer’s own links', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  after(app, 1);
  const [email] = await reminders(app);
  expect(email).toMatchObject({ subject: 'Order ORD-10001: we still need your form' });
  expect(email?.text).toMatch(/onhold-audio-form\?order=ORD-10001&key=[\w-]{22}/);
  expect(email?.text).not.toContain('website-form');
});

test('reminders stop when the form has arrived; a quarantined form does not count', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['onhold', 'voice'] }), {});
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const form = { orderNumber: '10002', email: 'eve@elsewhere.example' };
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ ...form, leaveEmpty: 'x' }));
  after(app, 1);
  expect(await reminders(app)).toHaveLength(1);
  await app.post(
    '/api/on-hold-audio-form',
    anOnHoldForm({ orderNumber: '10002', ...formKey(app, 'ORD-10002') }),
  );
  after(app, 2);
  await reminders(app);
  after(app, 4);
  expect(await reminders(app)).toHaveLength(1);
  const ended = rows
    .outbox(app.db)
    .filter(({ kind, orderNumber }) => kind === 'form-reminder' && orderNumber === 'ORD-10002');
  expect(ended.map(({ status }) => status)).toEqual(['sent', 'dropped', 'dropped']);
});

test('fully refunded, delivered or unpaid orders get no reminders', async () => {
  const { app, act } = await openConsole();
  for (let count = 0; count < 3; count += 1) await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  // This order is never paid.
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  const refund = { reason: 'Not needed', refundKey: crypto.randomUUID() };
  expect((await act('/api/admin/payments/1/refund', refund)).status).toBe(200);
  await act('/api/admin/cases/ORD-10002/work-status', { workStatus: 'delivered', workVersion: 0 });
  after(app, 1);
  expect((await reminders(app)).map(({ subject }) => subject)).toEqual([
    'Order ORD-10003: we still need your form',
  ]);
});

test('a free order sends one email and no reminders until a link in it is opened', async () => {
  const app = await startTestApp();
  const { body } = await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  expect(await app.sentEmails()).toHaveLength(1);
  const { search } = await linkInEmail(app);
  // The key in the checkout response does not confirm the email address, because anyone can place an order.
  const own = new URLSearchParams({ order: 'ORD-10001', key: body.order.intakeKey });
  expect((await app.get(`/api/intake?${own}`)).status).toBe(200);
  expect((await app.get('/api/intake?order=ORD-10001&key=wrong')).status).toBe(404);
  after(app, 8);
  expect(await app.sentEmails()).toHaveLength(1);
  expect(rows.orders(app.db)[0]?.emailConfirmedAt).toBeNull();

  const confirmedAt = app.clock.now;
  for (let opened = 0; opened < 2; opened += 1) {
    expect((await app.get(`/api/intake${search}`)).status).toBe(200);
    expect(rows.orders(app.db)[0]?.emailConfirmedAt).toEqual(confirmedAt);
    after(app, 1);
    expect(await reminders(app)).toHaveLength(1);
  }
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001', ...formKey(app) }));
  after(app, 2);
  expect(await reminders(app)).toHaveLength(1);
});

test('the reminders of a free order go to a corrected address', async () => {
  const { app, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email: 'ada@marlow-bicycle.example' }));
  await act('/api/admin/messages/1/send-again', { recipient: 'ada@marlow-bicycles.example' });
  await app.get(`/api/intake${(await linkInEmail(app)).search}`);
  after(app, 1);
  expect(await reminders(app)).toMatchObject([{ to: 'ada@marlow-bicycles.example' }]);
});

test('opening a link of a paid order is recorded and schedules nothing again', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  await app.sentEmails();
  const before = rows.outbox(app.db).length;
  const { search } = await linkInEmail(app);
  after(app, 0.5);
  await app.get(`/api/intake${search}`);
  expect(rows.orders(app.db)[0]?.emailConfirmedAt).toEqual(app.clock.now);
  expect(rows.outbox(app.db)).toHaveLength(before);
});

test('after days offline, or from an old backup, only one reminder is sent', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  after(app, 3.5);
  expect(await reminders(app)).toHaveLength(1);
  expect(
    rows
      .outbox(app.db)
      .filter(({ kind }) => kind === 'form-reminder')
      .map(({ status }) => status),
  ).toEqual(['dropped', 'sent', 'waiting']);
});

test('the studio reminds at once, once a day, and only while a form is missing and the customer wants it', async () => {
  const { app, act, see } = await openConsole();
  await aPaidOrder(app);
  const remind = async () => (await act('/api/admin/cases/ORD-10001/remind', {})).body.message;
  expect(await remind()).toBe('Reminder sent');
  expect(await remind()).toBe('The customer was already reminded today.');
  expect(await reminders(app)).toHaveLength(1);
  const { timeline } = await see('/api/json/cases/ORD-10001');
  expect(timeline[0].text).toBe('Form reminder sent to ada@marlow-bicycles.example');
  after(app, 0.3);
  const { workVersion } = await see('/api/json/cases/ORD-10001');
  await act('/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', workVersion });
  expect(await remind()).toBe('The work has ended.');
  expect((await act('/api/admin/cases/ORD-10002/remind', {})).status).toBe(404);
  await checkOut(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await act('/api/admin/cases/ORD-10002/remind', {})).body).toMatchObject({
    code: 'no_reminder',
    message: 'It isn’t paid.',
  });
});
