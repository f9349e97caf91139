import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '../../base/log.ts';
import { inFull } from '../../../test/fixtures/long.ts';
import { ADMIN, cookieOf, loggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { logLines, TEST_NOW, testDatabase, type TestApp } from '../../../test/shop/test-app.ts';
import { createLoginThrottle, createSecurityLog } from './login-throttle.ts';
import { openConsole, appWithAdmin } from '../../../test/shop/admin-client.ts';

const fails = async () => null;
const succeeds = async () => 'in';

type Throttle = ReturnType<typeof aThrottle>;
type From = { username: string; address: string; device?: string };

/** Records delays instead of waiting. Reusing the database and clock simulates a restart. */
function aThrottle({ db = testDatabase(), clock = { now: TEST_NOW } } = {}) {
  onTestFinished(() => void db.$client.close());
  const waits: number[] = [];
  const { guard } = createLoginThrottle(
    { db, now: () => clock.now, securityLog: createSecurityLog(createLog('silent')) },
    true,
    async (milliseconds) => waits.push(milliseconds),
  );
  return {
    waits,
    db,
    clock,
    guard: <Result>(from: From, check: () => Promise<Result | null>) =>
      guard({ purpose: 'login', device: null, ...from }, check),
    after: (milliseconds: number) => {
      clock.now = new Date(clock.now.getTime() + milliseconds);
    },
  };
}

async function failTimes(count: number, { guard }: Throttle, from: (index: number) => From) {
  await Promise.allSettled(Array.from({ length: count }, (_, index) => guard(from(index), fails)));
}

test('the first three failures are answered at once, later ones after growing delays', async () => {
  const throttle = aThrottle();
  await failTimes(10, throttle, () => ({ username: 'ada', address: '203.0.113.7' }));
  expect(throttle.waits).toEqual([0, 0, 0, 250, 500, 1_000, 2_000, 4_000, 4_000, 4_000]);
});

/** Somebody at one address who tries many names. */
const names = (index: number) => ({ username: `user-${index}`, address: '203.0.113.7' });

test('delays follow a user across addresses, and an address across users', async () => {
  const byUser = aThrottle();
  await failTimes(5, byUser, (index) => ({ username: 'ada', address: `203.0.113.${index}` }));
  expect(byUser.waits).toEqual([0, 0, 0, 250, 500]);
  const byAddress = aThrottle();
  await failTimes(5, byAddress, names);
  expect(byAddress.waits).toEqual([0, 0, 0, 250, 500]);
});

test('an address is blocked after twenty failures, even simultaneous ones, and others are not', async () => {
  const throttle = aThrottle();
  await failTimes(20, throttle, names);
  const refusal = { status: 429, retryAfterSeconds: expect.any(Number) };
  await expect(throttle.guard(names(99), succeeds)).rejects.toMatchObject(refusal);
  await expect(throttle.guard({ ...names(99), address: '203.0.113.8' }, succeeds)).resolves.toBe('in');
});

test('a whole IPv6 network counts as one address', async () => {
  const throttle = aThrottle();
  const from = (index: number) => ({
    username: `user-${index}`,
    address: `2001:db8:1:2::${index.toString(16)}`,
  });
  await failTimes(20, throttle, from);
  await expect(throttle.guard(from(99), succeeds)).rejects.toMatchObject({ status: 429 });
});

const NEW_PLACE = { username: 'ada', address: '198.51.100.1' };
const threeStrangers = (index: number) => ({ username: 'ada', address: `203.0.113.${index % 3}` });

test('after fifty failures from anywhere, a new place has three tries, and more at a slow pace', async () => {
  const throttle = aThrottle();
  await failTimes(50, throttle, threeStrangers);
  await failTimes(3, throttle, () => NEW_PLACE);
  await expect(throttle.guard(NEW_PLACE, fails)).resolves.toBeNull();
  const soon = { status: 429, retryAfterSeconds: 5 };
  await expect(throttle.guard(NEW_PLACE, succeeds)).rejects.toMatchObject(soon);
  throttle.after(4_000);
  await expect(throttle.guard(NEW_PLACE, succeeds)).rejects.toMatchObject({ ...soon, retryAfterSeconds: 1 });
  throttle.after(1_000);
  await expect(throttle.guard(NEW_PLACE, succeeds)).resolves.toBe('in');
});

test('after 400 networks have guessed, the right password works from every new place, also after two typos', async () => {
  const throttle = aThrottle();
  for (let round = 0; round < 4; round += 1)
    await failTimes(100, throttle, (index) => ({ username: 'ada', address: `203.${round}.${index}.7` }));
  for (let place = 0; place < 25; place += 1) {
    const from = { username: 'ada', address: `198.51.${place}.1` };
    await failTimes(2, throttle, () => from);
    await expect(throttle.guard(from, succeeds)).resolves.toBe('in');
  }
});

test('whoever has a whole /48 or /24 gets three tries for it, not for each address', async () => {
  for (const address of [
    (index: number) => `2001:db8:7:${index}::1`,
    (index: number) => `192.0.2.${index}`,
  ]) {
    const throttle = aThrottle();
    await failTimes(50, throttle, threeStrangers);
    await failTimes(3, throttle, (index) => ({ username: 'ada', address: address(index) }));
    const next = { username: 'ada', address: address(99) };
    await expect(throttle.guard(next, fails)).resolves.toBeNull();
    await expect(throttle.guard(next, succeeds)).rejects.toMatchObject({ status: 429 });
  }
});

test('tries in line are checked one after the other, in the order in which they came', async () => {
  const throttle = aThrottle();
  await failTimes(50, throttle, threeStrangers);
  const checked: number[] = [];
  let running = 0;
  const before = throttle.waits.length;
  const tries = Array.from({ length: 200 }, (_, index) =>
    throttle.guard({ username: 'ada', address: `198.51.${index}.1` }, async () => {
      running += 1;
      checked.push(index);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return index;
    }),
  );
  const ends = await Promise.allSettled(tries);
  expect(running).toBe(0);
  // One waits for its turn, and 150 behind it. The rest is told to come again.
  expect(checked).toEqual(Array.from({ length: 151 }, (_, index) => index));
  expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(49);
  expect(throttle.waits.slice(before)).toEqual(Array.from({ length: 151 }, () => 100));
});

test('a few addresses that try constantly cannot use up all of a user’s attempts', async () => {
  const throttle = aThrottle();
  await failTimes(50, throttle, threeStrangers);
  for (let second = 0; second < 30; second += 1) {
    throttle.after(1_000);
    await failTimes(3, throttle, threeStrangers);
  }
  throttle.after(5_000);
  await failTimes(3, throttle, threeStrangers);
  await expect(throttle.guard(NEW_PLACE, succeeds)).resolves.toBe('in');
});

test('strangers’ failures do not touch a known device, not even those from its own address', async () => {
  const throttle = aThrottle();
  const home = { ...NEW_PLACE, device: 'device-1' };
  await failTimes(50, throttle, threeStrangers);
  await failTimes(20, throttle, () => NEW_PLACE);
  await expect(throttle.guard(NEW_PLACE, succeeds)).rejects.toMatchObject({ status: 429 });
  await expect(throttle.guard(home, fails)).resolves.toBeNull();
  await expect(throttle.guard(home, succeeds)).resolves.toBe('in');
  expect(throttle.waits.at(-1)).toBe(0);
});

test('a known device has a limit too, and is then treated as unknown', async () => {
  const throttle = aThrottle();
  const home = { ...NEW_PLACE, device: 'device-1' };
  await failTimes(20, throttle, () => home);
  await expect(throttle.guard(home, succeeds)).resolves.toBe('in');
  await failTimes(20, throttle, () => NEW_PLACE);
  await expect(throttle.guard(home, succeeds)).rejects.toMatchObject({ status: 429 });
});

test('failures survive a restart', async () => {
  const before = aThrottle();
  await failTimes(20, before, names);
  const after = aThrottle(before);
  await expect(after.guard(names(99), succeeds)).rejects.toMatchObject({
    status: 429,
    retryAfterSeconds: 15 * 60,
  });
});

test('successes and failed hash checks do not count', async () => {
  const throttle = aThrottle();
  const attempt = { username: 'ada', address: '203.0.113.7' };
  const breaks = async () => {
    throw new Error('busy');
  };
  for (let index = 0; index < 60; index += 1) await throttle.guard(attempt, succeeds);
  for (let index = 0; index < 60; index += 1) await throttle.guard(attempt, breaks).catch(() => {});
  await expect(throttle.guard(attempt, succeeds)).resolves.toBe('in');
});

test('over HTTP, the limit answers with the time to wait, and password changes count like logins', async () => {
  const app = await appWithAdmin({ env: { isRateLimited: true } });
  // Leaves out the known-device cookie, because known devices have their own limit.
  const { cookie } = await loggedIn(app);
  const ada = { cookie: cookie.replace(/; northlight-device=.*/, '') };
  // Skips hashing. Otherwise, so many simultaneous attempts would fill the short hash queue first.
  app.passwords.isRight = async () => false;
  const wrong = { currentPassword: 'wrong', newPassword: 'long enough' };
  const attempts = [
    ...Array.from({ length: 10 }, () => login(app, { ...ADMIN, password: 'wrong' })),
    ...Array.from({ length: 10 }, () => app.post('/api/admin/reset-password', wrong, ada)),
  ];
  await Promise.all(attempts);
  const { status, body, headers } = await login(app);
  expect(status).toBe(429);
  expect(body.message).toBe('Too many attempts. Please wait a moment and try again.');
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await app.get('/api/json/orders', ada)).status).toBe(200);
});

