import { Validator } from '@seriousme/openapi-schema-validator';
import { allCalls } from '@northlight/shared/contracts/endpoints.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/shop/test-app.ts';

test('the document is valid OpenAPI and has every call', async () => {
  const app = await startTestApp();
  const { status, body } = await app.get('/api/openapi.json');
  expect(status).toBe(200);
  const { valid, errors } = await new Validator().validate(body);
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
  const described = Object.entries<object>(body.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(described.toSorted()).toEqual(allCalls.map((call) => call.replaceAll(/:(\w+)/g, '{$1}')).toSorted());
});

test('it documents the access, request and response of each call', async () => {
  const app = await startTestApp();
  const { paths, components } = (await app.get('/api/openapi.json')).body;
  const refund = paths['/api/admin/payments/{id}/refund'].post;
  expect(refund).toMatchObject({
    security: [{ session: [] }, { token: [] }],
    parameters: [{ name: 'id', in: 'path', required: true }],
    requestBody: { content: { 'application/json': { schema: { required: ['reason', 'refundKey'] } } } },
    responses: { 200: {}, 400: {}, 401: {}, 404: {} },
  });
  expect(paths['/api/promo-code'].post).toMatchObject({
    security: [],
    responses: { 429: { description: 'Too many calls. The limit: 30 calls a minute from one IP address.' } },
  });
  expect(paths['/api/json/orders.csv'].get.responses['200'].content).toHaveProperty('text/csv');
  expect(components.securitySchemes.session).toEqual({
    type: 'apiKey',
    in: 'cookie',
    name: 'northlight-session',
  });
});

test('each call has a group and the roles that may make it, and the old address of the page leads here', async () => {
  const app = await startTestApp();
  const { paths, tags, components } = (await app.get('/api/openapi.json')).body;
  expect(paths['/api/json/orders'].get).toMatchObject({
    tags: ['orders'],
    'x-roles': ['owner', 'staff', 'accountant'],
  });
  expect(paths['/api/admin/payments/{id}/refund'].post['x-roles']).toEqual(['owner']);
  expect(paths['/api/promo-code'].post).not.toHaveProperty('x-roles');
  const operations = Object.values<Record<string, { tags: string[] }>>(paths).flatMap((path) =>
    Object.values(path),
  );
  expect([...new Set(operations.flatMap((operation) => operation.tags))].toSorted()).toEqual(
    tags.map(({ name }: { name: string }) => name),
  );
  expect(components.securitySchemes.token).toMatchObject({ type: 'http', scheme: 'bearer' });
  const old = await fetch(`${app.base}/api/docs`, { redirect: 'manual' });
  expect([old.status, old.headers.get('location')]).toEqual([303, '/api/openapi.json']);
});
