import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { orderBody } from '@northlight/shared/contracts/test/order-body.ts';

export const ADMIN = { username: 'ada', password: 'a quiet north window' };

const serverScript = fileURLToPath(new URL('../../../../api/dist/main.js', import.meta.url));

export type OwnServer = Awaited<ReturnType<typeof startOwnServer>>;

/** Starts the built API in its own process, with an empty data folder. It can be stopped and restarted. */
export async function startOwnServer(settings: { PUBLIC_URL?: string } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-desktop-'));
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const run = async () => {
    const server = spawn(process.execPath, [serverScript], {
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PORT: String(port),
        // The app is not a page of the shop, so its calls must work with any public URL.
        PUBLIC_URL: 'https://shop.example.com',
        TRUST_PROXY_HOPS: '1',
        DATA_DIR: dataDir,
        ADMIN_USERNAME: ADMIN.username,
        ADMIN_PASSWORD: ADMIN.password,
        PAYMENTS: 'demo',
        BACKUP_TO: '',
        RATE_LIMIT: 'off',
        LOG_LEVEL: 'silent',
        ...settings,
      },
    });
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    // The server prints a line once it is listening.
    const greeted = new Promise<void>((resolve) => server.stdout.once('data', () => resolve()));
    await Promise.race([greeted, ended]);
    if (server.exitCode !== null) throw new Error('The server ended before it greeted.');
    server.stdout.resume();
    return async () => {
      server.kill('SIGTERM');
      await ended;
    };
  };
  let halt = await run();
  return {
    origin,
    halt: () => halt(),
    restart: async () => {
      halt = await run();
    },
    stop: async () => {
      await halt();
      rmSync(dataDir, { recursive: true, force: true });
    },
    buy: (lastName: string) => buy(origin, lastName),
  };
}

/** Places an order that needs no payment. Returns its number. */
async function buy(origin: string, lastName: string): Promise<string> {
  const response = await fetch(`${origin}/api/checkout`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(orderBody({ lastName })),
  });
  return JSON.parse(await response.text()).order.orderNumber;
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