/** Skips hashing. Otherwise, so many simultaneous attempts would fill the short hash queue first. */
async function failLogins(app: TestApp, count: number, from: (index: number) => Record<string, string>) {
  const { isRight } = app.passwords;
  app.passwords.isRight = async () => false;
  await Promise.all(Array.from({ length: count }, (_, index) => login(app, ADMIN, from(index))));
  app.passwords.isRight = isRight;
}

test('the right password works from a new address while three others guess, and at once from a known device', async () => {
  const app = await appWithAdmin({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const from = (address: string, cookie = '') => ({ 'x-forwarded-for': address, cookie });
  const device = await loggedIn(app);
  await failLogins(app, 50, (index) => from(`203.0.113.${index % 3}`));

  expect((await login(app, ADMIN, from('198.51.100.1'))).status).toBe(200);
  const known = device.cookie.split('; ').find((cookie) => cookie.startsWith('northlight-device')) ?? '';
  expect((await login(app, ADMIN, from('203.0.113.1', known))).status).toBe(200);
  const forged = known.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'));
  expect((await login(app, ADMIN, from('203.0.113.9', forged))).status).toBe(200);
  expect((await login(app, ADMIN, from('203.0.113.9', forged))).status).toBe(429);
});

const PLACES = inFull(3, 1);

test(
  'an owner on a new device waits for one line at most while strangers from ever new networks keep guessing',
  { tags: ['long'] },
  async () => {
    const app = await appWithAdmin({ env: { isRateLimited: true, trustProxyHops: 1 } });
    let network = 0;
    let checked = 0;
    const ended = new AbortController();
    const from = () => {
      network += 1;
      return { 'x-forwarded-for': `10.${network % 250}.${Math.floor(network / 250)}.1` };
    };
    const wrong = { ...ADMIN, password: 'a wrong window' };
    const guess = async () => {
      while (!ended.signal.aborted) if ((await login(app, wrong, from())).status === 401) checked += 1;
    };
    const flood = Array.from({ length: 20 }, guess);
    await expect.poll(() => network).toBeGreaterThan(70);
    for (let place = 0; place < PLACES; place += 1) {
      const before = checked;
      expect((await login(app, ADMIN, { 'x-forwarded-for': `198.51.${place}.1` })).status).toBe(200);
      // At most 150 wait in line, a tenth of a second each.
      expect(checked - before).toBeLessThanOrEqual(150);
    }
    ended.abort();
    await Promise.all(flood);
  },
);

test('changing the password makes every other device unknown', async () => {
  const app = await appWithAdmin({ env: { isRateLimited: true, trustProxyHops: 1 } });
  const [here, there] = [await loggedIn(app), await loggedIn(app)];
  const newPassword = 'a brighter window';
  const changed = await app.post(
    '/api/admin/reset-password',
    { currentPassword: ADMIN.password, newPassword },
    here,
  );
  await failLogins(app, 20, () => ({}));
  const again = { ...ADMIN, password: newPassword };
  expect((await login(app, again, there)).status).toBe(429);
  expect((await login(app, again, { cookie: cookieOf(changed.headers) })).status).toBe(200);
});

test('failed and blocked attempts are logged with address and name, never with a password', async () => {
  const { log, text, entries } = logLines();
  const { app, cookie: ada } = await openConsole({ log, env: { isRateLimited: true, trustProxyHops: 1 } });
  app.passwords.isRight = async () => false;
  const from = { 'x-forwarded-for': '203.0.113.7' };
  await login(app, { username: `ada\u001b[2K\u2028${'x'.repeat(100)}`, password: 'hunter-two' }, from);
  const change = { currentPassword: 'hunter-two', newPassword: 'hunter-three-and-four' };
  await app.post('/api/admin/reset-password', change, { ...ada, ...from });
  await Promise.all(Array.from({ length: 20 }, () => login(app, { ...ADMIN, password: 'hunter-two' }, from)));

  const security = entries().filter((line) => line.security);
  expect(security.slice(0, 2)).toMatchObject([
    { level: 40, event: 'login-failed', address: '203.0.113.7', user: `ada[2K ${'x'.repeat(43)}` },
    { event: 'password-change-failed', address: '203.0.113.7', user: 'ada' },
  ]);
  expect(security.filter(({ event }) => event === 'login-failed')).toHaveLength(20);
  expect(security.filter(({ event }) => event === 'login-refused')).toHaveLength(1);
  expect(text()).not.toMatch(/hunter/);
});

test('a successful login is not logged', async () => {
  const { log, text } = logLines();
  await openConsole({ log });
  expect(text()).toContain('/api/admin/login');
  expect(text()).not.toContain('security');
});
