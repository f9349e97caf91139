import type { ErrorResponse } from './errors.ts';

/** A failed call. `message` is the status code, a colon, and the body. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** 0 without a response. It is then unknown whether the server processed the call. */
  readonly status: number;
  readonly response: ErrorResponse | null;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.response = parseErrorResponse(body);
  }
}

/** The message to show: the server's, `mute` without one, or `unreachable` without a response. */
export function failureText(error: unknown, mute: string, unreachable: string): string {
  if (!(error instanceof CallError) || error.status === 0) return unreachable;
  return error.response?.message || mute;
}

function parseErrorResponse(body: string): ErrorResponse | null {
  try {
    const response: unknown = JSON.parse(body);
    if (typeof response !== 'object' || response === null) return null;
    // An error response can have `error`, `message`, or both.
    const { message, error }: { message?: unknown; error?: unknown } = response;
    const text = [message, error].find((value) => typeof value === 'string' && value !== '');
    return typeof text === 'string' ? ({ ...response, message: text } as ErrorResponse) : null;
  } catch {
    return null;
  }
}
