import { screen, waitFor } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NO_RESPONSE, refused, type Reply } from '../../contracts/test/fake-server.ts';
import { EMPTY_LISTS } from '../test/lists.ts';
import { aShop } from '../test/shop.ts';
import { overviewAnswers } from '../test/overview.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

const LOGGED_OUT = { 'GET /api/admin/auth-status': { isAuthenticated: false } } as const;
const REQUIRED = 'You need to be logged in to access the admin dashboard.';
const LOGIN = { path: '/admin-login' };
const ADA = { id: 1, name: 'ada', role: 'owner', timeZone: 'America/New_York' } as const;
const alert = () => document.querySelector('[role=alert]')?.textContent;

test('missing and wrong input is reported, and the right one opens the view that was requested', async () => {
  const { server, user } = mountAdmin(
    '#/orders?payment=pending',
    { ...LOGGED_OUT, ...EMPTY_LISTS, 'POST /api/admin/login': refused(401, 'Invalid credentials') },
    LOGIN,
  );
  const logIn = await screen.findByRole('button', { name: 'Log in' });
  await user.click(logIn);
  await waitFor(() => expect(alert()).toBe('Please enter both username and password'));
  expect(document.activeElement).toBe(screen.getByLabelText('Username'));
  await user.type(screen.getByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'wrong{Enter}');
  await waitFor(() => expect(alert()).toBe('Invalid credentials'));
  server.answer({ 'POST /api/admin/login': { message: 'Login successful', user: ADA } });
  await user.click(logIn);
  await screen.findByText('Login successful');
  await screen.findByRole('heading', { name: 'Order Tracking' });
  expect(location.pathname + location.hash).toBe('/admin-dashboard#/orders?payment=pending');
  expect(server.sent('POST /api/admin/login')).toEqual([
    { username: 'ada', password: 'wrong' },
    { username: 'ada', password: 'wrong' },
  ]);
});

test('without a server the login says that an error occurred', async () => {
  const { user } = mountAdmin('', { ...LOGGED_OUT, 'POST /api/admin/login': NO_RESPONSE }, LOGIN);
  await user.type(await screen.findByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a quiet north window{Enter}');
  await waitFor(() => expect(alert()).toBe('An error occurred. Please try again.'));
});

test('a logged-in administrator is redirected from the login to the dashboard', async () => {
  mountAdmin('#/orders', EMPTY_LISTS, LOGIN);
  await screen.findByRole('heading', { name: 'Order Tracking' });
  expect(location.pathname + location.hash).toBe('/admin-dashboard#/orders');
});

test('a session that ended opens the login', async () => {
  const { server, user } = mountAdmin('#/orders', EMPTY_LISTS);
  await screen.findByText('No orders found');
  server.answer({ 'GET /api/json/orders': refused(401, 'Please log in.') });
  await user.click(screen.getByRole('button', { name: 'Refresh' }));
  expect(await screen.findByText(REQUIRED)).toBeTruthy();
});

test('logout opens the login, even if the session had already ended', async () => {
  const { user } = mountAdmin('#/orders', {
    ...EMPTY_LISTS,
    'POST /api/admin/logout': refused(401, 'Please log in.'),
  });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeTruthy();
  expect(location.pathname).toBe('/admin-login');
});

test('a logout that does not reach the server says so, and stays', async () => {
  const { user } = mountAdmin('#/orders', { ...EMPTY_LISTS, 'POST /api/admin/logout': NO_RESPONSE });
  await user.click(await screen.findByRole('button', { name: 'Logout' }));
  expect(await screen.findByText('Couldn’t log you out')).toBeTruthy();
  expect(location.pathname).toBe('/admin-dashboard');
});

test('Go to Login Now does not wait', async () => {
  const { user } = mountAdmin('#/orders', { ...LOGGED_OUT, ...EMPTY_LISTS });
  await screen.findByText(REQUIRED);
  await user.click(screen.getByRole('button', { name: 'Go to Login Now' }));
  await screen.findByRole('heading', { name: 'Admin login' });
  expect(location.pathname + location.hash).toBe('/admin-login#/orders');
});

test('without a login, the dashboard counts down three seconds and opens the login', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    mountAdmin('#/orders', { ...LOGGED_OUT, ...EMPTY_LISTS }, { path: '/admin' });
    const timer = await screen.findByRole('timer');
    for (const left of ['3 seconds', '2 seconds', '1 second']) {
      await waitFor(() => expect(timer.textContent).toBe(`The login page opens in ${left}.`));
      expect(location.pathname).toBe('/admin');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    await screen.findByRole('heading', { name: 'Admin login' });
    expect(location.pathname).toBe('/admin-login');
  } finally {
    vi.useRealTimers();
  }
});

