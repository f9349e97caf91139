import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

export type ShopProcess = Awaited<ReturnType<typeof startShopProcess>>;

const main = fileURLToPath(new URL('../src/main.js', import.meta.url));

/** Set but empty: a developer's own `.env` then changes nothing here. */
const UNSET = Object.fromEntries(
  ['NODE_ENV', 'SMTP_URL', 'MAILCHIMP_API_KEY', 'SESSION_SECRET', 'ADMIN_USERNAME'].map((name) => [name, '']),
);

/** The server as `start` runs it, and a process of its own; resolves when it is open or has ended. */
export async function startShopProcess(variables: Record<string, string>, preload: string | null = null) {
  const server = spawn(process.execPath, [...(preload ? ['--import', preload] : []), main], {
    env: {
      PATH: process.env['PATH'],
      ...UNSET,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      ...variables,
    },
  });
  let said = '';
  server.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    server.once('close', (code, signal) => resolve({ code, signal }));
  });
  const greeted = new Promise<void>((resolve) => {
    server.stdout.once('data', () => resolve());
  });
  await Promise.race([greeted, ended]);
  return {
    ended,
    /** What it complains of. */
    said: () => said,
    /** `SIGKILL` gives it no time for anything. */
    kill: async (signal: 'SIGKILL' | 'SIGTERM') => {
      server.kill(signal);
      return ended;
    },
  };
}
