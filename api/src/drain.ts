import type { Server, ServerResponse } from 'node:http';
import { Server as NetServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** What was sent just before the end is still on its way, or has arrived and nobody has read it yet. */
const ARRIVING_MS = 100;
/** Those who come in an endless stream are shut out after so long. */
const LONGEST_ARRIVING_MS = 2_000;
const CLOSE_IDLE_EVERY_MS = 100;

/**
 * Prepares a server to end without leaving anybody who has asked without an answer. What it gives back ends the server and
 * resolves when all connections are closed, which a client that never finishes its request can keep from happening.
 */
export function drainable(server: Server): () => Promise<void> {
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
    await untilNobodyComes(server);
    // An HTTP server's own `close` destroys idle connections at once, those with a request that nobody has read as well.
    const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()));
    // Again and again: a connection is idle only when its request in hand is answered.
    const closing = setInterval(() => server.closeIdleConnections(), CLOSE_IDLE_EVERY_MS);
    server.once('close', () => clearInterval(closing));
    await closed;
  };
}

/** Node lets in one connection at a turn of its loop, and the system resets those who still wait when the port is closed. */
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
