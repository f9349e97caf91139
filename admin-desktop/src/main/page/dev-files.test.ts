import { expect, test } from 'vitest';
import { createDevFiles } from './page-handler.ts';
import { startStub } from '../test/stub-server.ts';

test('in development, files come from Vite, with a policy that allows hot updates', async () => {
  const vite = await startStub((_, response) =>
    response.writeHead(200, { 'content-type': 'text/javascript' }).end('export {}'),
  );
  const files = createDevFiles(vite.origin, fetch);
  const response = await files('GET', '/main.tsx?t=1');
  expect(await response.text()).toBe('export {}');
  expect(response.headers.get('content-type')).toBe('text/javascript');
  expect(response.headers.get('content-security-policy')).toContain(`ws://127.0.0.1:${vite.port}`);
  expect(vite.seen.map(({ url }) => url)).toEqual(['/main.tsx?t=1']);
});
