import { onTestFinished } from 'vitest';
import type { TestApp } from './test-app.ts';

/** Held, because the garbage collector closes the stream of a response that nobody holds. */
const open = new Set<Response>();

/** Opens a stream of live updates until the test leaves it or ends. */
export async function openStream(app: TestApp, path: string, headers: Record<string, string> = {}) {
  const control = new AbortController();
  const response = await fetch(app.base + path, { headers, signal: control.signal });
  open.add(response);
  onTestFinished(() => {
    open.delete(response);
    control.abort();
  });
  return { response, leave: () => control.abort() };
}
