import { expect, test } from 'vitest';
import { aDraft } from '../../../test/fixtures/factories.ts';
import { checkOut } from '../../../test/shop/purchase-steps.ts';
import { rawRequest } from '../../../test/shop/raw-request.ts';
import { writesSoFar } from '../../../test/fixtures/rows.ts';
import { startTestApp } from '../../../test/shop/test-app.ts';

const FOREIGN: Record<string, string>[] = [
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:3001' },
  { origin: 'https://localhost:3000' },
  { origin: 'http://localhost:3000.evil.example' },
  { origin: 'http://evil.example/http://localhost:3000' },
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { origin: 'http://localhost:3000', 'sec-fetch-site': 'cross-site' },
  { origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://evil.example', host: 'evil.example' },
  { origin: 'http://evil.example', 'x-forwarded-host': 'evil.example' },
];
const OWN: Record<string, string>[] = [
  {},
  { origin: 'http://localhost:3000' },
  { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-origin' },
  { origin: 'http://[::1]:3000' },
  { 'sec-fetch-site': 'same-origin' },
  { 'sec-fetch-site': 'none' },
];
const promo = { promoCode: 'SAVE50' };

const send = (base: string, headers: Record<string, string>) =>
  rawRequest(base, {
    method: 'POST',
    path: '/api/promo-code',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(promo),
  });

test.each(FOREIGN)('a write with %j is refused', async (headers) => {
  const app = await startTestApp();
  const { status, text } = await send(app.base, headers);
  expect(status).toBe(403);
  expect(JSON.parse(text)).toMatchObject({
    code: 'foreign_origin',
    message: 'Requests from other websites aren’t allowed.',
  });
});

test.each(OWN)('a write with %j is accepted', async (headers) => {
  const app = await startTestApp();
  expect((await send(app.base, headers)).status).toBe(200);
});

test('with a public address, only that origin is accepted', async () => {
  const app = await startTestApp({ env: { publicUrl: 'https://shop.example.com' } });
  expect((await send(app.base, { origin: 'https://shop.example.com' })).status).toBe(200);
  for (const origin of [
    'http://shop.example.com',
    'https://example.com',
    'http://localhost:3000',
    app.base,
  ]) {
    expect((await send(app.base, { origin })).status, origin).toBe(403);
  }
});

test('a write from another site stores nothing', async () => {
  const app = await startTestApp();
  const before = writesSoFar(app.db);
  const headers = { origin: 'https://evil.example' };
  await app.post('/api/create-payment-intent', { amount: 149, ...aDraft() }, headers);
  expect(writesSoFar(app.db)).toBe(before);
  expect((await checkOut(app, aDraft({ serviceTypes: ['voice'] }))).status).toBe(200);
});

test('other sites can send reads but cannot read the response', async () => {
  const app = await startTestApp();
  const { status, headers } = await app.get('/api/payment-mode', { origin: 'https://evil.example' });
  expect(status).toBe(200);
  expect(headers.get('access-control-allow-origin')).toBeNull();
});
