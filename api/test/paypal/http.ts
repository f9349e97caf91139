import { debugId } from './records.ts';
import type { WireAnswer } from '../provider/fake-provider.ts';

/** An error response in PayPal's format. */
export class PaypalFault extends Error {
  readonly answer: WireAnswer;

  constructor(answer: WireAnswer, name: string) {
    super(name);
    this.answer = answer;
  }
}

const NAMES: Record<number, [name: string, message: string]> = {
  400: ['INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect, or violates schema.'],
  401: [
    'AUTHENTICATION_FAILURE',
    'Authentication failed due to missing authorization header, or invalid authentication credentials.',
  ],
  403: ['NOT_AUTHORIZED', 'Authorization failed due to insufficient permissions.'],
  404: ['RESOURCE_NOT_FOUND', 'The specified resource does not exist.'],
  409: ['RESOURCE_CONFLICT', 'The server has detected a conflict while processing this request.'],
  422: [
    'UNPROCESSABLE_ENTITY',
    'The requested action could not be performed, semantically incorrect, or failed business validation.',
  ],
  429: ['RATE_LIMIT_REACHED', 'Too many requests. Blocked due to rate limiting.'],
  500: ['INTERNAL_SERVER_ERROR', 'An internal server error occurred.'],
  503: ['SERVICE_UNAVAILABLE', 'Service Unavailable.'],
};

export function faultAnswer(status: number, issue?: string, links: object[] = []): WireAnswer {
  const [name = '', message = ''] = NAMES[status] ?? [];
  const details = issue === undefined ? [] : [{ issue, description: `${issue}.` }];
  return { status, body: { name, details, message, debug_id: debugId(), links } };
}

export const fault = (status: number, issue?: string, links?: object[]): PaypalFault =>
  new PaypalFault(faultAnswer(status, issue, links), issue ?? String(status));

export const tooMany = (): WireAnswer => faultAnswer(429);
export const broken = (): WireAnswer => faultAnswer(500);

/** The response to a call, whether it succeeds or is refused. */
export function answerOf(work: () => WireAnswer): WireAnswer {
  try {
    return work();
  } catch (error) {
    if (error instanceof PaypalFault) return error.answer;
    throw error;
  }
}
