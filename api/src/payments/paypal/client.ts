import paypal, { type PaypalRequest } from '@paypal/checkout-server-sdk';
import { createBreaker } from '../breaker.ts';

export type PaypalSettings = {
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** PayPal's own, its sandbox, or another address that speaks its API. */
  apiBase: string;
  /** Where buyers come back to. */
  publicUrl: string;
};

export type PaypalClient = ReturnType<typeof createPaypalClient>;

/** The SDK has none of its own, and a buyer waits for the answer. */
const TIMEOUT_MS = 5_000;

/** What PayPal answers when it refuses. */
export class PaypalRefusal extends Error {
  override readonly name = 'PaypalRefusal';
  readonly status: number;
  /** PayPal's own word for it, such as INSTRUMENT_DECLINED. */
  readonly issue: string;

  constructor(status: number, issue: string) {
    super(`PayPal answered ${status} ${issue}`);
    this.status = status;
    this.issue = issue;
  }
}

/** One adapter around the SDK: time limit, breaker, and errors without tokens in them. */
export function createPaypalClient({ clientId, clientSecret, apiBase }: PaypalSettings) {
  const { PayPalEnvironment, PayPalHttpClient } = paypal.core;
  const client = new PayPalHttpClient(new PayPalEnvironment(clientId, clientSecret, apiBase, apiBase));
  const breaker = createBreaker('PayPal');
  return {
    execute: (request: PaypalRequest): Promise<unknown> =>
      breaker(async () => {
        const answer = client.execute(request).then(
          ({ result }) => result,
          (fault: unknown) => {
            throw asRefusal(fault);
          },
        );
        return withinTime(answer);
      }),
  };
}

async function withinTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`PayPal did not answer within ${TIMEOUT_MS / 1_000} s`)),
      TIMEOUT_MS,
    );
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
    // When time is up, the answer may still fail with nobody listening.
    answer.catch(() => {});
  }
}

/** The SDK's error is the answer's text; nothing else of it is kept. */
function asRefusal(fault: unknown): Error {
  if (!(fault instanceof Error)) return new Error('PayPal could not be asked');
  if (!('statusCode' in fault) || typeof fault.statusCode !== 'number') {
    const code = 'code' in fault ? String(fault.code) : 'no answer';
    return new Error(`PayPal cannot be reached (${code})`);
  }
  return new PaypalRefusal(fault.statusCode, issueIn(fault.message));
}

function issueIn(text: string): string {
  try {
    const { name, details }: { name?: unknown; details?: { issue?: unknown }[] } = JSON.parse(text);
    return String(details?.[0]?.issue ?? name ?? 'without a reason').slice(0, 100);
  } catch {
    return 'without a reason';
  }
}
