import { expect, test } from 'vitest';
import { CallError, failureText } from '../contracts/call-error.ts';
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

test('calls go to the contract’s paths and give the answer', async () => {
  const { client, requests } = clientThatGets(200, '{"isAuthenticated":true}');
  expect(await client.authStatus()).toEqual({ isAuthenticated: true });
  const login = { username: 'ada', password: 'secret' };
  await client.logIn(login);
  await client.orders();
  expect(requests).toEqual([
    { method: 'GET', path: '/api/admin/auth-status' },
    { method: 'POST', path: '/api/admin/login', body: login },
    { method: 'GET', path: '/api/json/orders' },
  ]);
});

test('a refusal fails with "status: body" and keeps what the server says to people', async () => {
  const body = '{"message":"Invalid credentials"}';
  const error = await failureOf(clientThatGets(401, body).client.authStatus());
  expect(error.message).toBe(`401: ${body}`);
  expect(failureText(error, 'mute', 'unreachable')).toBe('Invalid credentials');
  expect(isLoggedOut(error)).toBe(true);
});

test('without a body the status text stands in', async () => {
  const error = await failureOf(clientThatGets(502, '', 'Bad Gateway').client.orders());
  expect(error.message).toBe('502: Bad Gateway');
  expect(failureText(error, 'mute', 'unreachable')).toBe('mute');
  expect(isLoggedOut(error)).toBe(false);
});

test('no answer, and one that nobody can read, are failures too', async () => {
  const silent = createAdminClient(() => Promise.reject(new TypeError('Failed to fetch')));
  const error = await failureOf(silent.orders());
  expect(error.status).toBe(0);
  expect(failureText(error, 'mute', 'unreachable')).toBe('unreachable');
  const page = await failureOf(clientThatGets(200, '<html>').client.orders());
  expect(failureText(page, 'mute', 'unreachable')).toBe('mute');
});
