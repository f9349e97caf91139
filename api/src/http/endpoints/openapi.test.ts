import { Validator } from '@seriousme/openapi-schema-validator';
import { allCalls, endpointOf } from '@northlight/shared/contracts/endpoints.ts';
import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import { expect, test } from 'vitest';
import { startTestApp } from '../../../test/shop/test-app.ts';
import { schemaRows } from './schema-rows.ts';

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

test('the page shows every call, runs no script and loads nothing', async () => {
  const app = await startTestApp();
  const response = await fetch(`${app.base}/api/docs`);
  const html = await response.text();
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  expect(html).not.toMatch(/<script|<link|style=|src=/);
  for (const call of allCalls)
    expect(html).toContain(`<code>${pathPattern(call).replaceAll(/:(\w+)/g, '{$1}')}</code>`);
  expect(html.match(/>Administrator</g)).toHaveLength(
    allCalls.filter((call) => endpointOf(call).access !== 'public').length,
  );
});

test('fields are listed with their path, and variants of a union as one', () => {
  const rows = schemaRows({
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        type: 'array',
        items: {
          oneOf: [
            {
              type: 'object',
              required: ['kind'],
              properties: { kind: { const: 'a' }, size: { type: 'number' } },
            },
            { type: 'object', required: ['kind'], properties: { kind: { const: 'b' } } },
          ],
        },
      },
      note: { anyOf: [{ type: 'string', maxLength: 2_000 }, { type: 'null' }] },
    },
  });
  expect(rows).toEqual([
    { name: 'items', type: 'list of objects', isRequired: true, note: '' },
    { name: 'items[].kind', type: '"a" or "b"', isRequired: true, note: '' },
    { name: 'items[].size', type: 'number', isRequired: false, note: '' },
    { name: 'note', type: 'string or null', isRequired: false, note: 'at most 2,000 characters' },
  ]);
});
