import { expect, test } from 'vitest';
import { AboutResponse, API_VERSION } from '@northlight/shared/contracts/operations.ts';
import { startTestApp, testEnv } from '../../../test/shop/test-app.ts';

test('anyone can read the business name and the API version', async () => {
  const business = { ...testEnv().business, name: 'Marlow Bicycles', email: 'ada@marlow-bicycles.example' };
  const app = await startTestApp({ env: { business } });
  const { status, headers, body } = await app.get('/api/about');
  expect(status).toBe(200);
  expect(body).toEqual({
    businessName: 'Marlow Bicycles',
    businessEmail: 'ada@marlow-bicycles.example',
    apiVersion: API_VERSION,
  });
  expect(AboutResponse.parse(body)).toEqual(body);
  expect(headers.getSetCookie()).toEqual([]);
});
