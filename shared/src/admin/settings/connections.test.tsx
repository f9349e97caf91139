import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Connection } from '../../contracts/connections.ts';
import { whole, type Partly } from '../../contracts/test/whole.ts';
import { refused, type Answers } from '../../contracts/test/fake-server.ts';
import { textsOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const LIST = 'GET /api/json/connections';
const SAVE = 'POST /api/json/connections/:id';
const LIVE = 'GET /api/json/live-payments';
const stripe = (changes: Partly<Connection> = {}): Connection =>
  whole(Connection, {
    version: 'v1',
    id: 'stripe',
    label: 'Stripe',
    about: 'Takes payments by card.',
    fields: [
      { name: 'publishableKey', label: 'Publishable key' },
      { name: 'secretKey', label: 'Secret key', isSecret: true },
    ],
    ...changes,
  });
const works = (changes: Partly<Connection> = {}) =>
  stripe({
    state: 'works',
    since: '2026-11-20T10:00:00.000Z',
    lastChecked: '2026-11-21T10:00:00.000Z',
    facts: ['Marlow Bicycles, US'],
    fields: [
      { name: 'publishableKey', label: 'Publishable key', value: 'pk_test_1' },
      { name: 'secretKey', label: 'Secret key', isSecret: true, lastFour: '4242', savedBy: 'Ada' },
    ],
    ...changes,
  });
const done = { message: 'Stripe connected' };

/** The settings with one connection, and its card. */
async function open(connection: Connection, answer: Answers[typeof SAVE] = done) {
  const answers = { [LIVE]: {}, [LIST]: { connections: [connection] }, [SAVE]: answer };
  const { server, user, files } = mountAdmin('#/settings/connections', answers);
  const shown = within(await screen.findByRole('region', { name: connection.label }));
  const press = (name: string) => user.click(shown.getByRole('button', { name }));
  return { server, user, shown, press, files };
}

test('what is typed is sent, a refusal stands at its field, and it can be saved anyway', async () => {
  const fields = { secretKey: ['Stripe doesn’t accept this key.'] };
  const { server, user, shown, press } = await open(
    stripe(),
    refused(409, 'Stripe doesn’t accept this key.', { code: 'connection_failed', fields }),
  );
  expect(shown.getByText('Not connected')).toBeTruthy();
  expect(shown.queryByRole('button', { name: 'Check now: Stripe' })).toBeNull();
  await press('Connect: Stripe');
  await user.type(shown.getByLabelText('Publishable key'), 'pk_test_1');
  await user.type(shown.getByLabelText('Secret key'), 'sk_test_1');
  expect(shown.queryByLabelText('Save anyway')).toBeNull();
  await press('Check and save');
  expect(await shown.findByText('Stripe doesn’t accept this key.')).toBeTruthy();
  server.answer({ [SAVE]: done });
  await user.click(shown.getByLabelText('Save anyway'));
  await press('Check and save');
  await screen.findByText('Stripe connected');
  const typed = { publishableKey: 'pk_test_1', secretKey: 'sk_test_1', version: 'v1' };
  expect(server.sent(SAVE)).toEqual([typed, { ...typed, saveAnyway: true }]);
  expect(shown.queryByLabelText('Secret key')).toBeNull();
});

test('whoever was led to a connection finds its form open', async () => {
  const answers = {
    [LIVE]: {},
    [LIST]: { connections: [stripe(), stripe({ id: 'paypal', label: 'PayPal' })] },
  };
  mountAdmin('#/settings/connections?field=Stripe', answers, { role: 'owner' });
  const card = async (name: string) => within(await screen.findByRole('region', { name }));
  const key = (await card('Stripe')).getByLabelText('Publishable key');
  await expect.poll(() => document.activeElement).toBe(key);
  expect((await card('PayPal')).queryByLabelText('Publishable key')).toBeNull();
});

test('a secret that is saved shows only how it ends, and is kept when it is left empty', async () => {
  const { server, shown, press } = await open(works());
  expect(shown.getByText('Works')).toBeTruthy();
  expect(shown.getByText('Marlow Bicycles, US')).toBeTruthy();
  await press('Change: Stripe');
  expect(shown.getByText('Saved by Ada: it ends with 4242. Leave this empty to keep it.')).toBeTruthy();
  await press('Check and save');
  await screen.findByText('Stripe connected');
  expect(server.sent(SAVE)[0]).toEqual({ publishableKey: 'pk_test_1', secretKey: '', version: 'v1' });
});

test('a connection that fails says why, is checked again, and is disconnected after a question', async () => {
  const reason = 'Stripe doesn’t accept this key. Copy it again.';
  const { server, user, shown, press } = await open(works({ state: 'fails', reason }));
  expect(shown.getByText(reason)).toBeTruthy();
  await press('Check now: Stripe');
  await screen.findByText('Stripe connected');
  await press('Disconnect: Stripe');
  await user.click(await screen.findByRole('button', { name: 'Disconnect Stripe' }));
  await expect
    .poll(() => server.sent(SAVE))
    .toEqual([
      { action: 'check', version: 'v1' },
      { action: 'disconnect', version: 'v1' },
    ]);
});

test('what the server sets is shown as such and can only be checked', async () => {
  const { shown } = await open(works({ fixed: true }));
  expect(shown.getByText(/Set on the server/)).toBeTruthy();
  expect(textsOf(shown, 'button')).toEqual(['Check now']);
});

test.each(['accountant', 'staff'] as const)('%s finds no connections', async (role) => {
  const { server } = mountAdmin('#/settings/connections', {}, { role });
  await screen.findByText('This page doesn’t exist, or your role can’t open it.');
  expect(server.asked(LIST)).toEqual([]);
});

test('a provider fills in the form, and choices of the service are shown before anything is saved', async () => {
  const presets = [{ label: 'Fastmail', values: { host: 'smtp.fastmail.com', port: '465' } }];
  const fields = ['host', 'port', 'audience'].map((name) => ({ name, label: name }));
  const { server, user, shown, press } = await open(
    stripe({ id: 'email', label: 'Outgoing email', presets, fields }),
    { ...done, message: 'Choose one', choices: { audience: { a1: 'News' } } },
  );
  await press('Connect: Outgoing email');
  await user.selectOptions(shown.getByLabelText('Provider'), 'Fastmail');
  expect(shown.getByLabelText<HTMLInputElement>('host').value).toBe('smtp.fastmail.com');
  await press('Check and save');
  await user.selectOptions(await shown.findByRole('combobox', { name: 'audience' }), 'News');
  server.answer({ [SAVE]: done });
  await press('Check and save');
  await screen.findByText('Stripe connected');
  expect(server.sent(SAVE)[1]).toEqual({
    host: 'smtp.fastmail.com',
    port: '465',
    audience: 'a1',
    version: 'v1',
  });
});

test('the key of the backups is made here, and its end is typed again', async () => {
  const fields = [{ name: 'key', label: 'Key of the backups', isSecret: true, isGenerated: true }];
  const { server, user, shown, press } = await open(stripe({ id: 'backups', label: 'Backups', fields }));
  await press('Connect: Backups');
  expect(shown.queryByRole('button', { name: 'Copy the key' })).toBeNull();
  await press('Make a key');
  const { value: key } = shown.getByLabelText<HTMLInputElement>('Key of the backups');
  expect(key).toMatch(/^[\da-f]{8}(?:-[\da-f]{8}){4}$/);
  await press('Copy the key');
  expect(await navigator.clipboard.readText()).toBe(key);
  expect(await screen.findByText('Key copied')).toBeTruthy();
  await user.type(shown.getByLabelText('Last 6 characters of the key'), key.slice(-6));
  await press('Check and save');
  await screen.findByText('Stripe connected');
  expect(server.sent(SAVE)[0]).toEqual({ key, keyEnd: key.slice(-6), version: 'v1' });
});

test('the recovery sheet of the backups is downloaded after the password, and asked for again with a wrong one', async () => {
  const SHEET = 'POST /api/json/recovery-sheet';
  const { server, user, shown, press, files } = await open(works({ id: 'backups', label: 'Backups' }));
  server.answer({ [SHEET]: refused(400, 'Wrong', { fields: { password: ['This isn’t your password.'] } }) });
  await press('Download the recovery sheet');
  await user.type(shown.getByLabelText('Your password'), 'a guess');
  await press('Download');
  await shown.findByText('This isn’t your password.');
  server.answer({ [SHEET]: { name: 'recovery-sheet.txt', text: 'Backup key: abc' } });
  await user.clear(shown.getByLabelText('Your password'));
  await user.type(shown.getByLabelText('Your password'), 'a quiet north window');
  await press('Download');
  await shown.findByRole('button', { name: 'Download the recovery sheet' });
  expect(files).toEqual([{ name: 'recovery-sheet.txt', text: 'Backup key: abc' }]);
  expect(server.sent(SHEET)).toEqual([{ password: 'a guess' }, { password: 'a quiet north window' }]);
});

test('the owner confirms that the test email arrived', async () => {
  const asks = 'Did the test email to ada@studio.example arrive?';
  const { server, shown, press } = await open(works({ asks }), { ...done, message: 'Confirmed' });
  expect(shown.getByText(asks)).toBeTruthy();
  await press('It arrived');
  await expect.poll(() => server.sent(SAVE)).toEqual([{ action: 'confirm', version: 'v1' }]);
});

test('a login with a consent has fields of its own, and goes on at the provider', async () => {
  const options = { password: 'A password', microsoft: 'Microsoft’s consent (OAuth)' };
  const with_ = (...values: string[]) => ({ onlyWith: { field: 'login', values } });
  const fields = [
    { name: 'login', label: 'Log in with', isOptional: true, options, value: 'password' },
    { name: 'password', label: 'Password', isSecret: true, ...with_('', 'password') },
    { name: 'clientId', label: 'Client ID', ...with_('microsoft') },
  ];
  const url = 'https://login.microsoftonline.com/organizations/oauth2/v2.0/authorize?client_id=1';
  const { user, shown, press } = await open(stripe({ id: 'email', label: 'Outgoing email', fields }), {
    ...done,
    message: 'Now consent at Microsoft.',
    continueAt: { label: 'Microsoft', url },
  });
  await press('Connect: Outgoing email');
  expect(shown.queryByLabelText('Client ID')).toBeNull();
  await user.selectOptions(shown.getByLabelText('Log in with'), 'microsoft');
  expect(shown.queryByLabelText('Password')).toBeNull();
  await user.type(shown.getByLabelText('Client ID'), 'app-1');
  await press('Check and save');
  expect(await shown.findByRole('link', { name: 'Continue at Microsoft' })).toHaveProperty('href', url);
});

test('another account gets the money only after its owner says yes to the question that names it', async () => {
  const asks = { text: 'From now on, money goes to Someone Else LLC (Stripe).', account: 'acct_2 live' };
  const { server, user, shown, press } = await open(works(), {
    ...done,
    message: 'Nothing is saved yet.',
    asks,
  });
  await press('Change: Stripe');
  await press('Check and save');
  expect(await shown.findByText(asks.text)).toBeTruthy();
  // Without a yes, the question comes again.
  await press('Check and save');
  await expect.poll(() => server.sent(SAVE)).toHaveLength(2);
  server.answer({ [SAVE]: done });
  await user.click(await shown.findByLabelText('Yes, from now on'));
  await press('Check and save');
  await expect.poll(() => shown.queryByText(asks.text)).toBeNull();
  const typed = { publishableKey: 'pk_test_1', secretKey: '', version: 'v1' };
  expect(server.sent(SAVE)).toEqual([typed, typed, { ...typed, confirmAccount: 'acct_2 live' }]);
});

test('beside the fields are links to the pages where keys are made, which open on their own', async () => {
  const links = [{ label: 'Test keys at Stripe', url: 'https://dashboard.stripe.com/test/apikeys' }];
  const { shown, press } = await open(stripe({ links }));
  await press('Connect: Stripe');
  const link = shown.getByRole('link', { name: 'Test keys at Stripe' });
  expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
    'https://dashboard.stripe.com/test/apikeys',
    '_blank',
    'noreferrer',
  ]);
});
