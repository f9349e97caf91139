import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { rawJson, rawRequest } from '../../../test/shop/raw-request.ts';
import { writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const PATH = '/api/create-payment-intent';
const LIMIT = 256 * 1_024;

const padded = (bytes: number) => {
  const text = JSON.stringify({ amount: 1, note: '' });
  return text.replace('""', `"${'x'.repeat(bytes - text.length)}"`);
};

test('a body of 256 KB is accepted, one byte more answers 413', async () => {
  const app = await startTestApp();
  expect((await rawJson(app.base, PATH, padded(LIMIT))).status).toBe(200);
  const { status, text } = await rawJson(app.base, PATH, padded(LIMIT + 1));
  expect(status).toBe(413);
  expect(JSON.parse(text)).toMatchObject({
    code: 'body_too_large',
    message: expect.stringContaining('Shorten your text'),
  });
});

test('the limit also applies to bodies without a length and to compressed ones', async () => {
  const app = await startTestApp();
  const headers = { 'content-type': 'application/json' };
  const chunked = { ...headers, 'transfer-encoding': 'chunked' };
  const large = await rawRequest(app.base, {
    method: 'POST',
    path: PATH,
    headers: chunked,
    body: padded(LIMIT + 1),
  });
  expect(large.status).toBe(413);
  const packed = gzipSync(padded(LIMIT * 40));
  expect(packed.length).toBeLessThan(LIMIT);
  const bomb = await rawRequest(app.base, {
    method: 'POST',
    path: PATH,
    headers: { ...headers, 'content-encoding': 'gzip' },
    body: packed,
  });
  expect(bomb.status).toBe(413);
});

test.each([
  ['broken JSON', '{"amount":', 'application/json', {}],
  ['a bare word', 'amount', 'application/json', {}],
  ['a form', 'amount=149', 'application/x-www-form-urlencoded', {}],
  ['text that looks like JSON', '{"amount":149}', 'text/plain', {}],
  ['no content type', '{"amount":149}', '', {}],
  ['another JSON type', '{"amount":149}', 'application/vnd.api+json', {}],
  ['gzip that is none', '{"amount":149}', 'application/json', { 'content-encoding': 'gzip' }],
  ['an unknown packing', '{"amount":149}', 'application/json', { 'content-encoding': 'lzma' }],
  ['nothing', '', 'application/json', {}],
  ['a multipart upload', '--x\r\n\r\n--x--', 'multipart/form-data; boundary=x', {}],
] as const)('%s answers 400 with a message and stores nothing', async (_name, body, type, more) => {
  const app = await startTestApp();
  const before = writesSoFar(app.db);
  const { status, text } = await rawRequest(app.base, {
    method: 'POST',
    path: PATH,
    headers: { ...(type && { 'content-type': type }), 'content-length': String(body.length), ...more },
    body,
  });
  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    success: false,
    code: 'bad_input',
    message: expect.stringMatching(/\w/),
  });
  expect(writesSoFar(app.db)).toBe(before);
});

test('JSON with a charset is accepted', async () => {
  const app = await startTestApp();
  const utf8 = { 'content-type': 'application/json; charset=utf-8' };
  expect((await rawJson(app.base, PATH, '{"amount":149}', utf8)).status).toBe(200);
});

test('invalid input names its fields, nested ones too, with the first message on top', async () => {
  const app = await startTestApp();
  const { status, body } = await app.post(PATH, {
    amount: 149,
    ...aDraft({ firstName: ' ', email: 'nobody' }),
    addons: [{ serviceId: 'website', addonId: 'revisions', price: 'free' }],
  });
  expect(status).toBe(400);
  expect(body).toEqual({
    success: false,
    code: 'bad_input',
    message: body.error,
    error: expect.any(String),
    fields: {
      firstName: ['First name is required'],
      email: ['Please enter a valid email'],
      'addons.0.price': ['Price must be a number'],
    },
    requestId: expect.stringMatching(/^[\da-f-]{36}$/),
  });
  expect(Object.values(body.fields).flat()).toContain(body.message);
});

test('an unexpected error only shows a request ID, which is also in the log', async () => {
  const app = await startTestApp();
  app.db.$client.exec('ALTER TABLE promo_codes RENAME TO secret_detail');
  const { status, headers, body } = await app.post('/api/promo-code', { promoCode: 'SAVE50' });
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('promo_codes');
  expect(body).toMatchObject({ code: 'unexpected', message: expect.stringContaining('try again') });
  expect(headers.get('x-request-id')).toBe(body.requestId);
});

test('API responses are never cached and have the security headers', async () => {
  const app = await startTestApp();
  const { headers } = await app.get('/api/health');
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
  expect(headers.get('x-powered-by')).toBeNull();
  expect(headers.get('strict-transport-security')).toBeNull();
  const secure = await startTestApp({ env: { publicUrl: 'https://shop.example.com' } });
  expect((await secure.get('/api/health')).headers.get('strict-transport-security')).toMatch(
    /^max-age=\d{7,}/,
  );
});

test.each([
  ['addons', {}],
  ['serviceTypes', 1],
])('a list of 80,000 wrong %s is invalid input, not a server error', async (field, entry) => {
  const app = await startTestApp();
  const list = Array<unknown>(80_000).fill(entry);
  const { status, body } = await app.post(PATH, { amount: 149, ...aDraft(), [field]: list });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ [field]: ['Please send no more than 1000 entries'] });
});
