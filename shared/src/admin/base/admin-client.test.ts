import { expect, test } from 'vitest';
import { CallError, failureText } from '../../contracts/call-error.ts';
import { createAdminClient, isLoggedOut, type AdminRequest } from './admin-client.ts';

function clientThatGets(status: number, text: string, statusText = '') {
  const requests: AdminRequest[] = [];
  const client = createAdminClient(async (request) => {
    requests.push(request);
    return { status, statusText, text };
  });
  return { client, requests };
}

async function failureOf(call: Promise<unknown>): Promise<CallError> {
  const error = await call.catch((thrown: unknown) => thrown);
  if (!(error instanceof CallError)) throw new Error('Expected an CallError');
  return error;
}

test('calls use the contract’s paths and return the response', async () => {
  const { client, requests } = clientThatGets(200, '{"isAuthenticated":true}');
  expect(await client.get('/api/admin/auth-status')).toEqual({ isAuthenticated: true });
  const login = { username: 'ada', password: 'secret' };
  await client.call('POST /api/admin/login', { body: login });
  expect(requests).toEqual([
    { method: 'GET', path: '/api/admin/auth-status' },
    { method: 'POST', path: '/api/admin/login', body: login },
  ]);
});

test('an action on an order names it in the path', async () => {
  const { client, requests } = clientThatGets(200, '{"success":true,"message":"Done"}');
  await client.call('POST /api/admin/cases/:orderNumber/notes', {
    params: { orderNumber: '../ORD-1?' },
    body: { text: 'Call' },
  });
  await client.call('POST /api/admin/cases/:orderNumber/work-status', {
    params: { orderNumber: 'ORD-10001' },
    body: { workStatus: 'delivered', workVersion: 3 },
  });
  const sendAgain = 'POST /api/admin/messages/:id/send-again';
  await client.call(sendAgain, { params: { id: 7 } });
  await client.call(sendAgain, { params: { id: 7 }, body: { recipient: 'ada@marlow-bicycles.example' } });
  await client.call('POST /api/admin/submissions/:form/:id/release', { params: { form: 'onhold', id: 3 } });
  expect(requests.map(({ path, body }) => [path, body])).toEqual([
    ['/api/admin/cases/..%2FORD-1%3F/notes', { text: 'Call' }],
    ['/api/admin/cases/ORD-10001/work-status', { workStatus: 'delivered', workVersion: 3 }],
    ['/api/admin/messages/7/send-again', {}],
    ['/api/admin/messages/7/send-again', { recipient: 'ada@marlow-bicycles.example' }],
    ['/api/admin/submissions/onhold/3/release', {}],
  ]);
});

test('a rejection fails with "status: body" and keeps the server’s message', async () => {
  const body = '{"message":"Invalid credentials"}';
  const error = await failureOf(clientThatGets(401, body).client.get('/api/admin/auth-status'));
  expect(error.message).toBe(`401: ${body}`);
  expect(failureText(error, 'mute', 'unreachable')).toBe('Invalid credentials');
  expect(isLoggedOut(error)).toBe(true);
});

test('an OK status with a failure in its body is a rejection', async () => {
  const body = '{"success":false,"message":"The list is being repaired."}';
  const error = await failureOf(clientThatGets(200, body).client.get('/api/json/orders'));
  expect(failureText(error, 'mute', 'unreachable')).toBe('The list is being repaired.');
});

test('without a body, the status text is used', async () => {
  const error = await failureOf(clientThatGets(502, '', 'Bad Gateway').client.get('/api/json/orders'));
  expect(error.message).toBe('502: Bad Gateway');
  expect(failureText(error, 'mute', 'unreachable')).toBe('mute');
  expect(isLoggedOut(error)).toBe(false);
});

test('no response and an unreadable one are errors too', async () => {
  const silent = createAdminClient(() => Promise.reject(new TypeError('Failed to fetch')));
  const error = await failureOf(silent.get('/api/json/orders'));
  expect(error.status).toBe(0);
  expect(failureText(error, 'mute', 'unreachable')).toBe('unreachable');
  const page = await failureOf(clientThatGets(200, '<html>').client.get('/api/json/orders'));
  expect(failureText(page, 'mute', 'unreachable')).toBe('mute');
});

test('cached responses are marked by path until the server answers again', async () => {
  let asOf: string | undefined = '2026-11-21T10:12:00.000Z';
  const client = createAdminClient(async () => ({ status: 200, statusText: '', text: '{}', asOf }));
  expect(client.asOf('/api/json/orders')).toBeUndefined();
  await client.get('/api/json/orders');
  expect(client.asOf('/api/json/orders')).toBe('2026-11-21T10:12:00.000Z');
  expect(client.asOf('/api/json/orders?q=tea')).toBeUndefined();
  asOf = undefined;
  await client.get('/api/json/orders');
  expect(client.asOf('/api/json/orders')).toBeUndefined();
});

test('a host with a cache is asked for cached data; a browser is not', async () => {
  const requests: AdminRequest[] = [];
  let status = 200;
  const send = async (request: AdminRequest) => {
    requests.push(request);
    return { status, statusText: '', text: status === 200 ? '{"total":3}' : '' };
  };
  const client = createAdminClient(send, { hasCache: true });
  expect(await client.getCached('/api/json/orders')).toEqual({ total: 3 });
  status = 204;
  expect(await client.getCached('/api/json/orders')).toBeNull();
  expect(requests[0]).toEqual({ method: 'GET', path: '/api/json/orders', isCacheOnly: true });
  expect(await createAdminClient(send).getCached('/api/json/orders')).toBeNull();
  expect(requests).toHaveLength(2);
});
