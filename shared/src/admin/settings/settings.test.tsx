import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { BusinessSettings } from '../../contracts/business.ts';
import { refused } from '../../contracts/test/fake-server.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const NOTICES = 'GET /api/json/notices';
const SAVE_NOTICES = 'POST /api/admin/notices';
const BUSINESS = 'GET /api/json/business';
const SAVE_BUSINESS = 'POST /api/admin/business';
const RESET = 'POST /api/admin/reset-password';
const DOCTOR = 'GET /api/admin/doctor';
const healthy = { success: true as const, lines: [] };
const done = { success: true as const, message: 'Saved' };
const choice = {
  success: true as const,
  address: 'ada@studio.example',
  email: [],
  desktop: ['orders' as const],
};

test('a mismatch, a short password and a wrong one are reported, and a new one is saved', async () => {
  const { server, user } = mountAdmin('#/settings', {
    [DOCTOR]: healthy,
    [RESET]: refused(400, 'Your current password is incorrect'),
    [NOTICES]: choice,
  });
  const fill = async (next: string, again: string) => {
    for (const [label, text] of [
      ['Current password', 'old and long'],
      ['New password', next],
      ['Confirm new password', again],
    ] as const) {
      const field = await screen.findByLabelText(label);
      await user.clear(field);
      await user.type(field, text);
    }
    await user.click(screen.getByRole('button', { name: 'Update password' }));
  };
  await fill('long enough', 'not the same');
  await screen.findByText('New passwords do not match');
  expect(document.activeElement).toBe(screen.getByLabelText('Confirm new password'));
  await fill('1234567', '1234567');
  await screen.findByText('New password must be at least 8 characters');
  expect(server.sent(RESET)).toEqual([]);
  await fill('long enough', 'long enough');
  await screen.findByText('Your current password is incorrect');
  server.answer({ [RESET]: done });
  await fill('long enough', 'long enough');
  await screen.findByText('Password Updated');
  expect(screen.getByLabelText<HTMLInputElement>('Current password').value).toBe('');
  expect(server.sent(RESET).at(-1)).toEqual({ currentPassword: 'old and long', newPassword: 'long enough' });
});

test('the notifications say where emails go, and a change sends the whole choice', async () => {
  const { server, user } = mountAdmin('#/settings', {
    [DOCTOR]: healthy,
    [NOTICES]: choice,
    [SAVE_NOTICES]: done,
  });
  const section = within(await screen.findByRole('region', { name: 'Your notifications' }));
  await section.findByText('ada@studio.example');
  const box = (name: string) => section.getByRole<HTMLInputElement>('checkbox', { name });
  expect(box('New orders: Desktop').checked).toBe(true);
  expect(section.queryByRole('checkbox', { name: 'Payments to review: Desktop' })).toBeNull();
  server.answer({ [NOTICES]: { ...choice, email: ['payments'] } });
  await user.click(box('Payments to review: Email'));
  await waitFor(() => expect(box('Payments to review: Email').checked).toBe(true));
  await user.click(box('New orders: Desktop'));
  await waitFor(() =>
    expect(server.sent(SAVE_NOTICES)).toEqual([
      { email: ['payments'], desktop: ['orders'] },
      { email: ['payments'], desktop: [] },
    ]),
  );
});

test('an accountant chooses only among what they may see', async () => {
  mountAdmin(
    '#/settings',
    {
      [DOCTOR]: healthy,
      [NOTICES]: choice,
    },
    { role: 'accountant' },
  );
  const section = within(await screen.findByRole('region', { name: 'Your notifications' }));
  await section.findByText('ada@studio.example');
  expect(section.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual([
    'New orders',
    'Payments to review',
  ]);
});

test('a notification that cannot be saved says so and stays as it was', async () => {
  const { user } = mountAdmin('#/settings', {
    [DOCTOR]: healthy,
    [NOTICES]: choice,
    [SAVE_NOTICES]: refused(503, 'Full.'),
  });
  const box = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'New orders: Email' });
  await user.click(box);
  await screen.findByText('Couldn’t save the change');
  expect(box.checked).toBe(false);
});

