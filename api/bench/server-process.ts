import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../test/shop/free-port.ts';
import type { Load } from './load.ts';

export type Bench = {
  base: string;
  startMs: number;
  memoryMb(): number;
  /** Deletes the data folder, unless it is kept for another run. */
  stop(isKept?: boolean): Promise<void>;
};

/**
 * On Linux, the server runs on the first core and the client on the second. Other systems choose the cores.
 */
export const SERVER_CORE = '0';
export const CLIENT_CORE = '1';

export function onCore(core: string, command: string[]): [string, string[]] {
  const [program = '', ...rest] = command;
  return process.platform === 'linux' ? ['taskset', ['-c', core, ...command]] : [program, rest];
}

export const BENCH_ADMIN = { username: 'bench', password: 'a quiet north window' };

/** A file of this folder. */
export const file = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** What runs `load.ts`, on the client's core. */
export const loadCommand = (
  { base }: Pick<Bench, 'base'>,
  clients: number,
  seconds: number,
  scenario = 'shop',
): [string, string[]] =>
  onCore(CLIENT_CORE, [process.execPath, file('load.ts'), base, String(clients), String(seconds), scenario]);

/** Completes orders as fast as these clients can, and waits for the result. */
export const orderAtOnce = (server: Pick<Bench, 'base'>, clients: number, seconds: number): Load =>
  JSON.parse(execFileSync(...loadCommand(server, clients, seconds), { encoding: 'utf8' }));

export const newDataDir = (): string => mkdtempSync(join(tmpdir(), 'northlight-bench-'));

type Settings = {
  dataDir?: string;
  SMTP_URL?: string;
  METRICS_TOKEN?: string;
  PAGE?: string;
  NODE_OPTIONS?: string;
};

/** Starts a server script and waits for the first response at `path`. */
export async function startServer(
  script: string,
  path: string,
  { dataDir = newDataDir(), ...settings }: Settings = {},
): Promise<Bench> {
  const port = await freePort();
  const [program, args] = onCore(SERVER_CORE, [process.execPath, script]);
  const startedAt = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      // As in deploy/northlight@.service.
      MALLOC_ARENA_MAX: '1',
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      DATA_DIR: dataDir,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'error',
      PAYMENTS: 'demo',
      BACKUP_TO: '',
      ADMIN_USERNAME: BENCH_ADMIN.username,
      ADMIN_PASSWORD: BENCH_ADMIN.password,
      ...settings,
    },
  });
  await firstAnswer(`http://127.0.0.1:${port}${path}`, port, child);
  const startMs = performance.now() - startedAt;
  return {
    base: `http://127.0.0.1:${port}`,
    startMs,
    memoryMb: () => residentMb(child),
    stop: async (isKept = false) => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
      if (!isKept) rmSync(dataDir, { recursive: true });
    },
  };
}

async function firstAnswer(url: string, port: number, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server ended before it answered.');
    if (await isOpen(port)) {
      const { ok } = await fetch(url);
      if (ok) return;
    }
    await delay(2);
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (answer: boolean) => {
      socket.destroy();
      resolve(answer);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
}

/** taskset execs the server, so the child's process ID is the server's. */
function residentMb(child: ChildProcess): number {
  const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
}
