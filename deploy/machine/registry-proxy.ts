import { createServer, request } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream';

/**
 * A machine reaches the package registries of its host through this, and nothing else: it listens on the host's end of the
 * machine's only cable. Returns its port.
 */
export async function startProxy(address: string): Promise<{ port: number; stop: () => void }> {
  const server = createServer((asked, answer) => {
    const { hostname, port, pathname, search } = new URL(asked.url ?? '');
    const passed = request(
      { hostname, port: port || 80, path: pathname + search, method: asked.method, headers: asked.headers },
      (response) => {
        answer.writeHead(response.statusCode ?? 502, response.headers);
        pipeline(response, answer, () => {});
      },
    );
    passed.on('error', () => answer.destroy());
    pipeline(asked, passed, () => {});
  });
  server.on('connect', (asked, socket, head) => {
    const [host = '', port = '443'] = (asked.url ?? '').split(':');
    const upstream = connect({ port: Number(port), host, noDelay: true }, () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      upstream.write(head);
      socket.pipe(upstream).pipe(socket);
    });
    upstream.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
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
