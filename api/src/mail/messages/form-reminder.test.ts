import { expect, test } from 'vitest';
import { openConsole } from '../../test/console.ts';
import { aDraft, buyWithCard } from '../../test/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../test/form-factories.ts';
import { checkOut } from '../../test/roads.ts';
import { rows } from '../../test/rows.ts';
import { startTestApp, type TestApp } from '../../test/test-app.ts';

const DAY = 24 * 60 * 60_000;

function after(app: TestApp, days: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + days * DAY);
}

async function reminders(app: TestApp) {
  return (await app.sentMails()).filter(({ subject }) => subject.includes('missing'));
}

async function aPaidOrder(app: TestApp): Promise<void> {
  await buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
}

test('who paid and sent no form is reminded after 1, 3 and 7 days, and then never again', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  const counts: number[] = [];
  for (let day = 0; day <= 10; day += 1) {
    counts.push((await reminders(app)).length);
    after(app, 1);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  const mails = await reminders(app);
  expect(mails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'ada@marlow-bicycles.example'));
  for (const { text } of mails) expect(text).toContain('You ordered on November 21 (ORD-10001)');
  expect(mails[2]?.text).toContain('This is our last reminder.');
});

test('a reminder names the forms that are missing, with the buyer’s own links, and no other', async () => {
  const app = await startTestApp();
  await aPaidOrder(app);
  await app.post('/api/submit-order-form', aWebsiteForm());
  after(app, 1);
  const [mail] = await reminders(app);
  expect(mail).toMatchObject({ subject: 'Order ORD-10001: your form is missing' });
  expect(mail?.text).toMatch(/onhold-audio-form\?order=ORD-10001&key=[\w-]{22}/);
  expect(mail?.text).not.toContain('website-form');
});

test('the reminders end when the form is in; a form in quarantine is not in', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['onhold', 'voice'] }), {});
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  const form = { orderNumber: '10002', email: 'eve@elsewhere.example' };
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ ...form, leaveEmpty: 'x' }));
  after(app, 1);
  expect(await reminders(app)).toHaveLength(1);
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10002' }));
  after(app, 2);
  await reminders(app);
  after(app, 4);
  expect(await reminders(app)).toHaveLength(1);
  const ended = rows
    .outbox(app.db)
    .filter(({ kind, orderNumber }) => kind === 'form-reminder' && orderNumber === 'ORD-10002');
  expect(ended.map(({ status }) => status)).toEqual(['sent', 'dropped', 'dropped']);
});

test('nobody is reminded of what is refunded in full or delivered, or not paid', async () => {
  const { app, act } = await openConsole();
  for (let count = 0; count < 3; count += 1) await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  // Its money never comes.
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  const refund = { reason: 'Not needed', refundKey: crypto.randomUUID() };
  expect((await act('/api/admin/payments/1/refund', refund)).status).toBe(200);
  await act('/api/admin/cases/ORD-10002/work-status', { workStatus: 'delivered' });
  after(app, 1);
  expect((await reminders(app)).map(({ subject }) => subject)).toEqual([
    'Order ORD-10003: your form is missing',
  ]);
});

test('a voice agent alone has its reminders as well', async () => {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  after(app, 1);
  expect(await reminders(app)).toHaveLength(1);
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001' }));
  after(app, 2);
  expect(await reminders(app)).toHaveLength(1);
});

test('a shop that was away for days, or comes out of an old backup, reminds once and not of everything', async () => {
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
