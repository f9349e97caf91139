/**
 * `node pages.ts BASE CONNECTIONS SECONDS`: prints how many home pages per second the server sends. Every
 * response has as many bytes as the first, so they are only counted.
 */
import { connect, type Socket } from 'node:net';
import { once } from 'node:events';

const [base = '', connections = '32', seconds = '4'] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const REQUEST = `GET / HTTP/1.1\r\nHost: ${hostname}:${port}\r\nAccept-Encoding: br\r\n\r\n`;
/** Long enough for the whole first response to arrive. */
const FIRST_MS = 500;

const size = await sizeOfResponse();
await pagesPerSecond(1);
console.log(await pagesPerSecond(Number(seconds)));

async function sizeOfResponse(): Promise<number> {
  const socket = await open();
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  // The first one may be read from disk, and sent in another form.
  for (let tries = 0; tries < 2; tries += 1) {
    bytes = 0;
    socket.write(REQUEST);
    await new Promise((resolve) => setTimeout(resolve, FIRST_MS));
  }
  socket.destroy();
  return bytes;
}

async function pagesPerSecond(forSeconds: number): Promise<number> {
  const startedAt = performance.now();
  const until = startedAt + forSeconds * 1_000;
  const counts = await Promise.all(Array.from({ length: Number(connections) }, () => keepAsking(until)));
  const pages = counts.reduce((sum, count) => sum + count, 0);
  return pages / ((performance.now() - startedAt) / 1_000);
}

async function keepAsking(until: number): Promise<number> {
  const socket = await open();
  let pages = 0;
  let missing = size;
  socket.on('data', (chunk) => {
    missing -= chunk.length;
    if (missing > 0) return;
    if (missing < 0) throw new Error('A response was longer than the first one.');
    pages += 1;
    missing = size;
    if (performance.now() < until) socket.write(REQUEST);
    else socket.destroy();
  });
  socket.write(REQUEST);
  await once(socket, 'close');
  return pages;
}

async function open(): Promise<Socket> {
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  return socket;
}
