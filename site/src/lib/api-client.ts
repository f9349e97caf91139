import { CallError } from '@northlight/shared/contracts/call-error.ts';

const TIMEOUT_MS = 30_000;

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
    throw new CallError(0, 'We couldn’t reach our server.');
  }
  if (!response.ok) throw new CallError(response.status, text || response.statusText);
  const answer = parse<Answer>(response.status, text);
  // Some calls refuse with status 200 and `success: false`.
  if (typeof answer === 'object' && answer !== null && 'success' in answer && answer.success === false) {
    throw new CallError(response.status, text);
  }
  return answer;
}

function parse<Answer>(status: number, text: string): Answer {
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(status, 'We couldn’t read our server’s response.');
  }
}

/** The first message of each field that the server found fault with. */
export function fieldErrors(error: unknown): Record<string, string> {
  const fields = error instanceof CallError ? (error.answer?.fields ?? {}) : {};
  return Object.fromEntries(
    Object.entries(fields).flatMap(([name, messages]) => (messages[0] ? [[name, messages[0]]] : [])),
  );
}
