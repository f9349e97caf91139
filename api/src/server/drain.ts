import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** Requests sent just before the end may still be on their way or unread. */
const ARRIVING_MS = 100;
/** With an endless stream of new clients, stop accepting after this long. */
const LONGEST_ARRIVING_MS = 2_000;
const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Prepares a graceful shutdown that answers every request it received. The returned function ends the server
 * and resolves when all connections are closed. A client that never finishes its request can prevent that.
 * With `hasSuccessor`, the port stays open and the next process answers whoever has not been accepted yet.
 */
export function drainable(server: Server, hasSuccessor = false): () => Promise<void> {
  let isEnding = false;
  const underWay = new Set<ServerResponse>();
  server.prependListener('request', (_, response) => {
    if (isEnding) response.setHeader('Connection', 'close');
    underWay.add(response);
    response.once('close', () => underWay.delete(response));
  });
  return async () => {
    isEnding = true;
    for (const response of underWay) if (!response.headersSent) response.setHeader('Connection', 'close');
    if (!hasSuccessor) await untilNobodyComes(server);
    // An HTTP server's `close` destroys idle connections at once, including those with an unread request.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Repeatedly: a connection only becomes idle after its current request is answered.
    // An immediate runs after what has arrived was read, so no request is lost with its connection.
    const closing = setInterval(() => setImmediate(() => server.closeIdleConnections()), CLOSE_IDLE_EVERY_MS);
    server.once('close', () => clearInterval(closing));
    await closed;
  };
}

/** Node accepts one connection per turn of its event loop. The system resets those that wait at the close. */
async function untilNobodyComes(server: Server): Promise<void> {
  let hasCome = true;
  server.on('connection', () => {
    hasCome = true;
  });
  const endsAt = performance.now() + LONGEST_ARRIVING_MS;
  while (hasCome && performance.now() < endsAt) {
    hasCome = false;
    await delay(ARRIVING_MS);
  }
}
