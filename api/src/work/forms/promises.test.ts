import { expect, test } from 'vitest';
import { formKey } from '../../../test/fixtures/form-key.ts';
import { LISTS, openConsole } from '../../../test/shop/admin-client.ts';
import { aDraft, buyWithCard } from '../../../test/fixtures/factories.ts';
import { anOnHoldForm, aVoiceForm, aWebsiteForm } from '../../../test/fixtures/form-factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';

test('a form for a service that was not bought is stored, flagged, and only promised contact', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { body } = await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  expect(body.promises).toBe('contact');
  expect((await see(LISTS.website)).submissions).toMatchObject([
    { orderMatch: 'order-link', isOutsideOrder: true, isUnverified: false },
  ]);
  expect((await see(`${LISTS.website}?flag=none`)).submissions).toEqual([]);
  expect((await see('/api/json/cases/ORD-10001')).submissions).toMatchObject([
    { submission: { isOutsideOrder: true } },
  ]);
  expect((await app.businessEmails()).at(-1)?.text).toContain('Not part of this order.');
  const email = (await app.sentEmails()).at(-1)?.text;
  expect(email).toContain('We’ll contact you within 24 hours. We reply on business days.');
  expect(email).not.toContain('live');
});

test('a form for a purchased service is promised delivery, in the response and in the email', async () => {
  const { app, see } = await openConsole();
  await checkOut(app, aDraft({ serviceTypes: ['voice'] }));
  const { body } = await app.post(
    '/api/submit-voice-agent-form',
    aVoiceForm({ orderNumber: '10001', ...formKey(app) }),
  );
  expect(body.promises).toBe('delivery');
  expect((await see(LISTS.voice)).submissions).toMatchObject([{ isOutsideOrder: false }]);
  expect((await app.sentEmails()).at(-1)?.text).toContain(
    'from $199.00 + from $199.00/month, subject to quote',
  );
});

test('only the customer learns which form of the order is still missing', async () => {
  const { app } = await openConsole();
  await buyWithCard(app, aDraft({ serviceTypes: ['voice', 'onhold'] }));
  const stranger = await app.post('/api/submit-voice-agent-form', aVoiceForm({ orderNumber: '10001' }));
  expect(stranger.body.nextForm).toBeNull();
  const customer = { orderNumber: '10001', ...formKey(app) };
  const first = await app.post('/api/submit-voice-agent-form', aVoiceForm(customer));
  expect(first.body.nextForm).toBe('onhold');
  const last = await app.post('/api/on-hold-audio-form', anOnHoldForm(customer));
  expect(last.body.nextForm).toBeNull();
});

test('an on-hold form for an unknown order is only promised contact, and guesses are delayed', async () => {
  const { app } = await openConsole();
  const misses: string[] = [];
  app.context.limits.lookupDelay.afterMiss = (address) => {
    misses.push(address);
    return 0;
  };
  const send = async (orderNumber?: string) =>
    (await app.post('/api/on-hold-audio-form', anOnHoldForm({ orderNumber }))).body.promises;
  expect(await send('99999')).toBe('contact');
  expect(misses).toHaveLength(1);
  expect((await app.sentEmails())[0]?.text).not.toMatch(/\d business day/);
  // Without an order number, the form is a request.
  expect(await send()).toBe('delivery');
  expect(misses).toHaveLength(1);
});

test('the services of the paid order decide which forms belong to it', async () => {
  const { app, see } = await openConsole();
  const draft = aDraft({ serviceTypes: ['onhold'] });
  await checkOut(app, draft);
  await app.post('/api/submit-order-form', aWebsiteForm(formKey(app)));
  const isOutside = async () => (await see(LISTS.website)).submissions[0].isOutsideOrder;
  expect(await isOutside()).toBe(true);
  await buyWithCard(app, { ...draft, serviceTypes: ['onhold', 'website'] });
  expect(await isOutside()).toBe(false);
  expect((await see('/api/json/cases/ORD-10001')).order.missingForms).toEqual(['onhold', 'website']);
});

test('somebody without an order can send a custom request with the website form and gets a number from the same counter', async () => {
  const { app, see } = await openConsole();
  for (const project of [undefined, '', 'whatever stands there']) {
    const { body } = await app.post('/api/submit-order-form', {
      ...aWebsiteForm({ email: 'new@elsewhere.example' }),
      hasNoOrder: true,
      project,
    });
    expect(body).toMatchObject({ message: 'Request submitted successfully!', promises: 'contact' });
  }
  expect((await see(LISTS.website)).submissions).toMatchObject([
    { orderNumber: 'ORD-10003', project: '', orderMatch: 'request', isOutsideOrder: false },
    { orderNumber: 'ORD-10002' },
    { orderNumber: 'ORD-10001' },
  ]);
  expect((await app.sentEmails())[0]).toMatchObject({
    to: 'new@elsewhere.example',
    text: expect.not.stringContaining('live'),
  });
  expect((await checkOut(app, aDraft({ serviceTypes: ['voice'] }))).body.order.orderNumber).toBe('ORD-10004');
});

test.each([
  [{ hasNoOrder: false, project: '' }, { project: ['Order number is required'] }],
  [{ project: undefined }, { project: ['Order number is required'] }],
  [{ hasNoOrder: true, name: '' }, { name: ['Name is required'] }],
  [{ hasNoOrder: 'yes' }, { hasNoOrder: ['hasNoOrder must be true or false'] }],
])('the website form with %j is rejected with the field’s name', async (changes, fields) => {
  const { app } = await openConsole();
  const { status, body } = await app.post('/api/submit-order-form', { ...aWebsiteForm(), ...changes });
  expect([status, body.fields]).toEqual([400, fields]);
});
