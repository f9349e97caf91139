import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { promisify } from 'node:util';

type Limits = {
  /** Ends the process. */
  signal?: AbortSignal | undefined;
  /** Milliseconds until it is ended. */
  limitMs?: number | undefined;
  /** Its environment, if it must not see the server's settings. */
  env?: NodeJS.ProcessEnv | undefined;
  /** Whether the server comes first when both want the processor. */
  isLow?: boolean;
};

/**
 * Runs a script in a process of its own, for work that must not slow down or end the server, and returns what
 * it printed. A thread would keep the server from ending, and a second copy of SQLite in a process breaks its
 * locks. Rejects with the reason in words.
 */
export async function runScript(
  file: string,
  args: string[],
  { signal, limitMs = 0, env, isLow = false }: Limits = {},
): Promise<string> {
  try {
    const options = { killSignal: 'SIGKILL' as const, timeout: limitMs, signal, env };
    const running = promisify(execFile)(process.execPath, [file, ...args], options);
    const { pid } = running.child;
    if (isLow && pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
    return (await running).stdout;
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { stderr = '', killed, code, signal } = Object(error);
  if (killed) return 'It took too long and was ended.';
  return String(stderr).trim() || `Its process was ended (${signal ?? code}).`;
}
