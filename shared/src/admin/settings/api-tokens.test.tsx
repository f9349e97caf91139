import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { mountAdmin } from '../test/mount-admin.tsx';

const LIST = 'GET /api/json/tokens';
const CREATE = 'POST /api/admin/tokens';
const REVOKE = 'POST /api/admin/tokens/:id/revoke';
const token = { id: 3, name: 'Zapier', by: 'ada', role: 'staff' as const };
const done = { message: 'Done' };

test('a new token is shown once, with the rights that were chosen', async () => {
  const { user, server } = mountAdmin('#/settings/tokens', {
    [LIST]: { tokens: [] },
    [CREATE]: { ...done, token: 'northlight_secret' },
  });
  await screen.findByText('No tokens yet.');
  await user.click(screen.getByRole('button', { name: 'Create the token' }));
  expect((await screen.findByText('Please enter a name')).className).toBe('field-error');
  await user.type(screen.getByLabelText('Name'), 'Make');
  await user.selectOptions(screen.getByLabelText('Rights'), 'Accountant');
  await user.type(screen.getByLabelText('Last day (optional)'), '2027-11-24');
  await user.click(screen.getByRole('button', { name: 'Create the token' }));
  await screen.findByText('northlight_secret');
  expect(server.sent(CREATE)).toEqual([{ name: 'Make', role: 'accountant', lastDay: '2027-11-24' }]);
});

test('a token is revoked, and nobody can choose more rights than their own', async () => {
  const { user, server } = mountAdmin(
    '#/settings/tokens',
    { [LIST]: { tokens: [token] }, [REVOKE]: done },
    { role: 'staff' },
  );
  await user.click(await screen.findByRole('button', { name: 'Revoke Zapier' }));
  expect(server.sent(REVOKE)).toHaveLength(1);
  const choices = screen.getByLabelText('Rights');
  expect([...choices.querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'Staff',
    'Accountant',
  ]);
});
