import { AS_OF_HEADER } from '@northlight/shared/contracts/endpoint.ts';
import { pathOf } from '@northlight/shared/contracts/call-path.ts';
import { PAGE_ORIGIN } from '../page/page-address.ts';

/** Events within this time cause only one request. */
const DEBOUNCE_MS = 300;

type Deps = {
  handle: (request: Request) => Promise<Response>;
  show: (count: number) => void;
};

/** Counts the to-do items for the app's icon. */
export function createTodoCount({ handle, show }: Deps) {
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let epoch = 0;
  const ask = async () => {
    gathering = undefined;
    const askedIn = epoch;
    const response = await handle(new Request(PAGE_ORIGIN + pathOf('GET /api/json/overview')));
    // Ignore cached responses, because they may be out of date.
    if (!response.ok || response.headers.has(AS_OF_HEADER)) return;
    const count = countTodos(await response.json());
    if (askedIn === epoch) show(count);
  };
  return {
    refresh: (): void => {
      // If the request fails, the next event causes another one.
      gathering ??= setTimeout(() => void ask().catch(() => undefined), DEBOUNCE_MS);
    },
    clear: (): void => {
      epoch += 1;
      clearTimeout(gathering);
      gathering = undefined;
      show(0);
    },
  };
}

/** The number of to-do items in an overview. 0 for anything that is not an overview. */
export function countTodos(overview: unknown): number {
  if (typeof overview !== 'object' || overview === null) return 0;
  return Object.values(overview).reduce<number>((sum, todo) => sum + countOf(todo), 0);
}

function countOf(todo: unknown): number {
  const isCounted = typeof todo === 'object' && todo !== null && 'count' in todo && 'items' in todo;
  return isCounted && Number.isSafeInteger(todo.count) && Number(todo.count) > 0 ? Number(todo.count) : 0;
}

/** "(3) Orders" */
export const titleWithCount = (title: string, count: number): string =>
  count > 0 ? `(${count}) ${title}` : title;
