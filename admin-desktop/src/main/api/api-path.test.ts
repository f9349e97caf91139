import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { callAddress } from './proxy-request.ts';

const ORIGIN = 'https://shop.example.com:8443';

test('the path and query of a call stay unchanged', () => {
  expect(callAddress(ORIGIN, '/api/json/cases/ORD-10001')?.href).toBe(`${ORIGIN}/api/json/cases/ORD-10001`);
  expect(callAddress(ORIGIN, '/api/json/orders.csv?q=a%2Fb+c&x=?')?.href).toBe(
    `${ORIGIN}/api/json/orders.csv?q=a%2Fb+c&x=?`,
  );
});

test.each([
  '/api',
  '/api/',
  '/api//health',
  '/api/health/',
  '/api/../admin',
  '/api/./health',
  '/api/..',
  '/api/.env',
  '/api/%2e%2e/admin',
  '/api/json%2forders',
  '/api/json\\orders',
  '/api/json%5corders',
  '/api/health%00',
  '/api/health\0',
  '/api/health\n',
  '/api/ health',
  '/api/@evil.example/',
  '/api/http://evil.example/',
  '/api;x/health',
  '/API/health',
  '/apix/health',
  '//evil.example/api/health',
  'https://evil.example/api/health',
  '/admin',
  '',
])('%s is not an API call', (path) => {
  expect(callAddress(ORIGIN, path)).toBeNull();
});

test('every call stays on the same server and under /api', () => {
  const hostile = fc.oneof(
    fc.string(),
    fc.array(fc.integer({ min: 0, max: 0xffff })).map((codes) => String.fromCharCode(...codes)),
    fc
      .array(
        fc.constantFrom('/', '\\', '..', '.', '%2e', '%2f', 'api', '@', ':', '?', '#', '//', 'evil.example'),
      )
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(hostile, (tail) => {
      const address = callAddress(ORIGIN, `/api/${tail}`);
      if (!address) return;
      expect(address.origin).toBe(ORIGIN);
      expect(address.pathname).toMatch(/^\/api\/[\w-]/);
      expect(address.username + address.password + address.hash).toBe('');
    }),
  );
});
