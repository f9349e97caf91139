import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../test/fixtures/factories.ts';
import { anOnHoldForm } from '../../test/fixtures/form-factories.ts';
import { checkOut } from '../../test/shop/purchase-steps.ts';
import { startTestApp, TEST_NOW } from '../../test/shop/test-app.ts';
import { createUnverifiedRecipients, mailboxOf } from './unverified-recipients.ts';

const HOUR = 60 * 60_000;

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

test('one mailbox gets five emails an hour, in any spelling, no matter who requests them', () => {
  const clock = { now: TEST_NOW };
  const emails = createUnverifiedRecipients(() => clock.now, true);
  const ask = (index: number) =>
    emails.tryConsume(`${index % 2 === 0 ? 'vic.tim' : 'victim'}+${index}@gmail.com`, `203.0.113.${index}`);
  expect(Array.from({ length: 7 }, (_, index) => ask(index))).toEqual([
    ...Array.from({ length: 5 }, () => true),
    false,
    false,
  ]);
  expect(emails.tryConsume('somebody-else@gmail.com', '203.0.113.99')).toBe(true);
  clock.now = new Date(TEST_NOW.getTime() + HOUR);
  expect(ask(0)).toBe(true);
});

test('one network sends twenty emails an hour, to anyone; a whole IPv6 network counts as one', () => {
  const emails = createUnverifiedRecipients(() => TEST_NOW, true);
  const ask = (index: number) => emails.tryConsume(`person-${index}@example.com`, `2001:db8:1:2::${index}`);
  expect(Array.from({ length: 21 }, (_, index) => ask(index + 1)).lastIndexOf(true)).toBe(19);
  expect(emails.tryConsume('person-30@example.com', '2001:db8:1:3::1')).toBe(true);
});

test('free orders with somebody’s email address send five emails an hour to it, and the business is told about each order', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  for (let count = 0; count < 8; count += 1)
    await checkOut(app, aDraft({ serviceTypes: ['voice'], email: `victim+${count}@elsewhere.example` }));
  expect(await app.sentEmails()).toHaveLength(5);
  expect(await app.businessEmails()).toHaveLength(8);
});

test('after twenty free orders from one network, the next ones email nobody until an hour has passed', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  const order = () => checkOut(app, aDraft({ serviceTypes: ['voice'], email: 'attacker@elsewhere.example' }));
  for (let count = 0; count < 30; count += 1) expect((await order()).body.order.isPaid).toBe(true);
  expect(await app.businessEmails()).toHaveLength(20);
  app.clock.now = new Date(app.clock.now.getTime() + HOUR);
  await order();
  expect(await app.businessEmails()).toHaveLength(21);
});

test('free orders and forms from one address share twenty emails; paid orders are always confirmed', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  for (let count = 0; count < 15; count += 1)
    await checkOut(app, aDraft({ serviceTypes: ['voice'], email: `order-${count}@elsewhere.example` }));
  await Promise.all(
    Array.from({ length: 10 }, (_, count) =>
      app.post('/api/on-hold-audio-form', anOnHoldForm({ email: `form-${count}@elsewhere.example` })),
    ),
  );
  expect(await app.sentEmails()).toHaveLength(20);
  await buyWithCard(app, aDraft({ email: 'buyer@elsewhere.example' }));
  expect((await app.sentEmails()).at(-1)).toMatchObject({ to: 'buyer@elsewhere.example' });
});
