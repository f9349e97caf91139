import type { ErrorAnswer } from './errors.ts';

/** A failed call. `message` is the status code, a colon, and the body. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** 0 without a response. It is then unknown whether the server processed the call. */
  readonly status: number;
  readonly answer: ErrorAnswer | null;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.answer = parseErrorAnswer(body);
  }
}

/**
 * The error message to show: the server's message, `mute` for a response without one, or `unreachable`
 * without a response.
 */
export function failureText(error: unknown, mute: string, unreachable: string): string {
  if (!(error instanceof CallError) || error.status === 0) return unreachable;
  return error.answer?.message || mute;
}

function parseErrorAnswer(body: string): ErrorAnswer | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    // An error response can have `error`, `message`, or both.
    const { message, error }: { message?: unknown; error?: unknown } = answer;
    const text = [message, error].find((value) => typeof value === 'string' && value !== '');
    return typeof text === 'string' ? ({ ...answer, message: text } as ErrorAnswer) : null;
  } catch {
    return null;
  }
}
