import { expect, test } from 'vitest';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { startTestApp, type TestApp } from '../../../test/shop/test-app.ts';
import { inTransaction } from '../../db/transaction.ts';
import { orderKeyOf } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import { advance } from '../payments/demo/demo-store.ts';
import { actAsAdmin } from './act-on-agreement.ts';
import { checkDueAgreements } from './check-agreement.ts';

const DAY = 24 * 60 * 60_000;
const NUMBER = 'ORD-10001';

async function wait(app: TestApp, days: number): Promise<void> {
  await inTransaction(app.db, () => advance(app.db, days * DAY));
  while ((await checkDueAgreements(app.context)) > 0);
}

function linkOf(app: TestApp): string {
  const order = orderStore.byNumber(app.db, NUMBER);
  if (!order) throw new Error('No order.');
  return `order=${NUMBER}&key=${orderKeyOf(app.context.settings.secret, order)}`;
}

const lastEmail = async (app: TestApp) => (await app.sentEmails()).at(-1);

test('the confirmation and the new order alert have the first date; the customer also gets the link', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  const email = await lastEmail(app);
  expect(email?.text).toContain('starting December 21, 2026.');
  expect(email?.text).toContain(`/order?${linkOf(app)}`);
  expect((await app.businessEmails()).at(-1)?.text).toContain('December 21, 2026');
});

test('an order in the studio’s evening, the next day in UTC, is charged and dated by the studio’s days', async () => {
  const app = await startTestApp();
  app.clock.now = new Date('2026-11-24T01:38:00.000Z');
  await buyWithCard(app, aDraft());
  expect((await lastEmail(app))?.text).toContain('starting December 23, 2026.');
  expect((await app.businessEmails()).at(-1)?.text).toContain('December 23, 2026');
  const page = (await app.get(`/api/recurring-payment?${linkOf(app)}`)).body;
  expect(page).toMatchObject({ nextChargeAt: '2026-12-24T01:38:00.000Z', timeZone: 'America/New_York' });
});

test('nothing about recurring payments is in the confirmation of an order without one', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft({ serviceTypes: ['onhold'] }));
  expect((await lastEmail(app))?.text).not.toMatch(/recurring/i);
});

test('the email about a cancellation fits whoever canceled, and says when it can be undone', async () => {
  const app = await startTestApp();
  await buyWithCard(app, aDraft());
  await wait(app, 1);
  await actAsAdmin(app.context, NUMBER, { action: 'cancel-later' }, () => {});
  const later = await lastEmail(app);
  expect(later?.text).toContain('recurring payment of $30 a month ends on December 21, 2026.');
  expect(later?.text).toContain('You can undo this until then');
  expect(later?.text).not.toContain('you canceled');
  await actAsAdmin(app.context, NUMBER, { action: 'undo-cancel' }, () => {});
  await wait(app, 1);
  await actAsAdmin(app.context, NUMBER, { action: 'cancel-now' }, () => {});
  const now = await lastEmail(app);
  expect(now?.text).toContain('ended on November 23, 2026.');
  expect(now?.text).not.toContain('undo');
});

test('canceling a past due recurring payment ends it, and the open payment is never collected', async () => {
  const app = await startTestApp();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret, '4000 0000 0000 0341');
  await checkOut(app, draft, { paymentIntentId });
  await wait(app, 1);
  await wait(app, 31);
  await app.post(`/api/recurring-payment?${linkOf(app)}`, { action: 'cancel' });
  await wait(app, 60);
  const { body } = await app.get(`/api/recurring-payment?${linkOf(app)}`);
  expect(body).toMatchObject({ state: 'canceled', charges: [{ state: 'failed', attempts: 1 }] });
});
