import { expect, test } from 'vitest';
import { dropVariables, reasonNotToStart } from './command-line-guard.ts';

test('a packaged app rejects command-line switches that weaken it', () => {
  expect(reasonNotToStart(() => false)).toBeNull();
  expect(reasonNotToStart((name) => name === 'no-sandbox')).toContain('.deb package');
  for (const name of ['remote-debugging-port', 'disable-web-security', 'ignore-certificate-errors'])
    expect(reasonNotToStart((asked) => asked === name)).toContain(`--${name}`);
});

test('environment variables that weaken TLS are removed, and others stay', () => {
  const variables = { NODE_TLS_REJECT_UNAUTHORIZED: '0', NODE_DEBUG: 'http', HOME: '/home/ada' };
  dropVariables(variables);
  expect(variables).toEqual({ HOME: '/home/ada' });
});
