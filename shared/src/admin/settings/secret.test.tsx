import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { mountAdmin } from '../test/mount-admin.tsx';

/** Creates a token in the settings, which is shown once. */
async function createToken() {
  const { user } = mountAdmin('#/settings/tokens', {
    'GET /api/json/tokens': { tokens: [] },
    'POST /api/admin/tokens': { message: 'Token created', token: 'northlight_abc' },
  });
  await user.type(await screen.findByLabelText('Name'), 'Zapier');
  await user.click(screen.getByRole('button', { name: 'Create the token' }));
  expect(await screen.findByText('northlight_abc')).toBeTruthy();
  return user;
}

test('a new token is shown once, and Copy says that it worked', async () => {
  const user = await createToken();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Text copied')).toBeTruthy();
  expect(await navigator.clipboard.readText()).toBe('northlight_abc');
  await user.click(screen.getByRole('button', { name: 'I’ve saved it' }));
  expect(screen.queryByText('northlight_abc')).toBeNull();
});

test('without https, Copy says that it didn’t work', async () => {
  const user = await createToken();
  const clipboard = vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
  onTestFinished(() => clipboard.mockRestore());
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(await screen.findByText('Couldn’t copy the text')).toBeTruthy();
  expect(screen.getByText('northlight_abc')).toBeTruthy();
});
