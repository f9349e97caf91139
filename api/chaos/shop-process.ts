import { spawn } from 'node:child_process';
import { builtScript } from '../test/fixtures/built-server.ts';

export type ShopProcess = Awaited<ReturnType<typeof startShopProcess>>;

/** Set to empty strings, so that a developer's own `.env` has no effect. */
const UNSET = Object.fromEntries(
  [
    'NODE_ENV',
    'PAYMENTS',
    'PUBLIC_URL',
    'SMTP_URL',
    'IMAP_URL',
    'BACKUP_TO',
    'MAILCHIMP_API_KEY',
    'SESSION_SECRET',
    'ADMIN_USERNAME',
    'ADMIN_PASSWORD',
    'STRIPE_SECRET_KEY',
    'PAYPAL_CLIENT_ID',
  ].map((name) => [name, '']),
);

/**
 * Starts the server in its own process, as `pnpm start` does. Resolves when the server is open or has ended.
 */
export async function startShopProcess(
  variables: Record<string, string>,
  preload: string | null = null,
  /** A listening socket to pass on, as systemd does. */
  socket: number | null = null,
  /** The script of an installed shop. Its process has a group of its own, which can be sent a signal. */
  installed: string | null = null,
) {
  const main = installed ?? (await builtScript());
  const command = [process.execPath, ...(preload ? ['--import', preload] : []), main];
  // The shell's process becomes the server's, so it knows the ID.
  const server = spawn('sh', ['-c', 'LISTEN_PID=$$ exec "$@"', 'sh', ...command], {
    detached: installed !== null,
    stdio: ['ignore', 'pipe', 'pipe', ...(socket === null ? [] : [socket])],
    env: {
      ...(socket !== null && { LISTEN_FDS: '1' }),
      PATH: process.env['PATH'],
      ...UNSET,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      ...variables,
    },
  });
  let said = '';
  let out = '';
  server.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  server.stdout?.on('data', (chunk: Buffer) => (out += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    server.once('close', (code, signal) => resolve({ code, signal }));
  });
  const greeted = new Promise<void>((resolve) => {
    server.stdout?.once('data', () => resolve());
  });
  await Promise.race([greeted, ended]);
  return {
    pid: server.pid ?? 0,
    ended,
    /** What the server wrote to stderr. */
    said: () => said,
    /** Its greeting and its log. */
    out: () => out,
    /** `SIGKILL` leaves no time for cleanup. */
    kill: async (signal: NodeJS.Signals) => {
      server.kill(signal);
      return ended;
    },
  };
}
