import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Served } from '../e2e/support/own-server.ts';

const HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  '<meta name="description" content="An empty page."><link rel="icon" href="data:,"><title>Empty</title><main>Empty</main>';

/** A nearly empty page, to measure the overhead of the machine and the tool. */
export async function serveEmptyPage(): Promise<Served> {
  const server = createServer(({ url }, response) => {
    response.statusCode = url === '/' ? 200 : 404;
    response.setHeader('Content-Type', 'text/html').end(HTML);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()));
  return { origin: `http://localhost:${port}`, printed: () => '', stop };
}
