import { Reply } from '@northlight/shared/contracts/test/fake-server.ts';
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ENOUGH } from '../test/enough.ts';
import { field, fill, mountForm, received } from '../test/mount-form.tsx';

const WEBSITE = 'POST /api/submit-order-form';
const VERIFY = 'GET /api/json/verify-order';
const KNOWN = { [VERIFY]: { exists: true, message: '' } };

test('the website form has its fields in order, and sends every answer', async () => {
  const { server, send } = await mountForm('website', { ...KNOWN, [WEBSITE]: received() });
  const labels = [...document.querySelectorAll('.request-form .field > label')];
  expect(labels.map((label) => label.textContent)).toEqual([
    'Full name *',
    'Order number *',
    'Email *',
    'URLs of 1-page sites to clone',
    'Contact info',
    'Preferred colors (choose 3)',
    'Preferred fonts',
    'Services offered',
    'Address for maps',
    'Social media',
    'Testimonials',
    'Other website text',
    'Anything else',
    'Logo and pictures',
  ]);
  const answers = {
    name: 'Ada Marlow',
    email: 'ada@marlow.example',
    referenceUrls: 'https://one.example\nhttps://two.example',
    contactInfo: '(555) 010-4477',
    colors: '#1f6feb, #ffffff, warm grey',
    fonts: 'Round',
    services: 'Repairs\nRentals',
    address: '12 Canal Street',
    socialMedia: 'https://social.example/marlow',
    testimonials: '“Fast.” Wen Li',
    text: 'Since 1987.',
    notes: 'No hurry.',
  };
  fill({ ...answers, project: '10001' });
  await send();
  await screen.findByText('Request submitted successfully!');
  expect(server.sent(WEBSITE)).toMatchObject([
    {
      ...answers,
      project: 'ORD-10001',
      orderNumber: 'ORD-10001',
      package: '1-page',
      hosting: 'hosted',
    },
  ]);
});

test('the order number is asked for before the website form is sent, and a second click sends nothing', async () => {
  const answering = Promise.withResolvers<ReturnType<typeof received>>();
  const { server, user } = await mountForm('website', { ...KNOWN, [WEBSITE]: () => answering.promise });
  fill({ ...ENOUGH.website, project: '10001' });
  await user.dblClick(screen.getByRole('button', { name: 'Submit Order' }));
  const busy = await screen.findByRole('button', { name: 'Submitting...' });
  expect(busy.getAttribute('aria-disabled')).toBe('true');
  await user.type(field('name'), '{Enter}');
  answering.resolve(received({ mailchimpStatus: 'pending_confirmation' }));
  await screen.findByRole('dialog');
  expect(server.received.map(({ call }) => call)).toEqual([VERIFY, WEBSITE]);
  expect(server.asked(VERIFY)).toEqual([{ orderNumber: 'ORD-10001' }]);
  expect(server.sent(WEBSITE)).toMatchObject([{ project: 'ORD-10001', orderNumber: 'ORD-10001' }]);
});

test.each([
  [
    'with the server’s words',
    { exists: false, message: 'Order number not found. Please check it.' },
    'Order number not found. Please check it.',
  ],
  ['without words', { exists: false }, 'Invalid order number. Please check and try again.'],
])('an unknown order number is at its field and in the toast, %s', async (_, verify, text) => {
  const { server, send } = await mountForm('website', { [VERIFY]: new Reply(200, verify) });
  fill(ENOUGH.website);
  await send();
  await screen.findByText('Error submitting form');
  expect(document.querySelector('.toast-text')?.textContent).toBe(text);
  expect(document.getElementById('project-error')?.textContent).toBe(text);
  expect(server.sent(WEBSITE)).toEqual([]);
});

test('a custom request is sent without an order number, which is not asked for', async () => {
  const { server, user, send } = await mountForm('website', { [WEBSITE]: received() });
  await user.click(screen.getByLabelText('I don’t have an order yet'));
  fill({ name: 'Ada Marlow', email: 'ada@marlow.example', notes: 'Three languages, please.' });
  await send();
  await screen.findByText('Request submitted successfully!');
  expect(server.received.map(({ call }) => call)).toEqual([WEBSITE]);
  expect(server.sent(WEBSITE)).toMatchObject([{ hasNoOrder: true, notes: 'Three languages, please.' }]);
});

test('color swatches and typed words share one field, with a hint about low contrast', async () => {
  const { user } = await mountForm('website', {});
  fill({ colors: 'warm grey' });
  fireEvent.input(screen.getByLabelText('First color'), { target: { value: '#1f6feb' } });
  fireEvent.input(await screen.findByLabelText('Second color'), { target: { value: '#2f7ffb' } });
  expect(field('colors').value).toBe('warm grey, #1f6feb, #2f7ffb');
  await screen.findByText('Text in your first color on your second color would be hard to read.');
  await user.click(screen.getByRole('button', { name: 'Clear the first color' }));
  expect(field('colors').value).toBe('warm grey, #2f7ffb');
  expect(screen.getByLabelText<HTMLInputElement>('First color').value).toBe('#2f7ffb');
});

test('an unusual web address gets a hint but can be submitted', async () => {
  const { server, send } = await mountForm('website', { ...KNOWN, [WEBSITE]: received() });
  fill({ ...ENOUGH.website, referenceUrls: 'www.one.example\nthe nice one' });
  await screen.findByText('Line 2 doesn’t look like a web address.');
  await send();
  await screen.findByText('Request submitted successfully!');
  expect(server.sent(WEBSITE)).toHaveLength(1);
});
