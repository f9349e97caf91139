import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { loggedIn } from '../../../test/fixtures/admin-fixtures.ts';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { anOnHoldForm } from '../../../test/fixtures/form-factories.ts';
import { startLiveApp, liveCard } from '../../../test/shop/live-app.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;
const NUMBER = 'ORD-10001';

/** A live shop that sold on-hold audio for $104.94, of which the bank can take the money back. */
async function soldOnHold() {
  const { app, draft, paymentIntentId } = await liveCard(
    aDraft({ serviceTypes: ['onhold'], state: 'MI', postalCode: '48104' }),
  );
  app.stripe.confirm(paymentIntentId, 'succeeds');
  await checkOut(app, draft, { paymentIntentId });
  await app.settled();
  const see = async (path: string) => (await app.get(path, await loggedIn(app))).body;
  const pass = async (milliseconds: number) => {
    app.wait(milliseconds);
    app.stripe.advanceTo(app.clock.now);
    await app.settled();
    await app.sentEmails();
  };
  return {
    app,
    see,
    pass,
    open: async () => {
      app.stripe.dispute(paymentIntentId);
      await app.settled();
    },
    close: async (how: 'won' | 'lost') => {
      app.stripe.closeDispute(paymentIntentId, how);
      await app.settled();
    },
    refund: async (amount: number) =>
      app.post(
        '/api/admin/payments/1/refund',
        { amount, reason: 'Goodwill', refundKey: randomUUID() },
        await loggedIn(app),
      ),
    sendForm: () =>
      app.post('/api/on-hold-audio-form', {
        ...anOnHoldForm({ orderNumber: NUMBER, email: draft.email }),
        ...formKey(app, NUMBER),
      }),
    overview: () => see('/api/json/overview'),
    figures: async () => (await see('/api/json/figures')).revenue,
    payment: async () => (await see(`/api/json/cases/${NUMBER}`)).payments[0],
    csv: async () => {
      const response = await fetch(`${app.base}/api/json/orders.csv`, { headers: await loggedIn(app) });
      const [heads = '', row = ''] = (await response.text()).replace('\uFEFF', '').split('\r\n');
      // No cell before these has a comma.
      return { heads: heads.split(','), row };
    },
    emailsTo: async (who: 'customer' | 'business', words: string) =>
      (await (who === 'customer' ? app.sentEmails() : app.businessEmails())).filter(({ subject, text }) =>
        `${subject} ${text}`.includes(words),
      ),
  };
}

test('a customer whose bank took the money back gets no reminders, and is not asked for a review', async () => {
  const shop = await soldOnHold();
  await shop.open();
  for (let day = 1; day <= 4; day += 1) await shop.pass(DAY);
  await shop.close('lost');
  for (let day = 1; day <= 8; day += 1) await shop.pass(DAY);
  expect(await shop.emailsTo('customer', 'we still need your form')).toEqual([]);
  expect((await shop.overview()).missingForms).toEqual({ count: 0, items: [] });
});

test('after a dispute that was won, reminders go on', async () => {
  const shop = await soldOnHold();
  await shop.open();
  await shop.pass(HOUR);
  expect((await shop.overview()).missingForms.count).toBe(0);
  await shop.close('won');
  for (let day = 1; day <= 8; day += 1) await shop.pass(DAY);
  expect((await shop.emailsTo('customer', 'we still need your form')).length).toBeGreaterThan(0);
  expect((await shop.overview()).missingForms.count).toBe(1);
});

test('the business hears of a dispute, and of how it ends', async () => {
  for (const [how, words] of [
    ['lost', 'You lost the dispute'],
    ['won', 'You won the dispute'],
  ] as const) {
    const shop = await soldOnHold();
    await shop.open();
    await shop.pass(10 * 60_000);
    expect(await shop.emailsTo('business', 'The customer disputed this payment')).toHaveLength(1);
    await shop.close(how);
    await shop.pass(10 * 60_000);
    expect(await shop.emailsTo('business', words)).toHaveLength(1);
  }
});

test('due times stop while a dispute is open, go on when it is won, and end when it is lost', async () => {
  const shop = await soldOnHold();
  expect((await shop.sendForm()).status).toBe(200);
  const due = async () => {
    const { promises } = await shop.overview();
    return promises.late.count + promises.today.count;
  };
  await shop.open();
  await shop.pass(14 * DAY);
  expect(await due()).toBe(0);
  expect((await shop.see(`/api/json/cases/${NUMBER}`)).order.dueAt ?? null).toBeNull();
  await shop.close('won');
  await shop.pass(14 * DAY);
  expect(await due()).toBe(1);

  const lost = await soldOnHold();
  await lost.sendForm();
  await lost.open();
  await lost.close('lost');
  // Work that goes on starts no new ones.
  for (const to of ['in-progress', 'waiting', 'in-progress'])
    await lost.app.act(`/api/admin/cases/${NUMBER}/work-status`, { workStatus: to });
  await lost.pass(14 * DAY);
  expect((await lost.overview()).promises.late.count).toBe(0);
});

