import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ListedPromoCode } from '../../../contracts/promo-codes.ts';
import { refused } from '../../../contracts/test/fake-server.ts';
import { mountAdmin } from '../../test/mount-admin.tsx';

const CODES = 'GET /api/json/promo-codes';
const CREATE = 'POST /api/admin/promo-codes';
const CHANGE = 'POST /api/admin/promo-codes/:code';
const done = { message: 'Saved' };

const aCode = (changes: Partial<ListedPromoCode> = {}): Partial<ListedPromoCode> => ({
  code: 'SPRING25',
  version: 'v1',
  percentOff: 25,
  serviceIds: ['website'],
  maxUses: 5,
  isActive: true,
  uses: 1,
  discountCents: 3_725,
  receivedCents: 11_175,
  ...changes,
});
const listed = (...codes: Partial<ListedPromoCode>[]) => ({
  linkTo: 'https://shop.example/',
  today: '2026-11-24',
  codes,
});

test('a shop without promo codes says so', async () => {
  mountAdmin('#/settings/promo-codes', { [CODES]: listed() });
  expect(await screen.findByText('There are no promo codes yet.')).toBeTruthy();
});

test('a code has its terms, its use, its revenue, and its link', async () => {
  mountAdmin('#/settings/promo-codes', { [CODES]: listed(aCode()) });
  const item = (await screen.findByRole('heading', { name: 'SPRING25' })).closest('li');
  for (const text of [
    '25% off Website.',
    '1 of 5',
    '$37.25',
    '$111.75',
    'https://shop.example/?promo=SPRING25',
  ])
    expect(item?.textContent).toContain(text);
});

test('a new code is checked at its fields, and sent as cents, whole numbers, and null for no limit', async () => {
  const { server, user } = mountAdmin('#/settings/promo-codes', { [CODES]: listed(), [CREATE]: done });
  await user.click(await screen.findByRole('button', { name: 'New promo code' }));
  const form = within(screen.getByRole('form', { name: 'New promo code' }));
  expect(document.activeElement).toBe(form.getByLabelText('Code'));
  await user.type(form.getByLabelText('Total uses (optional)'), '0');
  for (const box of form.getAllByRole('checkbox')) await user.click(box);
  await user.click(form.getByRole('button', { name: 'Create' }));
  for (const text of [
    'Use 2 to 40 letters and digits, such as SPRING25',
    'Please enter an amount from $0.01 to $99,999',
    'Please choose at least one service',
    'Please enter a whole number, 1 or higher',
  ])
    expect(await form.findByText(text)).toBeTruthy();
  expect(server.sent(CREATE)).toEqual([]);

  await user.type(form.getByLabelText('Code'), 'save-it');
  await user.type(form.getByLabelText('Amount in US dollars'), '12.50');
  await user.clear(form.getByLabelText('Total uses (optional)'));
  await user.click(form.getByRole('checkbox', { name: /^Website/ }));
  await user.type(form.getByLabelText('Uses per email address (optional)'), '1');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(server.sent(CREATE)).toEqual([
    {
      code: 'SAVE-IT',
      amountOffCents: 1_250,
      percentOff: null,
      serviceIds: ['website'],
      startsOn: null,
      endsOn: null,
      maxUses: null,
      maxUsesPerEmail: 1,
      isActive: true,
    },
  ]);
});

test('a percentage has its own field and limits', async () => {
  const { server, user } = mountAdmin('#/settings/promo-codes', { [CODES]: listed(), [CREATE]: done });
  await user.click(await screen.findByRole('button', { name: 'New promo code' }));
  await user.type(screen.getByLabelText('Code'), 'TEN');
  await user.selectOptions(screen.getByLabelText('Discount type'), 'Percentage');
  expect(screen.queryByLabelText('Amount in US dollars')).toBeNull();
  await user.type(screen.getByLabelText('Percentage'), '101');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('Please enter a whole number from 1 to 100');
  await user.clear(screen.getByLabelText('Percentage'));
  await user.type(screen.getByLabelText('Percentage'), '10');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await waitFor(() =>
    expect(server.sent(CREATE)).toMatchObject([
      { code: 'TEN', amountOffCents: null, percentOff: 10, serviceIds: null },
    ]),
  );
});

test('a code is edited with its terms filled in, and its name cannot change', async () => {
  const { server, user } = mountAdmin('#/settings/promo-codes', { [CODES]: listed(aCode()), [CHANGE]: done });
  await user.click(await screen.findByRole('button', { name: 'Edit SPRING25' }));
  const form = within(screen.getByRole('form', { name: 'Edit SPRING25' }));
  expect(form.queryByLabelText('Code')).toBeNull();
  // happy-dom does not take the first value of a select from react-hook-form, as browsers do.
  await user.selectOptions(form.getByLabelText('Discount type'), 'Percentage');
  expect(form.getByLabelText<HTMLInputElement>('Percentage').value).toBe('25');
  expect(form.getByRole<HTMLInputElement>('checkbox', { name: /^On-Hold Audio/ }).checked).toBe(false);
  await user.clear(form.getByLabelText('Total uses (optional)'));
  await user.type(form.getByLabelText('Total uses (optional)'), '50');
  await user.click(form.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(server.sent(CHANGE)).toMatchObject([
      { percentOff: 25, serviceIds: ['website'], maxUses: 50, version: 'v1' },
    ]),
  );
});

test('a code is turned off with its terms unchanged, and a failure keeps it on', async () => {
  const { server, user } = mountAdmin('#/settings/promo-codes', {
    [CODES]: listed(aCode()),
    [CHANGE]: refused(503, 'The disk is full.'),
  });
  const off = await screen.findByRole('button', { name: 'Turn off SPRING25' });
  await user.click(off);
  await screen.findByText('Couldn’t change the promo code');
  server.answer({ [CHANGE]: done, [CODES]: listed(aCode({ isActive: false })) });
  await user.click(off);
  expect(await screen.findByRole('button', { name: 'Turn on SPRING25' })).toBeTruthy();
  expect(server.sent(CHANGE).at(-1)).toMatchObject({ percentOff: 25, isActive: false, version: 'v1' });
});
