import { screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ResponseOf } from '../../contracts/endpoints.ts';
import { refused } from '../../contracts/test/fake-server.ts';
import type { Partly } from '../../contracts/test/whole.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const SECURITY = 'GET /api/json/security';
const NEW_APP = 'POST /api/admin/security/totp/new';
const ADD_APP = 'POST /api/admin/security/totp';
const REMOVE_APP = 'POST /api/admin/security/totp/remove';
const NEW_CODES = 'POST /api/admin/security/recovery-codes';
const REMOVE_PASSKEY = 'POST /api/admin/security/passkeys/:id/remove';
const END = 'POST /api/admin/security/sessions/:id/end';
const END_OTHERS = 'POST /api/admin/security/sessions/end-others';
const SETTINGS = 'POST /api/admin/security/settings';
const CONFIRM = 'POST /api/admin/security/confirm';
const done = { message: 'Saved' };
const AT = '2026-11-24T09:00:00.000Z';

type Security = ResponseOf<typeof SECURITY>;
const here = { id: 'a1', device: 'Firefox on Windows', address: '203.0.113.7', isThis: true };
const security = (changes: Partly<Security> = {}): Partly<Security> => ({
  sessions: [here],
  settings: { confirmRefundsAbove: 100, staffQuoteLimit: 1_000, version: 'v1' },
  ...changes,
});
const card = async (name: string) => within(await screen.findByRole('region', { name }));

test('an app is added with a code that is checked at its field, and the recovery codes are shown once', async () => {
  const { server, user, files } = mountAdmin('#/settings/security', {
    [SECURITY]: security(),
    [NEW_APP]: { secret: 'ABCDEFGH', uri: 'otpauth://totp/x', qrSvg: '<svg/>' },
    [ADD_APP]: refused(400, 'That code is not right.'),
  });
  const app = await card('Authenticator app');
  await user.click(app.getByRole('button', { name: 'Set up an app' }));
  await app.findByRole('img', { name: 'QR code for your authenticator app' });
  expect(app.getByText('ABCD EFGH')).toBeTruthy();
  const code = app.getByLabelText('Code from the app');
  await user.click(app.getByRole('button', { name: 'Turn on' }));
  await app.findByText('Please enter a code');
  expect(code.getAttribute('aria-invalid')).toBe('true');
  expect(server.sent(ADD_APP)).toEqual([]);

  await user.type(code, '000 000');
  await user.click(app.getByRole('button', { name: 'Turn on' }));
  await screen.findByText('That code is not right.');
  server.answer({
    [ADD_APP]: { ...done, recoveryCodes: ['aaaa-1111', 'bbbb-2222'] },
    [SECURITY]: security({ hasTotp: true, recoveryCodesLeft: 2 }),
  });
  await user.clear(code);
  await user.type(code, '123456');
  await user.click(app.getByRole('button', { name: 'Turn on' }));
  const codes = await card('Your recovery codes');
  expect(textsOf(codes, 'listitem')).toEqual(['aaaa-1111', 'bbbb-2222']);
  expect(server.sent(ADD_APP).at(-1)).toEqual({ secret: 'ABCDEFGH', code: '123456' });
  expect(await app.findByRole('button', { name: 'Set up a new app' })).toBeTruthy();
  expect(app.queryByLabelText('Code from the app')).toBeNull();
  await user.click(codes.getByRole('button', { name: 'Save as a file' }));
  expect(files).toEqual([{ name: 'recovery-codes.txt', text: 'aaaa-1111\nbbbb-2222\n' }]);
  expect(screen.queryByText('aaaa-1111')).toBeNull();
});

