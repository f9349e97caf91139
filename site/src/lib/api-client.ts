import type { ErrorAnswer } from '@northlight/shared/contracts/errors.ts';

const TIMEOUT_MS = 30_000;

/** A call that did not succeed. `message` is the status code, a colon and the body, as the specification prints it. */
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

/** Throws `CallError` and nothing else. `Answer` is what the contract of `path` promises. */
export async function postJson<Answer>(path: string, body: unknown): Promise<Answer> {
  return call(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Throws `CallError` and nothing else. */
export async function getJson<Answer>(path: string): Promise<Answer> {
  return call(path, {});
}

async function call<Answer>(path: string, init: RequestInit): Promise<Answer> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, {
      ...init,
      credentials: 'include',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    text = await response.text();
  } catch {
    throw new CallError(0, 'The server could not be reached.');
  }
  if (!response.ok) throw new CallError(response.status, text || response.statusText);
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(response.status, 'The answer could not be read.');
  }
}

function parseErrorAnswer(body: string): ErrorAnswer | null {
  try {
    const answer: unknown = JSON.parse(body);
    return isErrorAnswer(answer) ? answer : null;
  } catch {
    return null;
  }
}

function isErrorAnswer(value: unknown): value is ErrorAnswer {
  return (
    typeof value === 'object' && value !== null && 'message' in value && typeof value.message === 'string'
  );
}

/** What to tell people: the server's own words, or one text for a mute answer and one for none at all. */
export function failureText(error: unknown, mute: string, unreachable: string): string {
  if (!(error instanceof CallError) || error.status === 0) return unreachable;
  return error.answer?.message || mute;
}

/** The first message of each field that the server found fault with. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? (error.answer?.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, messages]) => (messages[0] ? [[name, messages[0]]] : [])),
  );
}
