import { expect, test } from 'vitest';
import { startTestApp } from '../../test/shop/test-app.ts';

test('the body says only that the server is healthy; a header names the API version', async () => {
  const app = await startTestApp();
  const { status, headers, body } = await app.get('/api/health');
  expect(status).toBe(200);
  expect(body).toEqual({ status: 'ok' });
  expect(headers.get('northlight-version')).toBe('1');
});

test('an unwritable database is reported, still with the version', async () => {
  const app = await startTestApp();
  app.db.$client.exec('BEGIN');
  const { status, headers, body } = await app.get('/api/health');
  expect(status).toBe(503);
  expect(body.code).toBe('database_unavailable');
  expect(headers.get('northlight-version')).toBe('1');
  app.db.$client.exec('ROLLBACK');
});