test('turning off the app asks for the second factor first if the server wants it', async () => {
  const { server, user } = mountAdmin('#/settings/security', {
    [SECURITY]: security({ hasTotp: true }),
    [REMOVE_APP]: refused(403, 'Please confirm.', { code: 'confirm_first' }),
    [CONFIRM]: () => {
      server.answer({ [REMOVE_APP]: { message: 'Turned off' }, [SECURITY]: security() });
      return done;
    },
  });
  const app = await card('Authenticator app');
  await user.click(app.getByRole('button', { name: 'Turn off' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await dialog.findByText('Please enter a code');
  await user.type(dialog.getByLabelText('Code'), '123456');
  await user.click(dialog.getByRole('button', { name: 'Continue' }));
  await screen.findByText('Turned off');
  expect(server.sent(CONFIRM)).toEqual([{ code: '123456' }]);
  expect(server.sent(REMOVE_APP)).toHaveLength(2);
  await waitFor(() => expect(app.queryByRole('button', { name: 'Turn off' })).toBeNull());
});

test.each([false, true])(
  'the dialog can be canceled, ends with the page that asked, and offers a passkey only to who has one: %s',
  async (hasPasskey) => {
    const me = { id: 1, name: 'ada', role: 'owner' as const, staffSeesRevenue: false, timeZone: 'UTC' };
    vi.stubGlobal('PublicKeyCredential', {});
    onTestFinished(() => void vi.unstubAllGlobals());
    const { user, goToView } = mountAdmin('#/settings/security', {
      'GET /api/admin/auth-status': { isAuthenticated: true, user: { ...me, hasPasskey } },
      [SECURITY]: security({ hasTotp: true }),
      [REMOVE_APP]: refused(403, 'Please confirm.', { code: 'confirm_first' }),
      'GET /api/json/samples': { samples: [] },
    });
    const dialog = () => screen.queryByRole('dialog', { name: 'Confirm that it’s you' });
    const turnOff = async () => {
      const button = (await card('Authenticator app')).getByRole('button', { name: 'Turn off' });
      await waitFor(() => expect(button.getAttribute('aria-disabled')).not.toBe('true'));
      await user.click(button);
      return within(await screen.findByRole('dialog', { name: 'Confirm that it’s you' }));
    };
    const asked = await turnOff();
    expect(asked.queryByRole('button', { name: 'Use a passkey' }) !== null).toBe(hasPasskey);
    await user.click(asked.getByRole('button', { name: 'Cancel' }));
    expect(dialog()).toBeNull();
    await turnOff();
    goToView('#/settings/samples');
    await waitFor(() => expect(dialog()).toBeNull());
  },
);

test('new recovery codes replace the old ones, and are offered only with a second factor', async () => {
  const { server, user } = mountAdmin('#/settings/security', {
    [SECURITY]: security({ hasTotp: true, recoveryCodesLeft: 1 }),
    [NEW_CODES]: { ...done, recoveryCodes: ['cccc-3333'] },
  });
  const left = await card('Recovery codes');
  expect(left.getByText(/^1 code is left\./)).toBeTruthy();
  server.answer({ [SECURITY]: security() });
  await user.click(left.getByRole('button', { name: 'Create new codes' }));
  expect(await (await card('Your recovery codes')).findByText('cccc-3333')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Recovery codes' })).toBeNull());
});

test('passkeys of the shop are listed and removed, and added only on its own address', async () => {
  const { server, user } = mountAdmin(
    '#/settings/security',
    {
      [SECURITY]: security({
        passkeys: [
          { id: 'p1', name: 'Laptop', createdAt: AT, lastUsedAt: null },
          { id: 'p2', name: 'Phone', createdAt: AT, lastUsedAt: AT },
        ],
      }),
      [REMOVE_PASSKEY]: done,
    },
    { platform: { homeUrl: 'https://shop.example' } },
  );
  const passkeys = await card('Passkeys');
  const [laptop, phone] = textsOf(passkeys, 'listitem');
  expect(laptop).not.toContain('Last used');
  expect(phone).toContain(' · Last used Nov ');
  expect(passkeys.getByText('To add or use a passkey, open the dashboard in your browser.')).toBeTruthy();
  await user.click(passkeys.getByRole('button', { name: 'Remove Phone' }));
  await screen.findByText('Saved');
  expect(server.received.find(({ call }) => call === REMOVE_PASSKEY)?.path).toBe(
    '/api/admin/security/passkeys/p2/remove',
  );
});

test('another device is logged out alone or with all others, and this one has no button', async () => {
  const phone = { ...here, id: 'b2', device: 'Safari on iOS', isThis: false, startedAt: AT, lastUsedAt: AT };
  const both = [{ ...here, startedAt: AT, lastUsedAt: AT }, phone];
  const { server, user } = mountAdmin('#/settings/security', {
    [SECURITY]: security({ sessions: both }),
    [END]: refused(404, 'That device is no longer logged in.'),
    [END_OTHERS]: { message: 'Logged out everywhere else' },
  });
  const sessions = await card('Where you’re logged in');
  expect(textsOf(sessions, 'button')).toEqual(['Log out', 'Log out everywhere else']);
  expect(sessions.getByText('(this device)').closest('li')?.textContent).toContain('Firefox on Windows');
  await user.click(sessions.getByRole('button', { name: 'Log out Safari on iOS' }));
  await screen.findByText('That device is no longer logged in.');
  expect(server.received.find(({ call }) => call === END)?.path).toBe('/api/admin/security/sessions/b2/end');
  server.answer({ [SECURITY]: security() });
  await user.click(sessions.getByRole('button', { name: 'Log out everywhere else' }));
  await screen.findByText('Logged out everywhere else');
  await waitFor(() => expect(sessions.queryByRole('button')).toBeNull());
});

test.each([
  ['ten', 'Please enter an amount such as 1,234.50'],
  ['', 'Please enter an amount such as 1,234.50'],
  ['-1', 'Please enter an amount such as 1,234.50'],
  ['0x10', 'Please enter an amount such as 1,234.50'],
  ['6,95', 'Please write a period before the cents, such as 1,234.50'],
  ['100001', 'Please enter no more than 100,000'],
])('the refund limit %j is an error at its field, and is not sent', async (typed, error) => {
  const { server, user } = mountAdmin('#/settings/security', { [SECURITY]: security() });
  const rules = await card('For the whole shop');
  const limit = rules.getByLabelText(/^Ask for the second factor again/);
  await user.clear(limit);
  if (typed) await user.type(limit, typed);
  await user.click(rules.getByRole('button', { name: 'Save' }));
  await rules.findByText(error);
  expect(limit.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(limit);
  expect(server.sent(SETTINGS)).toEqual([]);
});

test('each rule of the shop is saved together with the other one', async () => {
  const { server, user } = mountAdmin('#/settings/security', {
    [SECURITY]: security(),
    [SETTINGS]: done,
  });
  const rules = await card('For the whole shop');
  const limit = rules.getByLabelText<HTMLInputElement>(/^Ask for the second factor again/);
  expect(limit.value).toBe('100');
  const saved = {
    requireSecondFactor: false,
    confirmRefundsAbove: 250.5,
    staffQuoteLimit: 1_000,
    staffSeesRevenue: false,
  };
  server.answer({ [SECURITY]: security({ settings: { ...saved, version: 'v2' } }) });
  await user.clear(limit);
  await user.type(limit, '250.50');
  await user.click(rules.getByRole('button', { name: 'Save' }));
  await screen.findByText('Saved');
  server.answer({
    [SECURITY]: security({ settings: { ...saved, requireSecondFactor: true, version: 'v3' } }),
  });
  const box = rules.getByRole<HTMLInputElement>('checkbox', { name: 'Require a second factor for owners' });
  await user.click(box);
  await waitFor(() => expect(box.checked).toBe(true));
  expect(server.sent(SETTINGS)).toEqual([
    { ...saved, version: 'v1' },
    { ...saved, requireSecondFactor: true, version: 'v2' },
  ]);
});

test('only owners see the rules of the shop', async () => {
  mountAdmin('#/settings/security', { [SECURITY]: security() }, { role: 'staff' });
  await card('Authenticator app');
  expect(screen.queryByRole('region', { name: 'For the whole shop' })).toBeNull();
});
