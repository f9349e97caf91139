import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

type Seen = { method: string; url: string; headers: IncomingHttpHeaders; body: string };

/** A server with the test's own responses. It records its requests and stops when the test ends. */
export async function startStub(answer: RequestListener) {
  const seen: Seen[] = [];
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      seen.push({ method, url, headers, body: Buffer.concat(pieces).toString() });
      answer(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${port}`, port, seen };
}

export type Answer = { status?: number; headers?: Record<string, string | string[]>; body?: string };

/** Answers health and about like a Northlight server, and everything else with `answer`. */
export const startStubShop = (answer: Answer | RequestListener = {}) =>
  startStub((request, response) => {
    if (request.url === '/api/health') {
      response.writeHead(200, { 'content-type': 'application/json', 'northlight-version': '1' });
      response.end('{"status":"ok"}');
    } else if (request.url === '/api/about') {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end('{"businessName":"Stub","businessEmail":"a@stub.example","apiVersion":1}');
    } else if (typeof answer === 'function') answer(request, response);
    else {
      const { status = 200, headers = {}, body = '{"success":true}' } = answer;
      response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', ...headers });
      response.end(body);
    }
  });
