import net, { type AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Holds a port like systemd: it stays open between two servers, and whoever comes then waits. */
export function holdPort() {
  // Only this makes a socket without accepting its connections.
  const { _createServerHandle: open } = net as unknown as {
    _createServerHandle(
      host: string,
      port: number,
      family: number,
    ): {
      fd: number;
      getsockname(address: Partial<AddressInfo>): number;
      close(): void;
    };
  };
  const handle = open('127.0.0.1', 0, 4);
  onTestFinished(() => handle.close());
  const address: Partial<AddressInfo> = {};
  handle.getsockname(address);
  return { fd: handle.fd, port: Number(address.port), base: `http://127.0.0.1:${address.port}` };
}
