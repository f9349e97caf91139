import { CallError } from './call-error.ts';
import { fillPath } from './call-path.ts';
import type { ResponseOf, InputOf, JsonCall } from './endpoints.ts';

export type ApiRequest = { method: 'GET' | 'POST'; path: string; body?: unknown };
export type ApiResponse = { status: number; statusText: string; text: string };
/** Sends a request to the server, with cookies. Rejects only when there is no response. */
export type Transport<Request extends ApiRequest = ApiRequest> = (request: Request) => Promise<ApiResponse>;

type Arguments<C extends JsonCall> = object extends InputOf<C> ? [input?: InputOf<C>] : [input: InputOf<C>];
type Parts = { params?: Record<string, string | number>; query?: Record<string, string>; body?: unknown };

/** Creates the function with which a client calls the API. That function throws only `CallError`. */
export function createCall(send: Transport) {
  return <C extends JsonCall>(call: C, ...[input]: Arguments<C>): Promise<ResponseOf<C>> => {
    const { params, query, body = {} } = (input ?? {}) as Parts;
    const path = fillPath(call, params) + (query ? `?${new URLSearchParams(query)}` : '');
    return exchange(send, call.startsWith('GET') ? { method: 'GET', path } : { method: 'POST', path, body });
  };
}

/** Sends a request and returns the JSON of the response. Throws only `CallError`. */
export async function exchange<Body, Request extends ApiRequest>(
  send: Transport<Request>,
  request: Request,
): Promise<Body> {
  const { status, statusText, text } = await send(request).catch(() => {
    throw new CallError(0, 'Couldn’t reach the server.');
  });
  if (status < 200 || status > 299) throw new CallError(status, text || statusText);
  const body = parse<Body>(status, text);
  // Some calls report errors with status 200 and `success: false`.
  if (typeof body === 'object' && body !== null && 'success' in body && body.success === false) {
    throw new CallError(status, text);
  }
  return body;
}

function parse<Body>(status: number, text: string): Body {
  try {
    return JSON.parse(text);
  } catch {
    throw new CallError(status, 'Couldn’t read the server’s response.');
  }
}
