import type { ErrorAnswer } from './errors.ts';

/** A call that did not succeed. `message` is the status code, a colon and the body. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** 0 when no answer arrived: nobody knows whether the server acted. */
  readonly status: number;
  readonly answer: ErrorAnswer | null;

  constructor(status: number, body: string) {
    super(`${status}: ${body}`);
    this.status = status;
    this.answer = parseErrorAnswer(body);
  }
}

/** What to tell people: the server's own words, or one text for a mute answer and one for none at all. */
export function failureText(error: unknown, mute: string, unreachable: string): string {
  if (!(error instanceof CallError) || error.status === 0) return unreachable;
  return error.answer?.message || mute;
}

function parseErrorAnswer(body: string): ErrorAnswer | null {
  try {
    const answer: unknown = JSON.parse(body);
    if (typeof answer !== 'object' || answer === null) return null;
    // An error answer can carry `error`, `message` or both.
    const { message, error }: { message?: unknown; error?: unknown } = answer;
    const words = [message, error].find((text) => typeof text === 'string' && text !== '');
    return typeof words === 'string' ? ({ ...answer, message: words } as ErrorAnswer) : null;
  } catch {
    return null;
  }
}
