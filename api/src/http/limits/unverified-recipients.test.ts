import { expect, test } from 'vitest';
import { openConsole } from '../../../test/shop/admin-client.ts';
import { aCheckout, aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, TEST_NOW } from '../../../test/shop/test-app.ts';
import { HOUR_MS } from '../../base/units.ts';
import { createUnverifiedRecipients, mailboxOf } from './unverified-recipients.ts';

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+one+two@example.com', 'ada@example.com'],
  ['a.d.a@example.com', 'a.d.a@example.com'],
  ['A.d.a+one@Gmail.com', 'ada@gmail.com'],
  ['ada@googlemail.com', 'ada@gmail.com'],
  ['+one@example.com', '+one@example.com'],
])('%s is the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox);
});

/** In minutes from `TEST_NOW`, for each of `count` emails; null for one that is too much. */
function timesOf(count: number, ask: (index: number) => Date | null): (number | null)[] {
  return Array.from({ length: count }, (_, index) => {
    const at = ask(index);
    return at && (at.getTime() - TEST_NOW.getTime()) / 60_000;
  });
}

test('one network sends a mailbox five emails an hour, in any spelling, for six hours ahead', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, true);
  const ask = (index: number) =>
    emails.take('form', `${index % 2 === 0 ? 'vic.tim' : 'victim'}+${index}@gmail.com`, '203.0.113.1');
  expect(timesOf(36, ask)).toEqual([
    ...[0, 60, 120, 180, 240, 300, 360].flatMap((minute) => Array.from({ length: 5 }, () => minute)),
    null,
  ]);
});

test('whoever asks for many emails to a mailbox delays nobody else’s, and no other kind', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, true);
  timesOf(40, () => emails.take('order', 'victim@elsewhere.example', '203.0.113.1'));
  expect(timesOf(1, () => emails.take('order', 'victim@elsewhere.example', '203.0.113.2'))).toEqual([0]);
  expect(timesOf(1, () => emails.take('link', 'victim@elsewhere.example', '203.0.113.1'))).toEqual([0]);
});

test('one mailbox gets fifteen emails of a kind an hour, no matter who asks', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, true);
  const ask = (index: number) => emails.take('form', 'victim@elsewhere.example', `203.0.113.${index}`);
  expect(timesOf(17, ask)).toEqual([...Array.from({ length: 15 }, () => 0), 60, 60]);
  expect(timesOf(1, () => emails.take('order', 'victim@elsewhere.example', '203.0.113.99'))).toEqual([0]);
});

test('an hour is any hour: an email counts from when it is sent', () => {
  const clock = { now: TEST_NOW };
  const emails = createUnverifiedRecipients(() => clock.now, true);
  const ask = () => emails.take('form', 'victim@elsewhere.example', '203.0.113.1');
  // Five now, five in an hour.
  timesOf(10, ask);
  clock.now = new Date(TEST_NOW.getTime() + HOUR_MS - 1);
  expect(timesOf(1, ask)).toEqual([120]);
  clock.now = new Date(TEST_NOW.getTime() + 3 * HOUR_MS);
  expect(timesOf(1, ask)).toEqual([180]);
});

test('one network sends twenty emails of a kind an hour, to anyone; a whole IPv6 network counts as one', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, true);
  const ask = (index: number) =>
    emails.take('form', `person-${index}@example.com`, `2001:db8:1:2::${index + 1}`);
  expect(timesOf(21, ask)).toEqual([...Array.from({ length: 20 }, () => 0), 60]);
  expect(timesOf(1, () => emails.take('form', 'person-30@example.com', '2001:db8:1:3::1'))).toEqual([0]);
});

test('without limits, every email is sent at once', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, false);
  const ask = () => emails.take('form', 'victim@elsewhere.example', '203.0.113.1');
  expect(timesOf(50, ask)).toEqual(Array.from({ length: 50 }, () => 0));
});

test('what was counted before the clock was set back does not count', () => {
  const clock = { now: TEST_NOW };
  const emails = createUnverifiedRecipients(() => clock.now, true);
  const ask = () => emails.take('form', 'victim@elsewhere.example', '203.0.113.1');
  timesOf(5, ask);
  clock.now = new Date(TEST_NOW.getTime() - 24 * HOUR_MS);
  expect(timesOf(1, ask)).toEqual([-24 * 60]);
});

