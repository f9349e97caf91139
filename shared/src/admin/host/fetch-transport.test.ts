import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchTransport } from './fetch-transport.ts';

/** The header that marks calls caused by a user action. */
async function byPerson(userActivation: { isActive: boolean } | undefined): Promise<string | null> {
  const seen: RequestInit[] = [];
  vi.stubGlobal('navigator', { userActivation });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    seen.push(init);
    return new Response('{}');
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  await fetchTransport({ method: 'GET', path: '/api/json/overview' });
  return new Headers(seen[0]?.headers).get('northlight-by-person');
}

test('a call caused by a person is marked, a call by the page itself is not', async () => {
  expect(await byPerson({ isActive: true })).toBe('yes');
  expect(await byPerson({ isActive: false })).toBeNull();
});

test('a browser without user activation sends no mark', async () => {
  expect(await byPerson(undefined)).toBeNull();
});
