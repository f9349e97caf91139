import { setImmediate as nextTurn } from 'node:timers/promises';
import { inspect } from 'node:util';
import { onTestFinished, vi } from 'vitest';

/** Waits for work, and fires its timers at once, such as an SDK's pauses between tries. */
export async function hurry<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const running = work();
  const state = { isDone: false };
  const end = () => {
    state.isDone = true;
  };
  running.then(end, end);
  while (!state.isDone) {
    await nextTurn();
    vi.runOnlyPendingTimers();
  }
  vi.useRealTimers();
  return running;
}

/** Returns the error of failed work. */
export async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof Error)) throw new Error(`No error: ${inspect(error)}`);
  return error;
}

/** Everything that a log could show about an error: its message, stack, causes, and properties. */
export const allOf = (error: unknown): string =>
  inspect(error, { depth: Infinity, showHidden: true, maxStringLength: null, maxArrayLength: null });