test('free orders with somebody’s email address send five emails an hour to it, and the business is told about each order', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  for (let count = 0; count < 8; count += 1)
    await checkOut(app, aDraft({ serviceTypes: ['voice'], email: `victim+${count}@elsewhere.example` }));
  expect(await app.sentEmails()).toHaveLength(5);
  expect(await app.businessEmails()).toHaveLength(8);
});

test('after twenty free orders from one network, the next are confirmed and announced in the hours that follow', async () => {
  const { app, see } = await openConsole({ env: { isRateLimited: true } });
  for (let count = 0; count < 60; count += 1) {
    const email = `pupil-${count}@school.example`;
    expect((await checkOut(app, aDraft({ serviceTypes: ['voice'], email }))).body.order.isPaid).toBe(true);
  }
  const counts = async () => [(await app.sentEmails()).length, (await app.businessEmails()).length];
  expect(await counts()).toEqual([20, 20]);
  const { messages } = await see('/api/json/cases/ORD-10021');
  expect(messages).toMatchObject([{ status: 'waiting', dueAt: '2026-11-21T11:00:00.437Z' }, {}]);
  app.wait(HOUR_MS);
  expect(await counts()).toEqual([40, 40]);
  app.wait(HOUR_MS);
  expect(await counts()).toEqual([60, 60]);
});

test('a confirmation that would be hours late is listed as not sent, and an administrator can send it', async () => {
  const { app, see, act } = await openConsole({ env: { isRateLimited: true } });
  for (let count = 0; count < 36; count += 1)
    await checkOut(app, aDraft({ serviceTypes: ['voice'], email: `agency+${count}@elsewhere.example` }));
  const { unsentMessages } = await see('/api/json/overview');
  expect(unsentMessages).toMatchObject({
    count: 1,
    items: [{ orderNumber: 'ORD-10036', detail: expect.stringContaining('Held back') }],
  });
  await app.sentEmails();
  const [held] = (await see('/api/json/cases/ORD-10036')).messages;
  await act(`/api/admin/messages/${held.id}/send-again`, {});
  expect((await app.sentEmails()).at(-1)).toMatchObject({ to: 'agency+35@elsewhere.example' });
});

test('five requests of a stranger hold back no link, order, or form of the owner of an address', async () => {
  const app = await startTestApp({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const email = 'victim@elsewhere.example';
  const from = (address: string) => ({ 'x-forwarded-for': address });
  const stranger = from('198.51.100.1');
  for (let count = 0; count < 5; count += 1) {
    await app.post('/api/on-hold-audio-form', anOnHoldForm({ email }), stranger);
    await app.post('/api/checkout', aCheckout(aDraft({ serviceTypes: ['voice'], email })), stranger);
  }
  const before = (await app.sentEmails()).length;
  expect(before).toBe(10);
  const owner = from('203.0.113.1');
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ email, phone: '(555) 010-1111' }), owner);
  await app.post('/api/checkout', aCheckout(aDraft({ serviceTypes: ['voice'], email })), owner);
  await app.post('/api/order-link', { orderNumber: '10006', email }, stranger);
  expect((await app.sentEmails()).slice(before).map(({ subject }) => subject.split(' (')[0])).toEqual(
    expect.arrayContaining(['We’ve received your on-hold form', expect.stringContaining('Your order')]),
  );
  expect(await app.sentEmails()).toHaveLength(before + 3);
});

test('free orders and forms of one network each have twenty emails; paid orders are always confirmed', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  for (let count = 0; count < 15; count += 1)
    await checkOut(app, aDraft({ serviceTypes: ['voice'], email: `order-${count}@elsewhere.example` }));
  await Promise.all(
    Array.from({ length: 10 }, (_, count) =>
      app.post('/api/on-hold-audio-form', anOnHoldForm({ email: `form-${count}@elsewhere.example` })),
    ),
  );
  expect(await app.sentEmails()).toHaveLength(25);
  await buyWithCard(app, aDraft({ email: 'buyer@elsewhere.example' }));
  expect((await app.sentEmails()).at(-1)).toMatchObject({ to: 'buyer@elsewhere.example' });
});
