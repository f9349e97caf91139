import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import {
  anOnHoldForm,
  aVoiceForm,
  aWebsiteForm,
  aDentalForm,
} from '../../../test/fixtures/form-factories.ts';
import { checkOut, linkInEmail } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

const DAY = 24 * 60 * 60_000;

async function reminders(app: TestApp) {
  return (await app.sentEmails()).filter(({ subject }) => subject.includes('we still need'));
}

/** What became of the reminders of an order. */
const fates = ({ db }: TestApp, number: string) =>
  rows
    .outbox(db)
    .flatMap(({ kind, orderNumber, status }) =>
      kind === 'form-reminder' && orderNumber === number ? [status] : [],
    );

const buy = (app: TestApp) => buyWithCard(app, aDraft({ serviceTypes: ['website', 'onhold'] }));

/** A shop where a website and on-hold audio are paid. */
async function aPaidOrder(): Promise<TestApp> {
  const app = await startTestApp();
  await buy(app);
  return app;
}

test('a customer who paid but sent no form is reminded after 1, 3 and 7 days, and never again', async () => {
  const app = await aPaidOrder();
  const counts: number[] = [];
  for (let day = 0; day <= 10; day += 1) {
    counts.push((await reminders(app)).length);
    app.wait(DAY);
  }
  expect(counts).toEqual([0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]);
  const emails = await reminders(app);
  expect(emails.map(({ to }) => to)).toEqual(Array.from({ length: 3 }, () => 'ada@marlow-bicycles.example'));
  for (const { text } of emails) expect(text).toContain('You ordered on November 21 (ORD-10001)');
  expect(emails[2]?.text).toContain('This is our last reminder.');
});

test('a reminder names only the missing forms, with the customer’s own links', async () => {
  const app = await aPaidOrder();
  await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  app.wait(DAY);
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
  app.wait(DAY);
  expect(await reminders(app)).toHaveLength(1);
  const own = { orderNumber: '10002', ...formKey(app, 'ORD-10002') };
  await app.post('/api/on-hold-audio-form', anOnHoldForm(own));
  app.wait(2 * DAY);
  await reminders(app);
  app.wait(4 * DAY);
  expect(await reminders(app)).toHaveLength(1);
  expect(fates(app, 'ORD-10002')).toEqual(['sent', 'dropped', 'dropped']);
});

test('fully refunded, delivered or unpaid orders get no reminders', async () => {
  const { app, act } = await openConsole();
  for (let count = 0; count < 3; count += 1) await buyWithCard(app, aDraft({ serviceTypes: ['website'] }));
  // This order is never paid.
  await checkOut(app, aDraft({ serviceTypes: ['website'] }));
  const refund = { reason: 'Not needed', refundKey: crypto.randomUUID() };
  expect((await act('/api/admin/payments/1/refund', refund)).status).toBe(200);
  await act('/api/admin/cases/ORD-10002/work-status', { workStatus: 'delivered', workVersion: 0 });
  app.wait(DAY);
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
  app.wait(8 * DAY);
  expect(await app.sentEmails()).toHaveLength(1);
  expect(rows.orders(app.db)[0]?.emailConfirmedAt).toBeNull();

  const confirmedAt = app.clock.now;
  for (let opened = 0; opened < 2; opened += 1) {
    expect((await app.get(`/api/intake${search}`)).status).toBe(200);
    expect(rows.orders(app.db)[0]?.emailConfirmedAt).toEqual(confirmedAt);
    app.wait(DAY);
    expect(await reminders(app)).toHaveLength(1);
  }
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001', ...formKey(app) }));
  app.wait(2 * DAY);
  expect(await reminders(app)).toHaveLength(1);
});

test('the reminders of a free order go to a corrected address', async () => {
  const { app, act } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'], email: 'ada@marlow-bicycle.example' }));
  await act('/api/admin/messages/1/send-again', { recipient: 'ada@marlow-bicycles.example' });
  await app.get(`/api/intake${(await linkInEmail(app)).search}`);
  app.wait(DAY);
  expect(await reminders(app)).toMatchObject([{ to: 'ada@marlow-bicycles.example' }]);
});

test('opening a link of a paid order is recorded and schedules nothing again', async () => {
  const app = await aPaidOrder();
  await app.sentEmails();
  const before = rows.outbox(app.db).length;
  const { search } = await linkInEmail(app);
  app.wait(0.5 * DAY);
  await app.get(`/api/intake${search}`);
  expect(rows.orders(app.db)[0]?.emailConfirmedAt).toEqual(app.clock.now);
  expect(rows.outbox(app.db)).toHaveLength(before);
});

test('after days offline, or from an old backup, only one reminder is sent', async () => {
  const app = await aPaidOrder();
  app.wait(3.5 * DAY);
  expect(await reminders(app)).toHaveLength(1);
  expect(fates(app, 'ORD-10001')).toEqual(['dropped', 'sent', 'waiting']);
});

