import * as z from 'zod/mini';
import { createProviderFetch, type Fetch } from '../provider-fetch.ts';

export type PaypalSettings = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** PayPal's own, its sandbox, or another address that speaks its API. */
  apiBase: string;
  /** Where buyers come back to. */
  publicUrl: string;
};

export type PaypalRequest = {
  verb: 'GET' | 'POST';
  /** Begins with a slash. */
  path: string;
  body?: object;
  /** The same id means the same call, however often it is sent. */
  requestId?: string;
};

export type PaypalClient = ReturnType<typeof createPaypalClient>;

/** A token is given up a minute before PayPal does. */
const MARGIN_S = 60;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });
type Token = { text: string; endsAt: number };

/** What PayPal answers when it refuses. */
export class PaypalRefusal extends Error {
  override readonly name = 'PaypalRefusal';
  readonly status: number;
  /** PayPal's own word for it, such as INSTRUMENT_DECLINED. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(`PayPal responded with ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
  }
}

/** Calls PayPal's API. A call that fails throws an error without tokens in it: a `PaypalRefusal`, or no answer came. */
export function createPaypalClient({ clientId, clientSecret, apiBase }: PaypalSettings) {
  const provider = createProviderFetch({ name: 'PayPal', mayRetry: (answer) => answer?.status === 429 });
  const basic = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  let token: Token | undefined;
  let newToken: Promise<Token> | undefined;

  /** Those who come while a token is fetched wait for that one. */
  async function currentToken(fetch: Fetch): Promise<Token> {
    if (token && performance.now() < token.endsAt) return token;
    newToken ??= fetchToken(fetch, apiBase, basic).finally(() => {
      newToken = undefined;
    });
    token = await newToken;
    return token;
  }

  return {
    /** Gives what PayPal's JSON says. */
    execute: (request: PaypalRequest): Promise<unknown> =>
      provider(async (fetch) => {
        const first = await currentToken(fetch);
        let answer = await send(fetch, apiBase, first, request);
        if (answer.status === 401) {
          // A token can end before its time.
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
      ...(verb === 'POST' && { 'content-type': 'application/json', prefer: 'return=representation' }),
      ...(requestId && { 'paypal-request-id': requestId }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function readAnswer(answer: Response): Promise<unknown> {
  const said = readJson(await answer.text());
  if (!answer.ok) throw new PaypalRefusal(answer.status, issueIn(said));
  if (said === undefined) throw new Error('PayPal did not respond with JSON');
  return said;
}

const Refusal = z.object({
  name: z.optional(z.string()),
  /** Of the token's call. */
  error: z.optional(z.string()),
  details: z.optional(z.array(z.object({ issue: z.optional(z.string()) }))),
});

function issueIn(said: unknown): string {
  const { data } = Refusal.safeParse(said);
  return (data?.details?.[0]?.issue ?? data?.name ?? data?.error ?? '(no reason given)').slice(0, 100);
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
