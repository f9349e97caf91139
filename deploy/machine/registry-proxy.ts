import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream';

/**
 * A machine reaches the package registries of its host through this, and nothing else: it listens on the host's end of the
 * machine's only cable. It passes on what is asked of Debian's mirror, and answers as an npm registry that remembers, since
 * every machine asks for the same packages. Returns its port.
 */
export async function startProxy(address: string, registry: string, cache: string) {
  mkdirSync(cache, { recursive: true });
  const server = createServer((asked, answer) => {
    const { url = '/' } = asked;
    if (!url.startsWith('/')) return passOn(asked, answer);
    answerFrom(registry, cache, asked).then(
      ({ status, type, body }) => answer.writeHead(status, { 'content-type': type }).end(body),
      (error: unknown) => answer.writeHead(502).end(String(error)),
    );
  });
  await new Promise<void>((done) => server.listen(0, address, done));
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

function passOn(asked: IncomingMessage, answer: ServerResponse): void {
  const { hostname, port, pathname, search } = new URL(asked.url ?? '');
  const { method, headers } = asked;
  const passed = request(
    { hostname, port: port || 80, path: pathname + search, method, headers },
    (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers);
      pipeline(response, answer, () => {});
    },
  );
  passed.on('error', () => answer.destroy());
  pipeline(asked, passed, () => {});
}

async function answerFrom(registry: string, cache: string, { url = '/', headers }: IncomingMessage) {
  const accept = headers.accept ?? '*/*';
  const file = join(cache, createHash('sha256').update(`${url} ${accept}`).digest('hex'));
  if (existsSync(`${file}.type`))
    return { status: 200, type: readFileSync(`${file}.type`, 'utf8'), body: readFileSync(file) };
  const response = await fetch(new URL(url, registry), { headers: { accept } });
  const body = Buffer.from(await response.arrayBuffer());
  const type = response.headers.get('content-type') ?? 'application/octet-stream';
  if (response.ok) {
    // Several machines may ask at once.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, body);
    renameSync(draft, file);
    writeFileSync(`${file}.type`, type);
  }
  return { status: response.status, type, body };
}
