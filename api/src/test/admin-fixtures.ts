import { createAdminStore } from '../session/admin-store.ts';
import type { TestApp } from './test-app.ts';

export const ADMIN = { username: 'ada', password: 'a quiet north window' };

export async function addAdmin(app: TestApp, { username, password } = ADMIN): Promise<void> {
  createAdminStore(app.db).insert(
    { username, password: await app.passwords.hash(password), email: `${username}@studio.example` },
    app.clock.now,
  );
}

/** What the browser would send back: every cookie with its value, as one header. */
export function cookieOf(headers: Headers): string {
  return headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');
}

export function login(app: TestApp, credentials = ADMIN, headers: Record<string, string> = {}) {
  return app.post('/api/admin/login', credentials, headers);
}

/** Headers of somebody who is logged in. The administrator must be there; see `addAdmin`. */
export async function loggedIn(app: TestApp, credentials = ADMIN): Promise<{ cookie: string }> {
  return { cookie: cookieOf((await login(app, credentials)).headers) };
}

export async function isLoggedIn(app: TestApp, headers: { cookie: string }): Promise<boolean> {
  return (await app.get('/api/admin/auth-status', headers)).body.isAuthenticated;
}
