import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createFaults, type Fault } from './faults.ts';

export type WireCall = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  body: string;
  fault: Fault | undefined;
};

/** A string is sent as it is, with the content type from `headers`. Anything else is sent as JSON. */
export type WireAnswer = { status: number; headers?: Record<string, string>; body?: unknown };

type Provider = {
  port: number;
  /** Works synchronously, so the records have changed when it returns. */
  answer: (call: WireCall) => WireAnswer;
  tooMany: () => WireAnswer;
};

/** The shop's pages call the provider from their own origin. */
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST, OPTIONS',
};

/** The shared part of all fake payment providers: a server with faults that records its requests. */
export async function startFakeProvider({ port, answer, tooMany }: Provider) {
  const requests: WireCall[] = [];
  const faults = createFaults();
  const planned: { on: RegExp; answer: WireAnswer }[] = [];
  const state: {
    /** The latency in each direction. */
    latencyMs?: (() => number) | undefined;
    /** Awaited when the records have changed but no response or event has been sent yet. */
    beforeAnswer?: ((call: WireCall, answer: WireAnswer) => Promise<void> | void) | undefined;
  } = {};

  const pause = async () => state.latencyMs && delay(state.latencyMs());

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = await read(request);
    const isAside = call.method === 'OPTIONS' || call.path === '/favicon.ico';
    if (isAside) return void response.writeHead(204, CORS).end();
    call.fault = faults.draw(`${call.method} ${call.path}`, 'authorization' in call.headers);
    requests.push(call);
    if (call.fault === 'silent') return;
    if (call.fault === 'hangs up') return void response.destroy();
    if (call.fault === 'busy') return send(response, tooMany());
    if (call.fault === 'slow') await delay(faults.slowMs);
    await pause();
    const index = planned.findIndex(({ on }) => on.test(`${call.method} ${call.path}`));
    // A copy, because some answers are shared and tests change them.
    const given = { ...(planned.splice(index, index < 0 ? 0 : 1)[0]?.answer ?? answer(call)) };
    await pause();
    await state.beforeAnswer?.(call, given);
    if (call.fault === 'acts, then is silent') return;
    if (call.fault === 'acts, then hangs up') return void response.destroy();
    if (call.fault === 'acts, then answers with HTML')
      return send(response, html(200, '<h1>Please wait</h1>'));
    if (call.fault === 'acts, then cuts the answer') return send(response, cut(given));
    send(response, given);
  }

  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    serve(request, response).catch((fault: unknown) => {
      errors.push(fault);
      response.destroy();
    });
  });
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const address = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${address.port}`,
    requests,
    faults,
    state,
    /** Sets the response to the next call whose `METHOD /path` matches. That call does nothing else. */
    answerNext: (on: RegExp, answer: WireAnswer): void => void planned.push({ on, answer }),
    /** Errors in the fake itself. Look here if a test fails for no apparent reason. */
    errors,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const html = (status: number, body: string): WireAnswer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width">${body}</html>`,
});

/** After a form is posted, the browser continues with a GET. */
export const seeOther = (location: string): WireAnswer => ({ status: 303, headers: { location }, body: '' });

/** Valid HTTP, but half of the JSON. */
function cut({ status, body }: WireAnswer): WireAnswer {
  const whole = typeof body === 'string' ? body : (JSON.stringify(body) ?? '');
  const headers = { 'content-type': 'application/json' };
  return { status, headers, body: whole.slice(0, whole.length / 2) };
}

async function read(request: IncomingMessage): Promise<WireCall> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider');
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: await text(request),
    fault: undefined,
  };
}

function send(response: ServerResponse, { status, headers, body }: WireAnswer): void {
  const isText = typeof body === 'string';
  response.writeHead(status, { ...CORS, ...(!isText && { 'content-type': 'application/json' }), ...headers });
  response.end(isText ? body : JSON.stringify(body));
}
