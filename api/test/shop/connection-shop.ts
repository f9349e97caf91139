import type { Env } from '../../src/base/settings/env.ts';
import { addAdmin, loggedIn } from '../fixtures/admin-fixtures.ts';
import { tempFolder } from '../fixtures/temp-folder.ts';
import { startTestApp } from './test-app.ts';

/** A shop at an address that providers can call, in the present, where an owner connects what it needs. */
export async function connectionShop(
  variables: Record<string, string> = {},
  env: Partial<Env> = {},
  options: Omit<NonNullable<Parameters<typeof startTestApp>[0]>, 'env'> = {},
) {
  const app = await startTestApp({
    ...options,
    env: { variables, publicUrl: 'https://shop.example.com', dataDir: tempFolder(), ...env },
  });
  // Signatures and tokens contain the current time.
  app.clock.now = new Date();
  await addAdmin(app);
  const cookie = await loggedIn(app);
  return {
    app,
    cookie,
    save: (id: string, body: object) => app.post(`/api/json/connections/${id}`, body, cookie),
    card: async (id: string) => {
      const { connections } = (await app.get('/api/json/connections', cookie)).body;
      return connections.find((one: { id: string }) => one.id === id);
    },
  };
}
