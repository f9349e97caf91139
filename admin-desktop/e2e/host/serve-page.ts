import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { PAGE_ORIGIN } from '../../src/main/page/page-address.ts';

type Handle = (request: Request) => Promise<Response>;

/** Replaces Electron between the page and the protocol handler. Passes every HTTP request to the handler. */
export async function servePage(handle: Handle) {
  const server = createServer((incoming, outgoing) => {
    void answer(handle, incoming, outgoing).catch((error: unknown) => {
      if (!outgoing.headersSent) outgoing.writeHead(500).end(String(error));
      else outgoing.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(handle: Handle, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const { method = 'GET', url = '/' } = incoming;
  const hangingUp = new AbortController();
  outgoing.once('close', () => hangingUp.abort());
  const request = new Request(PAGE_ORIGIN + url, {
    method,
    headers: Object.entries(incoming.headers).flatMap(([name, value]): [string, string][] =>
      typeof value === 'string' && !CONNECTION.has(name) ? [[name, value]] : [],
    ),
    ...((method === 'POST' || method === 'PATCH') && {
      body: Readable.toWeb(incoming) as ReadableStream,
      duplex: 'half',
    }),
    signal: hangingUp.signal,
  });
  const { status, headers, body } = await handle(request);
  outgoing.writeHead(status, [...headers].flat());
  outgoing.flushHeaders();
  const reader = body?.getReader();
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
    outgoing.write(piece.value);
  outgoing.end();
}

/** Headers of the HTTP connection, which are not passed to the handler. */
const CONNECTION = new Set(['connection', 'content-length', 'host', 'keep-alive', 'transfer-encoding']);
