import { pino } from 'pino';
import { expect, test } from 'vitest';
import { addAdmin, ADMIN, loggedIn, login } from '../../../test/fixtures/admin-fixtures.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

test('failed and blocked attempts are logged with address and name, never with a password', async () => {
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const app = await startTestApp({ log, env: { isRateLimited: true, trustProxyHops: 1 } });
  await addAdmin(app);
  const ada = await loggedIn(app);
  app.passwords.isRight = async () => false;
  const from = { 'x-forwarded-for': '203.0.113.7' };
  await login(app, { username: `ada\u001b[2K\u2028${'x'.repeat(100)}`, password: 'hunter-two' }, from);
  const change = { currentPassword: 'hunter-two', newPassword: 'hunter-three-and-four' };
  await app.post('/api/admin/reset-password', change, { ...ada, ...from });
  await Promise.all(Array.from({ length: 20 }, () => login(app, { ...ADMIN, password: 'hunter-two' }, from)));

  const security = lines.map((line) => JSON.parse(line)).filter((line) => line.security);
  expect(security.slice(0, 2)).toMatchObject([
    { level: 40, event: 'login-failed', address: '203.0.113.7', user: `ada[2K ${'x'.repeat(43)}` },
    { event: 'password-change-failed', address: '203.0.113.7', user: 'ada' },
  ]);
  expect(security.filter(({ event }) => event === 'login-failed')).toHaveLength(20);
  expect(security.filter(({ event }) => event === 'login-refused')).toHaveLength(1);
  expect(lines.join('')).not.toMatch(/hunter/);
});

test('a successful login is not logged', async () => {
  const lines: string[] = [];
  const log = pino({ base: undefined }, { write: (line: string) => void lines.push(line) });
  const app = await startTestApp({ log });
  await addAdmin(app);
  await loggedIn(app);
  expect(lines.join('')).toContain('/api/admin/login');
  expect(lines.join('')).not.toContain('security');
});
