import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../../api/test/shop/free-port.ts';
import { ADMIN } from './admin.ts';

export type Shop = { origin: string; dataDir: string };

/**
 * One shop per Playwright worker, because what a test does shows up in other open dashboards of the same
 * shop. `run.ts` chooses the ports and the folder.
 */
export const SHOPS: Shop[] = (process.env['E2E_PORTS'] ?? '3000').split(',').map((port) => ({
  origin: `http://localhost:${port}`,
  dataDir: join(process.env['E2E_DATA_DIR'] ?? './data', port),
}));

/** The shop of this worker. */
export const SHOP: Shop = SHOPS[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)] ?? {
  origin: '',
  dataDir: '',
};

export type Served = Awaited<ReturnType<typeof serveSite>>;

export const serverScript = fileURLToPath(new URL('../../../api/dist/main.js', import.meta.url));

const seedScript = fileURLToPath(new URL('../../../api/dist/seed.js', import.meta.url));
const frozenClock = new URL('frozen-clock.ts', import.meta.url).href;

export const liveShopScript = fileURLToPath(
  new URL('../../../api/test/shop/serve-live-shop.ts', import.meta.url),
);

export function serverEnv(origin: string, dataDir: string): Record<string, string> {
  return {
    PORT: new URL(origin).port,
    PUBLIC_URL: origin,
    DATA_DIR: dataDir,
    ADMIN_USERNAME: ADMIN.username,
    ADMIN_PASSWORD: ADMIN.password,
    PAYMENTS: 'demo',
    BACKUP_TO: '',
    RATE_LIMIT: 'off',
    LOG_LEVEL: 'error',
    // Enables the email previews.
    NODE_ENV: 'development',
  };
}

type ServeOptions = {
  /** How many sample orders it has. */
  orders?: number;
  /** Its clock stands still at this time. */
  frozenAt?: string;
  /** Of another installation. */
  script?: string;
  /** Settings of the server instead of the usual ones. */
  variables?: Record<string, string>;
};

/** Serves the built site with the real server, on a free port with a new data folder. It can be stopped and restarted. */
export async function serveSite({
  orders = 0,
  frozenAt,
  script = serverScript,
  variables = {},
}: ServeOptions = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'northlight-site-'));
  const origin = `http://localhost:${await freePort()}`;
  const node = frozenAt ? ['--import', frozenClock] : [];
  const env = {
    ...process.env,
    ...serverEnv(origin, dataDir),
    ...(frozenAt !== undefined && { FROZEN_AT: frozenAt }),
    ...variables,
  };
  if (orders > 0) {
    const seeding = [...node, seedScript, String(orders)];
    const { status, stderr } = spawnSync(process.execPath, seeding, { env, encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
  }
  let output = '';
  const run = async () => {
    const server = spawn(process.execPath, [...node, script], { stdio: ['ignore', 'pipe', 'inherit'], env });
    server.stdout.on('data', (chunk) => (output += chunk));
    const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()));
    while (!(await isHealthy(origin))) {
      if (server.exitCode !== null) throw new Error('The server ended before it answered.');
      await delay(50);
    }
    return async () => {
      server.kill('SIGTERM');
      await ended;
    };
  };
  let halt = await run();
  return {
    origin,
    printed: () => output,
    halt: () => halt(),
    restart: async () => {
      halt = await run();
    },
    stop: async () => {
      await halt();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function isHealthy(origin: string): Promise<boolean> {
  try {
    return (await fetch(`${origin}/api/health`)).ok;
  } catch {
    return false;
  }
}
