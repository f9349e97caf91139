import { expect, test } from 'vitest';
import { LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard, CARDS } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut, confirmCard, startCard } from '../../../test/shop/purchase-steps.ts';
import { rows } from '../../../test/fixtures/rows.ts';

const EVE = 'eve@elsewhere.example';
const CASE = '/api/json/cases/ORD-10001';

test('forms for an unpaid order are stored and flagged, whoever sends them', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['website', 'onhold'] }));
  const own = await app.post('/api/submit-order-form', aWebsiteForm());
  expect(own).toMatchObject({ status: 200, body: { promises: 'contact' } });
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10001', email: EVE }));
  const { order, submissions } = await see(CASE);
  expect(submissions).toMatchObject([
    { form: 'website', submission: { orderMatch: 'unpaid-order', isUnverified: true } },
    { form: 'onhold', submission: { orderMatch: 'unpaid-order', isUnverified: true } },
  ]);
  expect(order.missingForms).toEqual(['website', 'onhold']);
  expect((await see(`${LISTS.website}?flag=unverified`)).submissions).toHaveLength(1);
  expect((await see(`${LISTS.website}?flag=none`)).submissions).toHaveLength(0);
  expect((await app.businessEmails()).at(-1)?.text).toContain('Unverified: the order hasn’t been paid.');
});

test('once the order is paid, the customer is asked about the forms with their address, and other forms stay flagged', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft({ serviceTypes: ['website', 'onhold'] });
  await checkOut(app, draft);
  await app.post('/api/submit-order-form', aWebsiteForm());
  await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber: '10001', email: EVE }));
  await buyWithCard(app, draft);
  const { order, submissions } = await see(CASE);
  expect(submissions).toMatchObject([
    { submission: { orderMatch: 'unconfirmed', isUnverified: true } },
    { submission: { orderMatch: 'other-email', isUnverified: true } },
  ]);
  expect(order.missingForms).toEqual(['website', 'onhold']);
  // Now its address is the customer's.
  const subjects = (await app.sentEmails()).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.startsWith('Please confirm'))).toEqual([
    'Please confirm your website form (ORD-10001)',
  ]);
});

test('an order with a processing payment counts as paid for forms, until the payment fails', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft();
  const { clientSecret, paymentIntentId } = await startCard(app, draft);
  await confirmCard(app, clientSecret, CARDS.declined);
  await checkOut(app, draft, { paymentIntentId });
  const exists = async () => (await app.get('/api/json/verify-order?orderNumber=10001')).body.exists;
  expect(await exists()).toBe(false);
  const setStatus = (status: string) =>
    app.db.$client.prepare(`UPDATE payments SET status = ? WHERE id = ?`).run(status, 1);
  expect(rows.orders(app.db)[0]?.paymentId).toBe(1);
  setStatus('processing');
  expect(await exists()).toBe(true);
  await app.post('/api/submit-order-form', aWebsiteForm());
  expect((await see(CASE)).submissions).toMatchObject([{ submission: { orderMatch: 'unconfirmed' } }]);
  setStatus('failed');
  expect(await exists()).toBe(false);
});