const SECOND_FACTOR = { secondFactor: { ticket: 'abc', methods: { code: true } } };

/** After the password, a code is entered, and answered like this. */
async function enterCode(answer: Reply) {
  const { user } = mountAdmin(
    '',
    { ...LOGGED_OUT, 'POST /api/admin/login': SECOND_FACTOR, 'POST /api/admin/login/factor': answer },
    LOGIN,
  );
  await user.type(await screen.findByLabelText('Username'), 'ada');
  await user.type(screen.getByLabelText('Password'), 'a quiet north window{Enter}');
  const code = await screen.findByLabelText<HTMLInputElement>('Code');
  await user.type(code, '123456{Enter}');
  return { user, code };
}

test('after the password, a wrong code empties and marks its field; a lost phone and another account have a way on', async () => {
  const { user, code } = await enterCode(refused(401, 'This code isn’t right.'));
  expect(await screen.findByText('This code isn’t right.')).toBeTruthy();
  expect([code.value, code.getAttribute('aria-invalid'), document.activeElement]).toEqual(['', 'true', code]);
  await user.click(screen.getByText('I don’t have my phone'));
  expect(screen.getByText(/one of the recovery codes/)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use another account' }));
  expect(await screen.findByLabelText('Username')).toBeTruthy();
});

test('a code that got no answer stays in its field', async () => {
  const { code } = await enterCode(NO_RESPONSE);
  expect(await screen.findByText('Couldn’t reach the server. Please try again.')).toBeTruthy();
  expect(code.value).toBe('123456');
});

test('an invitation says what the role may do, and a weak password is refused once, at its field', async () => {
  const common = 'This password is too common and easy to guess.';
  const { user } = mountAdmin(
    '#invite=2.abc',
    {
      ...LOGGED_OUT,
      'POST /api/admin/invitation': { username: 'sam', role: 'staff', isMember: false },
      'POST /api/admin/invitation/accept': refused(400, common, { fields: { password: [common] } }),
    },
    LOGIN,
  );
  expect(await screen.findByText(/write quotes, ask for payments/)).toBeTruthy();
  await user.type(screen.getByLabelText('Password'), 'password1{Enter}');
  expect((await screen.findAllByText(common)).map(({ className }) => className)).toEqual(['field-error']);
});

test('an invitation that was used leads to the login', async () => {
  const { user } = mountAdmin(
    '#invite=2.abc',
    { ...LOGGED_OUT, 'POST /api/admin/invitation': refused(404, 'This invitation isn’t valid anymore.') },
    LOGIN,
  );
  await user.click(await screen.findByRole('button', { name: 'Log in' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeTruthy();
});

test('a link from an email that lost its key says so', async () => {
  mountAdmin('', LOGGED_OUT, { path: '/admin-login?link=invite' });
  expect((await screen.findByRole('status')).textContent).toMatch(/^The end of your link is missing\./);
});

test('the login itself says nothing of links', async () => {
  mountAdmin('', LOGGED_OUT, LOGIN);
  await screen.findByLabelText('Username');
  expect(screen.queryByText(/your link/)).toBeNull();
});

test('a whole link opens', async () => {
  mountAdmin(
    '#password=1.abc',
    { ...LOGGED_OUT, 'POST /api/admin/invitation': { username: 'ada', role: 'owner', isMember: true } },
    { path: '/admin-login?link=password' },
  );
  expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy();
});

const ASK = 'POST /api/admin/forgot-password';

test('a forgotten password asks for a link, and says the same for everybody', async () => {
  const message = 'If there’s an account, we sent it a link.';
  const { server, user } = mountAdmin('', { ...LOGGED_OUT, [ASK]: { message } }, LOGIN);
  await user.click(await screen.findByRole('button', { name: 'Forgot password?' }));
  const field = screen.getByLabelText('Username or email');
  expect(document.activeElement).toBe(field);
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  expect(await screen.findByText('Please enter your username or email address')).toBeTruthy();
  await user.type(field, 'ada@studio.example{Enter}');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(message));
  expect(server.sent(ASK)).toEqual([{ username: 'ada@studio.example' }]);
  await user.click(screen.getByRole('button', { name: 'Back to the login' }));
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

test('a link for a new password asks for the second factor, and then opens the dashboard', async () => {
  const { server, user } = mountAdmin(
    '#password=1.abc',
    {
      ...LOGGED_OUT,
      ...overviewAnswers(),
      'POST /api/admin/invitation': { username: 'ada', role: 'owner', isMember: true },
      'POST /api/admin/invitation/accept': { message: 'Second factor required', ...SECOND_FACTOR },
      'POST /api/admin/login/factor': { message: 'Login successful', user: ADA },
    },
    LOGIN,
  );
  expect(await screen.findByRole('heading', { name: 'Set a new password' })).toBeTruthy();
  expect(screen.queryByText(/Your role is/)).toBeNull();
  await user.type(screen.getByLabelText('Password'), 'a quiet north window{Enter}');
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/admin-dashboard'));
  expect(location.hash).not.toContain('password');
  expect(server.sent('POST /api/admin/invitation/accept')).toEqual([
    { id: 1, key: 'abc', password: 'a quiet north window' },
  ]);
});

test('a new shop is claimed with the code of the link, and then asks whose it is', async () => {
  const claim = 'POST /api/claim';
  const save = 'POST /api/json/shop';
  const wrong = 'This code isn’t right.';
  const { server, user } = mountAdmin(
    '#claim=ab12-cd34',
    {
      'GET /api/admin/auth-status': { isAuthenticated: false, isUnclaimed: true },
      'GET /api/json/shop': aShop(),
      ...overviewAnswers(),
      [claim]: refused(400, wrong, { fields: { code: [wrong] } }),
      [save]: { version: 2 },
    },
    LOGIN,
  );
  await screen.findByRole('heading', { name: 'Claim your shop' });
  expect(screen.getByLabelText<HTMLInputElement>('Code').value).toBe('ab12-cd34');
  await user.type(screen.getByLabelText('Username'), 'grace');
  await user.type(screen.getByLabelText('Password'), 'a brighter window');
  await user.type(screen.getByLabelText('Your email'), 'grace@studio.example{Enter}');
  expect(await screen.findByText(wrong)).toBeTruthy();
  server.answer({ [claim]: { message: 'Welcome', user: { ...ADA, name: 'grace' } } });
  await user.click(screen.getByRole('button', { name: 'Claim the shop' }));
  await screen.findByRole('heading', { name: 'Your business' });
  // The sample business is nobody’s answer.
  await user.type(await screen.findByLabelText('Name'), 'Marlow Studio');
  await user.type(screen.getByLabelText('Address'), '1 Main Street, Ann Arbor, MI 48104{Enter}');
  await waitFor(() => expect(location.pathname).toBe('/admin-dashboard'));
  expect(server.sent(save)).toMatchObject([
    { version: 4, publish: true, business: { name: 'Marlow Studio', email: 'grace@studio.example' } },
  ]);
});

test('at the claim, the time zone is chosen from a list, and wrong hours are said at their field', async () => {
  const options = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions');
  options.mockReturnValue({ timeZone: 'UTC' } as never);
  onTestFinished(() => options.mockRestore());
  const save = 'POST /api/json/shop';
  const wrong = 'This must be times such as 09:00-17:00';
  const { server, user } = mountAdmin(
    '#claim=ab12-cd34',
    {
      'GET /api/admin/auth-status': { isAuthenticated: false, isUnclaimed: true },
      'GET /api/json/shop': aShop(),
      'POST /api/claim': { message: 'Welcome', user: { ...ADA, name: 'grace' } },
      [save]: refused(400, wrong, { fields: { 'business.hours': [wrong] } }),
    },
    LOGIN,
  );
  await user.type(await screen.findByLabelText('Username'), 'grace');
  await user.type(screen.getByLabelText('Password'), 'a brighter window');
  await user.type(screen.getByLabelText('Your email'), 'grace@studio.example{Enter}');
  await user.type(await screen.findByLabelText('Name'), 'Marlow Studio');
  // A browser that says UTC doesn't know.
  const zone = screen.getByLabelText<HTMLSelectElement>('Time zone');
  expect(zone.value).toBe('America/New_York');
  await user.selectOptions(zone, 'Europe/Berlin');
  const hours = screen.getByLabelText<HTMLInputElement>('Business hours');
  await user.clear(hours);
  await user.type(hours, '9 to 5{Enter}');
  expect(await screen.findByText(wrong)).toBeTruthy();
  expect(hours.getAttribute('aria-invalid')).toBe('true');
  expect(hours.value).toBe('9 to 5');
  // Neither phone nor address is asked for.
  expect(server.sent(save)).toMatchObject([
    { business: { hours: '9 to 5', timeZone: 'Europe/Berlin', phone: '(555) 010-2000', address: '' } },
  ]);
});

test('who can’t copy the link of a new shop types its code', async () => {
  const claim = 'POST /api/claim';
  const { server, user } = mountAdmin(
    '',
    {
      'GET /api/admin/auth-status': { isAuthenticated: false, isUnclaimed: true },
      [claim]: refused(400, 'This code isn’t right.'),
    },
    LOGIN,
  );
  await user.type(await screen.findByLabelText('Code'), 'ab12-cd34');
  await user.type(screen.getByLabelText('Username'), 'grace');
  await user.type(screen.getByLabelText('Password'), 'a brighter window');
  await user.type(screen.getByLabelText('Your email'), 'grace@studio.example{Enter}');
  await waitFor(() => expect(server.sent(claim)).toMatchObject([{ code: 'ab12-cd34' }]));
});

test('the first password still opens a new shop', async () => {
  const { user } = mountAdmin(
    '',
    { 'GET /api/admin/auth-status': { isAuthenticated: false, isUnclaimed: true } },
    LOGIN,
  );
  await user.click(await screen.findByRole('button', { name: 'Log in instead' }));
  expect(await screen.findByRole('heading', { name: 'Admin login' })).toBeTruthy();
});

test('a shop that does not answer says so before it asks for a password', async () => {
  const AUTH = 'GET /api/admin/auth-status';
  const { server, user } = mountAdmin('', { [AUTH]: NO_RESPONSE }, LOGIN);
  expect(await screen.findByRole('heading', { name: /isn’t responding$/ })).toBeTruthy();
  expect(screen.queryByLabelText('Password')).toBeNull();
  server.answer({ [AUTH]: refused(502, 'Can’t reach the server right now.') });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(server.sent(AUTH)).toHaveLength(2));
  server.answer({ [AUTH]: { isAuthenticated: false } });
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Password')).toBeTruthy();
});