test('the studio reminds at once, once a day, and only while a form is missing and the customer wants it', async () => {
  const { app, act, see } = await openConsole();
  await buy(app);
  const remind = async () => (await act('/api/admin/cases/ORD-10001/remind', {})).body.message;
  expect(await remind()).toBe('Reminder sent');
  expect(await remind()).toBe('The customer was already reminded today.');
  expect(await reminders(app)).toHaveLength(1);
  const { timeline } = await see('/api/json/cases/ORD-10001');
  expect(timeline[0].text).toBe('Form reminder sent to ada@marlow-bicycles.example');
  app.wait(0.3 * DAY);
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

const FORMS = [
  { path: '/api/submit-order-form', form: aWebsiteForm, named: 'website form', number: 'ORD-10001' },
  { path: '/api/submit-voice-agent-form', form: aVoiceForm, named: 'voice agent form', number: 'ORD-10002' },
  { path: '/api/voice-agent-form-submission', form: aDentalForm, named: 'dental form', number: 'ORD-10002' },
  { path: '/api/on-hold-audio-form', form: anOnHoldForm, named: 'on-hold form', number: 'ORD-10002' },
];

async function aShopWithAnOrder(): Promise<TestApp> {
  const app = await startTestApp();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  await app.sentEmails();
  return app;
}

/** Answers that are chosen, and told in other words. */
const CHOSEN = new Set([
  'practiceType',
  'practiceSize',
  'package',
  'hosting',
  'billing',
  'formType',
  'project',
]);
const withoutLines = (text: string) => text.replaceAll(/\s+/g, ' ');

test.each(FORMS)(
  'the business gets the $named with every answer, and a reply goes to its sender',
  async ({ path, form, named, number }) => {
    const app = await aShopWithAnOrder();
    const sent = form();
    expect((await app.post(path, sent)).status).toBe(200);
    const email = (await app.businessEmails()).at(-1);
    expect(email).toMatchObject({ to: 'hello@northlight.example', replyTo: sent.email });
    expect(email?.subject).toMatch(new RegExp(`^New ${named} for ${number}: `));
    expect(email?.text).toContain(
      `Open ${number === 'ORD-10001' ? 'order' : 'request'} ${number}: http://localhost:3000/admin#/case/${number}`,
    );
    const { submissionKey: _key, leaveEmpty: _empty, filledInMs: _time, ...answers } = sent;
    for (const [name, answer] of Object.entries(answers)) {
      if (typeof answer !== 'string' || CHOSEN.has(name)) continue;
      expect(withoutLines(email?.text ?? ''), name).toContain(withoutLines(answer));
    }
  },
);

test.each(FORMS)(
  'the sender of the $named gets a confirmation email that repeats none of their answers',
  async ({ path, form, named, number }) => {
    const app = await aShopWithAnOrder();
    const sent = form({ email: 'eve@elsewhere.example' });
    await app.post(path, sent);
    const email = (await app.sentEmails()).at(-1);
    expect(email).toMatchObject({
      to: 'eve@elsewhere.example',
      subject: `We’ve received your ${named} (${number})`,
    });
    const { text = '', html = '' } = email ?? {};
    expect(text).toContain('We’ll contact you within 24 hours.');
    for (const [name, answer] of Object.entries(sent)) {
      if (typeof answer !== 'string' || answer.length < 4) continue;
      const isOurs = ['email', 'project', 'package', 'hosting', 'billing', 'formType'].includes(name);
      if (!isOurs) expect(text + html, name).not.toContain(answer);
    }
  },
);

test('a form that is submitted twice sends its emails once', async () => {
  const app = await startTestApp();
  const form = anOnHoldForm();
  await app.post('/api/on-hold-audio-form', form);
  await app.post('/api/on-hold-audio-form', form);
  expect(await app.sentEmails()).toHaveLength(1);
  expect(await app.businessEmails()).toHaveLength(1);
});

test('suspected spam sends no emails', async () => {
  const app = await startTestApp();
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ leaveEmpty: 'cheap watches' }));
  await app.post('/api/submit-voice-agent-form', aVoiceForm({ filledInMs: 300, orderNumber: '99999' }));
  expect([await app.sentEmails(), await app.businessEmails()]).toEqual([[], []]);
});

test('the business is told when a form’s email does not match its order', async () => {
  const app = await aShopWithAnOrder();
  await app.post('/api/submit-order-form', aWebsiteForm({ email: 'eve@elsewhere.example' }));
  const { text } = (await app.businessEmails()).at(-1) ?? {};
  expect(text).toContain('Unverified: the email doesn’t match the order.');
});

test('a stranger who keeps entering somebody’s address can send five emails an hour to it, and the next ones come later', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const send = (email: string) => app.post('/api/on-hold-audio-form', anOnHoldForm({ email }));
  const received = async () => (await app.sentEmails()).map(({ to }) => to);
  for (let count = 0; count < 5; count += 1) await send('victim@elsewhere.example');
  // Ten minutes later, the spam check no longer counts the earlier forms.
  app.wait(11 * 60_000);
  await send('Victim@elsewhere.example');
  await send('ada@marlow-bicycles.example');
  expect(await received()).toEqual([
    ...Array.from({ length: 5 }, () => 'victim@elsewhere.example'),
    'ada@marlow-bicycles.example',
  ]);
  app.wait(49 * 60_000);
  expect(await received()).toHaveLength(7);
  expect((await received()).at(-1)).toBe('Victim@elsewhere.example');
  // All forms were stored.
  expect(await app.businessEmails()).toHaveLength(7);
});
