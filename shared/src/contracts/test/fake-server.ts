import * as z from 'zod/mini';
import type { ApiRequest, ApiResponse } from '../call-client.ts';
import { whole, type Partly } from './whole.ts';
import { callOf, endpointOf, type Call, type JsonCall, type ResponseOf } from '../endpoints.ts';

/** A response other than the successful one: an error, or one that the table does not declare on purpose. */
export class Reply {
  readonly status: number;
  readonly text: string;

  constructor(status: number, body: unknown = '') {
    this.status = status;
    this.text = typeof body === 'string' ? body : JSON.stringify(body);
  }
}

/** The server does not respond. */
export const NO_RESPONSE = new Reply(0);

/** A refusal with a message, as the API sends it. */
export const refused = (status: number, message: string, more: object = {}) =>
  new Reply(status, { success: false, message, ...more });

export type Received = { call: Call; path: string; query: Record<string, string>; body: unknown };
type Given<C extends JsonCall> = Partly<ResponseOf<C>> | Reply;
/** What the server says, or how it finds out. It adds what an answer leaves out: see `whole`. */
export type Answers = {
  [C in JsonCall]?: Given<C> | ((request: Received) => Given<C> | Promise<Given<C>>);
};

/**
 * A server of prepared answers, for tests of components. The endpoint table checks what it gets and what it gives, so
 * that neither drifts from the API. A call without an answer fails the test.
 */
export function fakeServer(answers: Answers) {
  const known: Answers = { ...answers };
  const received: Received[] = [];

  async function send({ method, path: address, body }: ApiRequest): Promise<ApiResponse> {
    const { pathname, searchParams } = new URL(address, 'http://shop.example');
    const call = callOf(method, pathname);
    if (!call) return unexpected(`There is no ${method} ${pathname} in the endpoint table.`);
    const request = { call, path: pathname, query: Object.fromEntries(searchParams), body };
    received.push(request);
    const endpoint = endpointOf(call);
    const fault =
      faultOf(endpoint.query, request.query) ??
      faultOf(endpoint.bodyFor?.(body) ?? (method === 'POST' ? endpoint.body : undefined), body);
    if (fault) return unexpected(`${call} was sent something invalid: ${fault}`);
    if (!Object.hasOwn(known, call))
      return endpoint.responseType === 'empty' ? responseOf(204, '') : unexpected(`No answer for ${call}.`);
    const given: unknown = (known as Record<string, unknown>)[call];
    const answer: unknown = await (typeof given === 'function' ? given(request) : given);
    if (answer === NO_RESPONSE) throw new TypeError('Failed to fetch');
    if (answer instanceof Reply) return responseOf(answer.status, answer.text);
    const text = JSON.stringify(endpoint.response ? whole(endpoint.response, answer as object) : answer);
    const drift = faultOf(endpoint.response, JSON.parse(text));
    return drift
      ? unexpected(`The answer of ${call} is not what the table declares: ${drift}`)
      : responseOf(200, text);
  }

  return {
    send,
    received,
    /** The bodies that a call was sent, oldest first. */
    sent: (call: Call): unknown[] => received.filter((one) => one.call === call).map(({ body }) => body),
    /** The query parameters that a call was sent, oldest first. */
    asked: (call: Call) => received.filter((one) => one.call === call).map(({ query }) => query),
    /** From now on. */
    answer: (changes: Answers): void => void Object.assign(known, changes),
  };
}

export type FakeServer = ReturnType<typeof fakeServer>;

const responseOf = (status: number, text: string): ApiResponse => ({ status, statusText: '', text });

/** `console.error` fails the test, whatever the component makes of the response. */
function unexpected(what: string): ApiResponse {
  console.error(what);
  return responseOf(500, JSON.stringify({ message: what }));
}

function faultOf(schema: z.ZodMiniType | undefined, value: unknown): string | undefined {
  const error = schema?.safeParse(value).error;
  return error && z.prettifyError(error);
}
