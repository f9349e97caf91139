import { expect, test } from 'vitest';
import { addAdmin, ADMIN, loggedIn, login } from '../test/admin-fixtures.ts';
import { startTestApp, TEST_NOW } from '../test/test-app.ts';
import { createLoginThrottle } from './login-throttle.ts';

const fails = async () => null;
const succeeds = async () => 'in';

type Attempt = { username: string; address: string };

/** Waits are noted instead of waited for. */
function aThrottle() {
  const waits: number[] = [];
  const throttle = createLoginThrottle(
    () => TEST_NOW,
    true,
    async (milliseconds) => waits.push(milliseconds),
  );
  return { waits, ...throttle };
}

async function failTimes(
  count: number,
  { guard }: ReturnType<typeof aThrottle>,
  attempt: (index: number) => Attempt,
) {
  await Promise.allSettled(Array.from({ length: count }, (_, index) => guard(attempt(index), fails)));
}

test('D21: the first three failures are answered at once, the next ones later and later', async () => {
  const throttle = aThrottle();
  await failTimes(10, throttle, () => ({ username: 'ada', address: '203.0.113.7' }));
  expect(throttle.waits).toEqual([0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

test('D21: a user slows down whatever the address, an address whatever the user', async () => {
  const byUser = aThrottle();
  await failTimes(5, byUser, (index) => ({ username: 'ada', address: `203.0.113.${index}` }));
  expect(byUser.waits).toEqual([0, 0, 0, 250, 500]);
  const byAddress = aThrottle();
  await failTimes(5, byAddress, (index) => ({ username: `user-${index}`, address: '203.0.113.7' }));
  expect(byAddress.waits).toEqual([0, 0, 0, 250, 500]);
});

test('D21: an address is shut after twenty failures, also when they come at once, and others are not', async () => {
  const throttle = aThrottle();
  const names = (index: number) => ({ username: `user-${index}`, address: '203.0.113.7' });
  await failTimes(20, throttle, names);
  const refusal = { status: 429, retryAfterSeconds: expect.any(Number) };
  await expect(throttle.guard(names(99), succeeds)).rejects.toMatchObject(refusal);
  await expect(throttle.guard({ ...names(99), address: '203.0.113.8' }, succeeds)).resolves.toBe('in');
});

test('D21: a whole IPv6 network is one address', async () => {
  const throttle = aThrottle();
  const from = (index: number) => ({
    username: `user-${index}`,
    address: `2001:db8:1:2::${index.toString(16)}`,
  });
  await failTimes(20, throttle, from);
  await expect(throttle.guard(from(99), succeeds)).rejects.toMatchObject({ status: 429 });
});

test('D21: a user is shut after fifty failures from anywhere, but not where they log in from', async () => {
  const throttle = aThrottle();
  const home = { username: 'ada', address: '198.51.100.1' };
  await throttle.guard(home, succeeds);
  await failTimes(50, throttle, (index) => ({ username: 'ada', address: `203.0.113.${index}` }));
  const elsewhere = { username: 'ada', address: '198.51.100.2' };
  await expect(throttle.guard(elsewhere, succeeds)).rejects.toMatchObject({ status: 429 });
  await expect(throttle.guard(home, succeeds)).resolves.toBe('in');
});

test('successes and refused hashes count for nothing', async () => {
  const throttle = aThrottle();
  const attempt = { username: 'ada', address: '203.0.113.7' };
  const breaks = async () => {
    throw new Error('busy');
  };
  for (let index = 0; index < 60; index += 1) await throttle.guard(attempt, succeeds);
  for (let index = 0; index < 60; index += 1) await throttle.guard(attempt, breaks).catch(() => {});
  await expect(throttle.guard(attempt, succeeds)).resolves.toBe('in');
});

test('D21: over HTTP too, with the time to wait; and a password change counts as a login does', async () => {
  const app = await startTestApp({ env: { isRateLimited: true } });
  await addAdmin(app);
  const ada = await loggedIn(app);
  // So many at once would otherwise meet the short queue of the hashes first.
  app.passwords.isRight = async () => false;
  const wrong = { currentPassword: 'wrong', newPassword: 'long enough' };
  const attempts = [
    ...Array.from({ length: 10 }, () => login(app, { ...ADMIN, password: 'wrong' })),
    ...Array.from({ length: 10 }, () => app.post('/api/admin/reset-password', wrong, ada)),
  ];
  await Promise.all(attempts);
  const { status, body, headers } = await login(app);
  expect(status).toBe(429);
  expect(body.message).toBe('Too many tries in a short time. Please wait a moment and try again.');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.get('/api/json/orders', ada)).status).toBe(200);
}, 15_000);
