import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below those that a system gives to a connection, or to a server that asks for any port, while a test uses this one. */
const [FIRST, END] = [10_000, 32_768];

/** A port on 127.0.0.1 that is free, and that no other test gets by chance. */
export async function freePort(): Promise<number> {
  const holder = createServer();
  const port = randomInt(FIRST, END);
  holder.listen(port, '127.0.0.1');
  try {
    await once(holder, 'listening');
  } catch {
    return freePort();
  }
  await new Promise<void>((resolve) => holder.close(() => resolve()));
  return port;
}
