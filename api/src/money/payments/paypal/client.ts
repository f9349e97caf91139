import * as z from 'zod/mini';
import type { PaypalSettings } from '../../../base/settings/payment-settings.ts';
import { createProviderFetch, type Fetch } from '../provider-fetch.ts';

export type PaypalRequest = {
  verb: 'GET' | 'POST' | 'PATCH';
  /** Begins with a slash. */
  path: string;
  body?: object;
  /** An idempotency key: the same ID is the same call, however often it is sent. */
  requestId?: string;
};

export type PaypalClient = ReturnType<typeof createPaypalClient>;

/** A token is renewed a minute before it expires. */
const MARGIN_S = 60;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
type Token = { text: string; endsAt: number };

/** PayPal's error body. */
export class PaypalRefusal extends Error {
  override readonly name = 'PaypalRefusal';
  readonly status: number;
  /** PayPal's issue code, such as INSTRUMENT_DECLINED. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(`PayPal responded with ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
  }
}

/**
 * Calls PayPal's API. Throws a `PaypalRefusal` when PayPal refuses, and another error when there is no
 * answer. No error contains a token.
 */
export function createPaypalClient({ clientId, clientSecret, apiBase }: PaypalSettings) {
  const provider = createProviderFetch({ name: 'PayPal', mayRetry: (answer) => answer?.status === 429 });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let token: Token | undefined;
  let newToken: Promise<Token> | undefined;

  /** Calls made while a token is being fetched wait for it. */
  async function currentToken(fetch: Fetch): Promise<Token> {
    if (token && performance.now() < token.endsAt) return token;
    newToken ??= fetchToken(fetch, apiBase, basic).finally(() => {
      newToken = undefined;
    });
    token = await newToken;
    return token;
  }

  return {
    /** Returns the parsed JSON, or null for an answer that has none. */
    execute: (request: PaypalRequest): Promise<unknown> =>
      provider(async (fetch) => {
        const first = await currentToken(fetch);
        let answer = await send(fetch, apiBase, first, request);
        if (answer.status === 401) {
          // A token can expire early.
          if (token === first) token = undefined;
          answer = await send(fetch, apiBase, await currentToken(fetch), request);
        }
        return readAnswer(answer);
      }),
  };
}

async function fetchToken(fetch: Fetch, apiBase: string, basic: string): Promise<Token> {
  const answer = await fetch(`${apiBase}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${basic}`, 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=client_credentials',
  });
  const { access_token: text, expires_in } = Token.parse(await readAnswer(answer));
  return { text, endsAt: performance.now() + (expires_in - MARGIN_S) * 1_000 };
}

function send(fetch: Fetch, apiBase: string, token: Token, { verb, path, body, requestId }: PaypalRequest) {
  return fetch(apiBase + path, {
    method: verb,
    headers: {
      authorization: `Bearer ${token.text}`,
      ...(verb !== 'GET' && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(requestId && { 'paypal-request-id': requestId }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function readAnswer(answer: Response): Promise<unknown> {
  if (answer.status === 204) return null;
  const said = readJson(await answer.text());
  // A proxy's page or half an answer refuses nothing.
  if (said === undefined) throw new Error(`PayPal responded with ${answer.status} and no JSON`);
  if (!answer.ok) throw new PaypalRefusal(answer.status, issueIn(said));
  return said;
}

const Refusal = z.object({
  name: z.optional(z.string()),
  /** The answer to the token call. */
  error: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
});

function issueIn(said: unknown): string {
  const { data } = Refusal.safeParse(said);
  return (data?.details?.[0]?.issue ?? data?.name ?? data?.error ?? '(no reason given)').slice(0, 100);
}

export function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
