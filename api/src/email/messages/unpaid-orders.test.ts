import { expect, test } from 'vitest';
import { sweepPayments } from '../../money/provider-events/sweep.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { aWorker } from '../../../test/fixtures/outbox-fixtures.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';

const MINUTE = 60_000;

function after(app: TestApp, milliseconds: number): void {
  app.clock.now = new Date(app.clock.now.getTime() + milliseconds);
}

/** The browser reports a payment that does not exist. */
const claim = (app: TestApp, lastName = 'Marlow') =>
  checkOut(app, aDraft({ serviceTypes: ['website'], lastName }));

test('unpaid orders are reported in one email per hour, five minutes after it, and never again', async () => {
  const app = await startTestApp();
  await claim(app, 'First');
  after(app, 59 * MINUTE);
  await claim(app, 'محمد');
  after(app, MINUTE);
  await claim(app, 'Next hour');
  after(app, 5 * MINUTE - 1_000);
  expect(await app.businessEmails()).toEqual([]);
  after(app, 1_000);
  const [email = expect.fail(), ...others] = await app.businessEmails();
  expect([email.subject, others]).toEqual(['No payment received for 2 orders', []]);
  expect(email.text).toContain('ORD-10001: $149.00 due from Ada First, ada@marlow-bicycles.example');
  expect(email.text).toContain(
    'ORD-10002: \u2068$149.00 due from Ada محمد, ada@marlow-bicycles.example\u2069',
  );
  expect(email.text).not.toContain('ORD-10003');
  expect(email.text).toContain('Open the dashboard: http://localhost:3000/admin#/');
  after(app, 60 * MINUTE);
  expect(await app.businessEmails()).toMatchObject([email, { subject: 'No payment received for 1 order' }]);
  after(app, 24 * 60 * MINUTE);
  expect(await app.businessEmails()).toHaveLength(2);
});

test(
  'sixty unpaid orders a minute for ten minutes make one email that lists a hundred',
  { tags: ['long'] },
  async () => {
    const app = await startTestApp();
    for (let minute = 0; minute < 10; minute += 1) {
      await Promise.all(Array.from({ length: 60 }, () => claim(app)));
      after(app, MINUTE);
    }
    after(app, 60 * MINUTE);
    const [email = expect.fail(), ...others] = await app.businessEmails();
    expect([email.subject, others]).toEqual(['No payment received for 600 orders', []]);
    expect(email.text.match(/ORD-\d+:/g)).toHaveLength(100);
    expect(email.text).toContain('And 500 more.');
  },
);

test('orders paid in the meantime are not reported', async () => {
  const app = await startTestApp();
  const draft = aDraft({ serviceTypes: ['website'] });
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await checkOut(app, draft, { paymentIntentId });
  after(app, 3 * MINUTE);
  await confirmCard(app, clientSecret);
  await sweepPayments(app.context);
  after(app, 65 * MINUTE);
  const subjects = (await app.businessEmails()).map(({ subject }) => subject);
  expect(subjects).toEqual(['New order ORD-10001: $149.00 from Ada Marlow']);
  expect(rows.outbox(app.db).find(({ kind }) => kind === 'unpaid-orders')).toMatchObject({
    status: 'dropped',
  });
});

test('the report survives a restart, because it is queued with the first order', async () => {
  const app = await startTestApp();
  await claim(app);
  const before = rows.outbox(app.db);
  expect(before).toMatchObject([{ kind: 'unpaid-orders', status: 'waiting', orderNumber: null }]);
  const left: string[] = [];
  const send = async ({ key }: { key: string }) => {
    left.push(key);
    return null;
  };
  await aWorker(app.db, send, { now: new Date(app.clock.now.getTime() + 65 * MINUTE) }).drain();
  expect(left).toEqual(['unpaid-orders:2026-11-21T10']);
});
