import { NO_RESPONSE, refused, type Answers } from '@northlight/shared/contracts/test/fake-server.ts';
import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { formAt, NEXT_FORM_KEY } from '../../../lib/form-pages.ts';
import { ENOUGH } from '../test/enough.ts';
import { field, fill, mountForm, received } from '../test/mount-form.tsx';

const INTAKE = 'GET /api/intake';
const WEBSITE = 'POST /api/submit-order-form';
const VOICE = 'POST /api/submit-voice-agent-form';
const LINK = '?order=ORD-10001&key=a-key';
const details = {
  orderNumber: 'ORD-10001',
  firstName: 'Ada',
  lastName: 'Marlow',
  email: 'ada@marlow.example',
  businessName: 'Marlow Bicycles',
};
const KNOWN = { exists: true, message: 'Order number found.' };
const FOUND: Answers = { [INTAKE]: details };
const note = () => screen.queryByText(/^For order/);

test('a customer’s link fills in their details, which can be edited and removed', async () => {
  const { server, user } = await mountForm('website', FOUND, LINK);
  await screen.findByText(/^For order/);
  expect(server.asked(INTAKE)).toEqual([{ order: 'ORD-10001', key: 'a-key' }]);
  expect(field('name').value).toBe('Ada Marlow');
  expect(field('email').value).toBe('ada@marlow.example');
  expect(field('project').value).toBe('ORD-10001');
  expect(location.search).toBe('?order=ORD-10001');
  fill({ name: 'Ada M.' });
  await user.click(screen.getByRole('button', { name: 'Use a different order' }));
  expect(field('name').value).toBe('Ada M.');
  expect(field('email').value).toBe('');
  expect(field('project').value).toBe('');
});

test.each([
  [410, 'This link ended 60 days after your order was delivered. You can still fill in the form.'],
  [404, 'This link isn’t valid.'],
])(
  'a link that is over or invalid (%i) says so, and leaves the plain form with the number',
  async (status, text) => {
    await mountForm('website', { [INTAKE]: refused(status, text) }, LINK);
    await screen.findByText(text);
    expect(field('project').value).toBe('ORD-10001');
    expect(field('name').value).toBe('');
    expect(note()).toBeNull();
    expect(location.search).not.toContain('key');
  },
);

test('without a response the link leaves the plain form with the number, and no message', async () => {
  await mountForm('website', { [INTAKE]: NO_RESPONSE }, LINK);
  await waitFor(() => expect(field('project').value).toBe('ORD-10001'));
  expect(field('name').value).toBe('');
  expect(screen.queryByRole('status', { name: /link/ })).toBeNull();
  expect(note()).toBeNull();
});

test('what was typed is not overwritten', async () => {
  const answering = Promise.withResolvers<typeof details>();
  await mountForm('onHold', { [INTAKE]: () => answering.promise }, LINK);
  fill({ businessName: 'Marlow & Daughters' });
  answering.resolve(details);
  await waitFor(() => expect(field('orderNumber').value).toBe('ORD-10001'));
  expect(field('businessName').value).toBe('Marlow & Daughters');
});

test('the note about the order disappears when another number is typed', async () => {
  const { user } = await mountForm('website', FOUND, LINK);
  await screen.findByText(/^For order/);
  await user.clear(field('project'));
  await user.type(field('project'), 'ORD-99999');
  await waitFor(() => expect(note()).toBeNull());
  expect(field('project').value).toBe('ORD-99999');
});

test('a click before the link is loaded waits for it, and sends its order and key', async () => {
  const answering = Promise.withResolvers<typeof details>();
  const { server, send } = await mountForm(
    'voice',
    { [INTAKE]: () => answering.promise, [VOICE]: received() },
    LINK,
  );
  fill({ ...ENOUGH.voice, email: 'another@marlow.example' });
  await send();
  await screen.findByRole('button', { name: 'Submitting...' });
  expect(server.sent(VOICE)).toEqual([]);
  answering.resolve(details);
  await screen.findByText('Request submitted successfully!');
  expect(server.sent(VOICE)).toMatchObject([
    { orderNumber: 'ORD-10001', orderKey: 'a-key', email: 'another@marlow.example' },
  ]);
});

test('a voice form opened with just a number assumes no order', async () => {
  const { server, send } = await mountForm('voice', { [VOICE]: received() }, '?order=ORD-10001');
  fill(ENOUGH.voice);
  await send();
  await screen.findByText('Request submitted successfully!');
  expect(note()).toBeNull();
  expect(server.sent(VOICE)[0]).not.toHaveProperty('orderNumber');
});

test('a form that says nothing but what its link filled in is sent with a second click', async () => {
  const { server, send } = await mountForm(
    'website',
    { ...FOUND, 'GET /api/json/verify-order': KNOWN, [WEBSITE]: received() },
    LINK,
  );
  await screen.findByText(/^For order/);
  expect(document.getElementById('hasNoOrder')).toBeNull();
  await send();
  expect((await screen.findByText(/Only your details are filled in/)).textContent).toContain(
    'Submit Order again',
  );
  expect(server.sent(WEBSITE)).toEqual([]);
  await send();
  await waitFor(() => expect(server.sent(WEBSITE)).toHaveLength(1));
});

test('a correction says so, saves changes, and leads back to the order', async () => {
  document.body.insertAdjacentHTML(
    'afterbegin',
    '<div class="request-head"><h1>Form</h1><p class="lede">Tell us.</p></div>',
  );
  onTestFinished(() => document.querySelector('.request-head')?.remove());
  const { server, user, leftFor } = await mountForm(
    'website',
    {
      ...FOUND,
      'GET /api/order/answers': { success: true, answers: { fonts: 'Serif' } },
      'GET /api/json/verify-order': KNOWN,
      [WEBSITE]: received({ nextForm: 'onhold' }),
    },
    `${LINK}&correct=`,
  );
  await screen.findByText(/^For order/);
  expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Correct your answers');
  expect(screen.queryByRole('button', { name: 'Use a different order' })).toBeNull();
  expect(field('fonts').value).toBe('Serif');
  await user.click(screen.getByRole('button', { name: 'Save changes' }));
  await waitFor(() => expect(leftFor()).toBe('/order?order=ORD-10001&key=a-key&corrected'));
  expect(server.sent(WEBSITE)).toMatchObject([{ fonts: 'Serif', orderKey: 'a-key' }]);
});

test('after one form the next one of the order is offered', async () => {
  const { send, leftFor } = await mountForm(
    'voice',
    { ...FOUND, [VOICE]: received({ nextForm: 'onhold' }) },
    LINK,
  );
  await screen.findByText(/^For order/);
  fill(ENOUGH.voice);
  await send();
  await waitFor(() => expect(leftFor()).toMatch(/^\/form-thank-you/));
  const next = sessionStorage.getItem(NEXT_FORM_KEY) ?? '';
  expect(next).toBe('/onhold-audio-form?order=ORD-10001&key=a-key');
  expect(formAt(next)).toBe('the on-hold audio form');
});