const facts: BusinessSettings = {
  name: 'Northlight Studio',
  email: 'hello@northlight.example',
  phone: '(555) 010-2000',
  address: '1 Window Street, Columbus, OH',
  timeZone: 'America/New_York',
  hours: '09:00-17:00',
  days: 'Mon-Fri',
  holidays: 'US',
};

test('the business form is filled in, checked at its fields, and sent whole', async () => {
  const { server, user } = mountAdmin('#/settings/business', {
    [BUSINESS]: { success: true, settings: facts, changes: [], pages: 'current' },
    [SAVE_BUSINESS]: done,
  });
  const phone = await screen.findByLabelText<HTMLInputElement>('Phone');
  expect(phone.value).toBe('(555) 010-2000');
  expect(screen.getByText('The website is up to date.')).toBeTruthy();
  expect(screen.queryByRole('region', { name: 'Recent changes' })).toBeNull();
  await user.clear(phone);
  await user.clear(screen.getByLabelText('Email'));
  await user.type(screen.getByLabelText('Email'), 'hello');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Please enter a phone number');
  await screen.findByText('Please enter a valid email address');
  expect(server.sent(SAVE_BUSINESS)).toEqual([]);
  await user.type(screen.getByLabelText('Email'), '@studio.example');
  await user.type(phone, '(555) 010-3000');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  expect(server.sent(SAVE_BUSINESS)).toEqual([
    { ...facts, email: 'hello@studio.example', phone: '(555) 010-3000' },
  ]);
});

test('earlier business settings say what changed, and can be restored', async () => {
  const now = { ...facts, phone: '(555) 010-3000' };
  const { server, user } = mountAdmin('#/settings/business', {
    [BUSINESS]: {
      success: true,
      settings: now,
      changes: [
        { at: '2026-11-21T10:00:00.000Z', by: 'ada', settings: now },
        { at: '2026-11-20T10:00:00.000Z', by: 'wen', settings: facts },
      ],
      pages: 'failed',
    },
    [SAVE_BUSINESS]: done,
  });
  const changes = within(await screen.findByRole('region', { name: 'Recent changes' }));
  const [newest, oldest] = changes.getAllByRole('listitem');
  expect(newest?.textContent).toContain('Phone: (555) 010-3000');
  expect(newest?.querySelector('button')).toBeNull();
  expect(oldest?.textContent).toContain('Original settings');
  expect(screen.getByText(/^The pages couldn’t be rebuilt/)).toBeTruthy();
  await user.click(changes.getByRole('button', { name: /^Restore the settings from/ }));
  await waitFor(() => expect(server.sent(SAVE_BUSINESS)).toEqual([facts]));
});

test('a section that the role cannot open says so', async () => {
  mountAdmin('#/settings/people', {}, { role: 'accountant' });
  expect(await screen.findByText(/your role can’t open it/)).toBeTruthy();
});

test('the system check lists problems first, each with what to do, and checks again', async () => {
  const { server, user } = mountAdmin('#/settings', {
    [NOTICES]: choice,
    [DOCTOR]: {
      success: true,
      lines: [
        { name: 'Disk space', state: 'ok', message: '12 GB free' },
        { name: 'Limits', state: 'warning', message: 'They are off.', advice: 'Remove RATE_LIMIT=off.' },
      ],
    },
  });
  const section = within(await screen.findByRole('region', { name: 'System check' }));
  await section.findByText('1 problem');
  expect(section.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'WarningLimitsThey are off.Remove RATE_LIMIT=off.',
    'OKDisk space12 GB free',
  ]);
  server.answer({ [DOCTOR]: healthy });
  await user.click(section.getByRole('button', { name: 'Check again' }));
  expect(await section.findByText('No problems found.')).toBeTruthy();
});