test('a form that arrives during a dispute starts its due times when it is won', async () => {
  const shop = await soldOnHold();
  await shop.open();
  await shop.sendForm();
  await shop.pass(14 * DAY);
  expect((await shop.overview()).promises.late.count).toBe(0);
  await shop.close('won');
  await shop.pass(HOUR);
  expect((await shop.overview()).promises.late.count).toBe(0);
  await shop.pass(14 * DAY);
  expect((await shop.overview()).promises.late.count).toBe(1);
});

test('a disputed payment can be refunded again once the dispute is won', async () => {
  const shop = await soldOnHold();
  expect((await shop.refund(50)).status).toBe(200);
  await shop.app.settled();
  await shop.open();
  expect((await shop.payment()).refundable).toBe('0.00');
  expect(await shop.refund(10)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('The customer disputed this payment.') },
  });
  await shop.close('won');
  expect((await shop.payment()).refundable).toBe('54.94');
});

test('what a bank took back is in the figures and in the file, and the overview leads to the order', async () => {
  const shop = await soldOnHold();
  await shop.refund(50);
  await shop.app.settled();
  await shop.open();
  const { paymentsToReview } = await shop.overview();
  expect(paymentsToReview).toMatchObject({ count: 1, items: [{ orderNumber: NUMBER }] });
  expect(paymentsToReview.items[0].dismiss).toBeUndefined();
  await shop.close('lost');
  expect(await shop.refund(10)).toMatchObject({ status: 409 });
  expect((await shop.overview()).paymentsToReview.count).toBe(0);
  expect((await shop.figures()).now).toMatchObject({ paid: '104.94', refunded: '50.00', takenBack: '54.94' });
  const { heads, row } = await shop.csv();
  expect(heads).toContain('Taken back by the bank');
  expect(row).toContain(',50.00,54.94,');
  expect(row).toContain('You lost the dispute');
});

test('a lost dispute is of the time in which it was lost', async () => {
  const shop = await soldOnHold();
  await shop.open();
  await shop.pass(21 * DAY);
  await shop.close('lost');
  await shop.pass(8 * DAY);
  // Another look at the payment changes nothing.
  await shop.app.sweepAfter(DAY);
  const taken = async () => {
    const { now, before } = await shop.figures();
    return [now.takenBack, before.takenBack];
  };
  expect(await taken()).toEqual(['104.94', '0.00']);
  await shop.pass(30 * DAY);
  expect(await taken()).toEqual(['0.00', '104.94']);
});

test('payments of other systems in the same account are one line, and no task', async () => {
  const app = await startLiveApp();
  const asOther = async (metadata: Record<string, string>) => {
    const body = new URLSearchParams({
      amount: '4200',
      currency: 'usd',
      'automatic_payment_methods[enabled]': 'true',
      ...Object.fromEntries(Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value])),
    });
    const response = await fetch(`${app.stripe.base}/v1/payment_intents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${app.stripe.secretKey}` },
      body,
    });
    const { id } = (await response.json()) as { id: string };
    app.stripe.confirm(id, 'succeeds');
  };
  for (let nth = 0; nth < 5; nth += 1) await asOther({ site_url: 'https://other.example' });
  await asOther({ attemptKey: 'wc_order_4711' });
  // One of ours whose row is lost, as after a restore.
  await asOther({ attemptKey: randomUUID() });
  await app.settled();
  await app.sweepAfter(11 * 60_000);
  await app.sweepAfter(11 * 60_000);
  const emails = (await app.businessEmails()).filter(({ subject }) => subject.includes('no matching order'));
  expect(emails).toHaveLength(1);
  const see = async () => (await app.get('/api/json/overview', await loggedIn(app))).body;
  const { paymentsToReview, otherPayments } = await see();
  expect(otherPayments).toBe(6);
  expect(paymentsToReview).toMatchObject({
    count: 1,
    items: [{ orderNumber: null, title: 'Payment by Stripe', amount: '42.00' }],
  });

  const [{ dismiss }] = paymentsToReview.items;
  expect((await app.act('/api/admin/payments/dismiss', dismiss)).status).toBe(200);
  expect((await see()).paymentsToReview.count).toBe(0);
  expect((await app.act('/api/admin/payments/dismiss', dismiss)).status).toBe(404);
});
