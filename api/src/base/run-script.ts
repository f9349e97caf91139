import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import os from 'node:os';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';

export type Limits = {
  /** Ends the process. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until it is ended. */
  limitMs?: number | undefined;
  /** Its environment, if it must not see the server's settings. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Whether the server comes first when both want the processor. */
  isLow?: boolean;
  /** Gets what it prints, as it comes. */
  onOutput?: ((printed: string) => void) | undefined;
};

/**
 * Runs a script in a process of its own, for work that must not slow down or end the server, and returns what
 * it printed. A thread would keep the server from ending, and a second copy of SQLite in a process breaks its
 * locks. Rejects with the reason in words.
 */
export async function runScript(
  file: string,
  args: string[],
  { signal, limitMs = 0, env, isLow = false, onOutput }: Limits = {},
): Promise<string> {
  try {
    const options = { killSignal: 'SIGKILL' as const, timeout: limitMs, signal, env };
    const running = promisify(execFile)(process.execPath, [file, ...args], options);
    if (isLow) lower(running.child.pid);
    if (onOutput) running.child.stdout?.on('data', onOutput);
    return (await running).stdout;
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

/**
 * Buyers come first, and still it goes on: beside a busy core it gets about a third of one. At the lowest priority it would
 * get a sixtieth, and an owner who published would wait for as long as another program is busy.
 */
const AFTER_OTHERS = 5;

/**
 * The same with a long output, which is read while it is written, after others. Resolves when the first of it is
 * there, and rejects if none comes. A process that fails later breaks the stream: its end must not look like the output's.
 */
export async function streamScript(file: string, args: string[], signal: AbortSignal): Promise<Readable> {
  const options = { killSignal: 'SIGKILL', signal, env: {} } as const;
  const running = spawn(process.execPath, [file, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  // Being ended is told by its output, and without a listener it would end the server.
  running.on('error', () => {});
  const ending = once(running, 'close');
  const problem = text(running.stderr);
  // Both fail when nobody reads any more.
  for (const one of [ending, problem]) one.catch(() => {});
  await once(running, 'spawn');
  lower(running.pid);
  const output = untilEnd();
  const first = await output.next();
  return Readable.from(whole(), { objectMode: false });

  async function* untilEnd(): AsyncGenerator<Buffer> {
    yield* running.stdout;
    const [code, endedBy] = await ending;
    if (code !== 0) throw new Error(reasonOf({ stderr: await problem, code, signal: endedBy }));
  }

  async function* whole(): AsyncGenerator<Buffer> {
    if (!first.done) yield first.value;
    yield* output;
  }
}

/** Whether somebody ended a script, as a stop of the whole service does. It could have worked. */
export function wasEnded(error: unknown): boolean {
  const { killed, signal } = Object(Object(error).cause);
  return !killed && ['SIGTERM', 'SIGINT', 'SIGHUP'].includes(signal);
}

function lower(pid: number | undefined): void {
  if (pid !== undefined) os.setPriority(pid, Math.min(19, os.getPriority() + AFTER_OTHERS));
}

function reasonOf(error: unknown): string {
  const { stderr = '', killed, code, signal } = Object(error);
  if (killed) return 'It took too long and was ended.';
  return String(stderr).trim() || `Its process was ended (${signal ?? code}).`;
}
