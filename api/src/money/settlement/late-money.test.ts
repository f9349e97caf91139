import { expect, test } from 'vitest';
import { aDraft, anAddon } from '../../../test/fixtures/factories.ts';
import {
  checkOut,
  confirmCard,
  decidePaypal,
  startCard,
  startPaypal,
  startedCard,
  startedPaypal,
} from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';
import { TEST_NOW, startTestApp } from '../../../test/shop/test-app.ts';
import { sweepPayments } from '../provider-events/sweep.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { MINUTE_MS } from '../../base/units.ts';
import { createCheckoutLocks } from '../context.ts';

test('PayPal is approved and the browser closed: the sweep captures, completes the order and sends its email', async () => {
  const app = await startTestApp();
  const { paypalOrderId } = await startPaypal(app, aDraft());
  await decidePaypal(app, paypalOrderId, 'approve');
  app.wait(3 * MINUTE_MS);
  // The sweep sees the approval but waits briefly, in case the browser is on its way back.
  expect(await sweepPayments(app.context)).toBe(0);
  app.wait(0.25 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(1);
  expect(rows.orders(app.db)).toMatchObject([{ paymentStatus: 'completed', paymentMethod: 'paypal' }]);
  expect(await app.sentEmails()).toHaveLength(1);
});

test('a card form opened before PayPal does not stop the sweep from capturing', async () => {
  const { app, draft } = await startedCard();
  app.wait(MINUTE_MS);
  const { paypalOrderId } = await startPaypal(app, draft);
  await decidePaypal(app, paypalOrderId, 'approve');
  app.wait(3 * MINUTE_MS);
  await sweepPayments(app.context);
  app.wait(0.25 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(1);
});

test('a customer who approved at PayPal and then paid by card is charged by card only', async () => {
  const { app, draft, paypalOrderId } = await startedPaypal();
  await decidePaypal(app, paypalOrderId, 'approve');
  app.wait(MINUTE_MS);
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  app.wait(3 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(0);
  await confirmCard(app, clientSecret);
  await checkOut(app, draft, { paymentIntentId });
  app.wait(3 * MINUTE_MS);
  await sweepPayments(app.context);
  expect(rows.orders(app.db)).toMatchObject([{ paymentMethod: 'credit-card' }]);
  expect(rows.payments(app.db).filter(({ status }) => status === 'paid')).toHaveLength(1);
});

test('an approved PayPal payment is not captured when the price of the draft has changed', async () => {
  const { app, draft, paypalOrderId } = await startedPaypal();
  await decidePaypal(app, paypalOrderId, 'approve');
  await app.post('/api/process-paypal', { amount: 198, ...draft, addons: [anAddon('revisions')] });
  app.wait(3 * MINUTE_MS);
  expect(await sweepPayments(app.context)).toBe(0);
  expect(rows.orders(app.db)).toEqual([]);
});

test('a pending order is updated to what the customer corrected and paid for, under the same number', async () => {
  const app = await startTestApp();
  const first = aDraft({ email: 'wrong@typo.example', addons: [anAddon('revisions')] });
  const early = await startCard(app, first);
  const pending = await checkOut(app, first, { paymentIntentId: early.paymentIntentId });
  expect(pending.body.order.paymentStatus).toBe('pending');

  const mended = {
    ...first,
    email: 'ada@marlow.example',
    addons: [anAddon('custom-domain')],
    isYearly: true,
  };
  const { clientSecret, paymentIntentId } = await startCard(app, mended);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, mended, { paymentIntentId });
  expect(body.order).toMatchObject({
    orderNumber: pending.body.order.orderNumber,
    email: 'ada@marlow.example',
    isYearly: true,
    paymentStatus: 'completed',
  });
  expect(rows.orders(app.db)).toMatchObject([{ createdAt: TEST_NOW, consent: { period: 'year' } }]);
  expect(rows.lines(app.db).map(({ addonId }) => addonId)).toEqual([null, 'custom-domain']);
  expect(await app.sentEmails()).toMatchObject([{ to: 'ada@marlow.example' }]);
});

test('a pending order completes at the lower price after the customer removes something', async () => {
  const app = await startTestApp();
  const first = aDraft({ addons: [anAddon('revisions')] });
  const early = await startCard(app, first);
  await checkOut(app, first, { paymentIntentId: early.paymentIntentId });
  const cheaper = { ...first, addons: [] };
  const { clientSecret, paymentIntentId } = await startCard(app, cheaper);
  await confirmCard(app, clientSecret);
  const { body } = await checkOut(app, cheaper, { paymentIntentId });
  expect(body.order).toMatchObject({ paymentStatus: 'completed', initialPayment: '149.00' });
  expect(rows.lines(app.db)).toHaveLength(1);
});

test('tasks of one checkout never overlap and run in the order they arrive', async () => {
  const locks = createCheckoutLocks();
  let running = 0;
  const overlaps: number[] = [];
  const order: number[] = [];
  const work = (nth: number) =>
    locks.run('checkout', async () => {
      running += 1;
      overlaps.push(running);
      order.push(nth);
      await delay(nth % 3);
      await Promise.resolve();
      running -= 1;
    });
  const all: Promise<void>[] = [];
  for (let nth = 0; nth < 40; nth += 1) {
    all.push(work(nth));
    // Some tasks arrive together, some while others run, and some in the same event loop turn in which one
    // ends.
    if (nth % 4 === 0) await delay(nth % 8 === 0 ? 1 : 0);
    if (nth % 7 === 0) await all.at(-1);
  }
  await Promise.all(all);
  expect(Math.max(...overlaps)).toBe(1);
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test('a failing task lets the next one run, and its error reaches its own caller', async () => {
  const locks = createCheckoutLocks();
  const failing = locks.run('checkout', () => Promise.reject(new Error('no answer')));
  const next = locks.run('checkout', async () => 'done');
  await expect(failing).rejects.toThrow('no answer');
  expect(await next).toBe('done');
});

test('other checkouts do not wait', async () => {
  const locks = createCheckoutLocks();
  const slow = Promise.withResolvers<void>();
  const first = locks.run('one', () => slow.promise);
  expect(await locks.run('two', async () => 'done')).toBe('done');
  slow.resolve();
  await first;
});
