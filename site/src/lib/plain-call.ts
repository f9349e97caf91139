import type { ResponseOf, JsonCall } from '@northlight/shared/contracts/endpoints.ts';

// For pages without React. The other modules for calls share files with it.

/** `status` is 0 without a response. `message` is the server's, or empty. */
export class PlainError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The order number and the key in the address of a link from an email. */
export function linkInAddress(): { order: string; key: string } {
  const query = new URLSearchParams(location.search);
  return { order: query.get('order')?.trim() ?? '', key: query.get('key') ?? '' };
}

/** Calls the API. Throws only `PlainError`. */
export async function plainCall<C extends JsonCall>(
  call: C,
  query: Record<string, string>,
  body?: object,
  /** For the names in the path, such as `:id`. */
  params: Record<string, string> = {},
): Promise<ResponseOf<C>> {
  const [method = '', pattern = ''] = call.split(' ');
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  try {
    const response = await fetch(`${path}?${new URLSearchParams(query)}`, {
      method,
      signal: AbortSignal.timeout(30_000),
      ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = await response.json().catch(() => null);
    if (!response.ok || !answer) throw new PlainError(response.status, answer?.message ?? '');
    return answer;
  } catch (error) {
    throw error instanceof PlainError ? error : new PlainError(0, '');
  }
}

/** What to say to people about a failed call. */
export function problemText(error: unknown): string {
  const { status, message } = error instanceof PlainError ? error : { status: 0, message: '' };
  return status === 0
    ? 'We couldn’t reach our server. Please check your connection and try again.'
    : message || 'Something went wrong. Please try again.';
}
