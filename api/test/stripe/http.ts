import type { StripeFault } from './records.ts';
import type { WireAnswer, WireCall } from '../provider/fake-provider.ts';

/** An error response in Stripe's format. */
export class StripeRefusal extends Error {
  readonly status: number;
  readonly fault: StripeFault;
  readonly extra: object;

  constructor(status: number, fault: StripeFault, extra: object = {}) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
    this.extra = extra;
  }
}

export const invalid = (message: string, more: Partial<StripeFault> = {}, status = 400): StripeRefusal =>
  new StripeRefusal(status, { type: 'invalid_request_error', message, ...more });

export const faultAnswer = (status: number, fault: StripeFault, extra: object = {}): WireAnswer => ({
  status,
  body: { error: { ...fault, ...extra } },
});

/** What a restricted key gets for a call that it may not make. */
export const notPermitted = (): StripeRefusal =>
  invalid(
    'The provided key ‘rk_test_****’ does not have the required permissions for this endpoint on account ‘acct_1’.',
    {},
    403,
  );

export const tooMany = (): WireAnswer =>
  faultAnswer(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const broken = (): WireAnswer =>
  faultAnswer(500, { type: 'api_error', message: 'An unknown error occurred' });

/** The response to a call, whether it succeeds or is refused. */
export function answerOf(work: () => object): WireAnswer {
  try {
    return { status: 200, body: structuredClone(work()) };
  } catch (error) {
    if (!(error instanceof StripeRefusal)) throw error;
    return faultAnswer(error.status, error.fault, error.extra);
  }
}

/** Flat names such as `metadata[draftId]` and `expand[0]`. */
export type StripeForm = Map<string, string>;

export const formOf = ({ method, query, body }: WireCall): StripeForm =>
  new Map(method === 'GET' ? query : new URLSearchParams(body));

export const listIn = (form: StripeForm, name: string): string[] =>
  [...form].filter(([key]) => key.startsWith(`${name}[`)).map(([, value]) => value);

/** Refuses undocumented names, as Stripe does. */
export function onlyKnown(form: StripeForm, names: readonly string[]): void {
  for (const key of form.keys()) {
    const [name = ''] = key.split('[');
    if (!names.includes(name))
      throw invalid(`Received unknown parameter: ${name}`, { code: 'parameter_unknown', param: name });
  }
}

/** At most 50 keys of 40 characters, with values of 500 characters. */
export function metadataIn(form: StripeForm): Record<string, string> {
  const metadata: Record<string, string> = {};
  for (const [key, value] of form) {
    const [, name] = /^metadata\[([^\]]+)\]$/.exec(key) ?? [];
    if (name === undefined) continue;
    if (name.length > 40 || value.length > 500)
      throw invalid(`Metadata values can have up to 500 characters, and keys up to 40`, {
        param: 'metadata',
      });
    metadata[name] = value;
  }
  return metadata;
}

/** Refuses undocumented names, at every depth. Such as `items.price_data.currency`; `*` is any name. */
export function onlyKnownPaths(form: StripeForm, paths: readonly string[]): void {
  for (const key of form.keys()) {
    const names = key.split(/[[\]]+/).filter((name) => name !== '' && !/^\d+$/.test(name));
    const path = names[0] === 'metadata' && names.length === 2 ? 'metadata.*' : names.join('.');
    if (!paths.includes(path) && path !== 'expand')
      throw invalid(`Received unknown parameter: ${key}`, { code: 'parameter_unknown', param: key });
  }
}

/** A page of a list, newest first. */
export function listOf(url: string, form: StripeForm, oldestFirst: readonly { id: string }[]): object {
  const limit = form.has('limit') ? wholeNumber(form, 'limit') : 10;
  if (limit < 1 || limit > 100) throw invalid('Invalid integer', { param: 'limit' });
  const all = oldestFirst.toReversed();
  const from = form.has('starting_after')
    ? all.findIndex(({ id }) => id === form.get('starting_after')) + 1
    : 0;
  const data = all.slice(from, from + limit);
  return { object: 'list', url, has_more: from + limit < all.length, data };
}

export const missing = (kind: string, id: string, param = 'id'): StripeRefusal =>
  invalid(`No such ${kind}: '${id}'`, { code: 'resource_missing', param }, 404);

export function wholeNumber(form: StripeForm, name: string): number {
  const text = form.get(name);
  if (text === undefined)
    throw invalid(`Missing required param: ${name}.`, { code: 'parameter_missing', param: name });
  if (!/^\d+$/.test(text))
    throw invalid(`Invalid integer: ${text}`, { code: 'parameter_invalid_integer', param: name });
  return Number(text);
}
