import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { startTestApp } from './test-app.ts';

type Options = Parameters<typeof startTestApp>[0];

export async function appWithAdmin(options: Options = {}) {
  const app = await startTestApp(options);
  await addAdmin(app);
  return app;
}

/** A server with a logged-in administrator. `see` and `act` make calls as that administrator. */
export async function openConsole(options: Options = {}) {
  const app = await appWithAdmin(options);
  const cookie = await loggedIn(app);
  return {
    app,
    cookie,
    see: async (path: string) => (await app.get(path, cookie)).body,
    act: (path: string, body: object) => app.post(path, body, cookie),
  };
}

export const LISTS = {
  website: '/api/json/form-submissions',
  voice: '/api/json/voice-agent-submissions',
  onhold: '/api/json/on-hold-submissions',
};
