import { createServer, type AddressInfo } from 'node:net';

/** A port on 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const holder = createServer();
  await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
  const { port } = holder.address() as AddressInfo;
  await new Promise<void>((resolve) => holder.close(() => resolve()));
  return port;
}
