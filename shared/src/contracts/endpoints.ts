import type * as z from 'zod/mini';
import { apiTokenEndpoints } from './api-tokens.ts';
import { auditEndpoints } from './audit.ts';
import { bookEndpoints } from './books.ts';
import { shopEndpoints } from './shop.ts';
import { caseEndpoints } from './cases.ts';
import { checkoutEndpoints } from './checkout.ts';
import { connectionEndpoints } from './connections.ts';
import { customerEndpoints } from './customers.ts';
import { customerOrderEndpoints } from './customer-orders.ts';
import { customerLinkEndpoints } from './customer-links.ts';
import { deliveryEndpoints } from './deliveries.ts';
import { emailEndpoints } from './emails.ts';
import type { Endpoint } from './endpoint.ts';
import { fileEndpoints } from './files.ts';
import { formEndpoints } from './forms/forms.ts';
import { funnelEndpoints } from './funnel.ts';
import { importEndpoints } from './import.ts';
import { liveEndpoints } from './live.ts';
import { noticeEndpoints } from './notices.ts';
import { operationEndpoints } from './operations.ts';
import { orderPageEndpoints } from './order-page.ts';
import { orderEndpoints } from './orders.ts';
import { overviewEndpoints } from './overview.ts';
import { paymentEndpoints } from './payments.ts';
import { paymentRequestEndpoints } from './payment-requests.ts';
import { peopleEndpoints } from './people.ts';
import { privacyEndpoints } from './privacy.ts';
import { promoCodeEndpoints } from './promo-codes.ts';
import { quoteEndpoints } from './quotes.ts';
import { recurringEndpoints } from './recurring.ts';
import { rulesEndpoints } from './rules.ts';
import { sampleEndpoints } from './samples.ts';
import { securityEndpoints } from './security.ts';
import { sessionEndpoints } from './session.ts';
import { submissionEndpoints } from './submissions.ts';
import { unfinishedCheckoutEndpoints } from './unfinished-checkouts.ts';
import { webhookEndpoints } from './webhooks.ts';
import { wordingEndpoints } from './wording.ts';

/** All calls of the API. The site must import only its types: the value includes all schemas. */
export const endpoints = {
  ...operationEndpoints,
  ...connectionEndpoints,
  ...checkoutEndpoints,
  ...paymentEndpoints,
  ...promoCodeEndpoints,
  ...unfinishedCheckoutEndpoints,
  ...funnelEndpoints,
  ...customerLinkEndpoints,
  ...customerOrderEndpoints,
  ...orderPageEndpoints,
  ...deliveryEndpoints,
  ...fileEndpoints,
  ...formEndpoints,
  ...recurringEndpoints,
  ...quoteEndpoints,
  ...paymentRequestEndpoints,
  ...overviewEndpoints,
  ...liveEndpoints,
  ...orderEndpoints,
  ...submissionEndpoints,
  ...caseEndpoints,
  ...customerEndpoints,
  ...bookEndpoints,
  ...emailEndpoints,
  ...sessionEndpoints,
  ...rulesEndpoints,
  ...securityEndpoints,
  ...peopleEndpoints,
  ...apiTokenEndpoints,
  ...noticeEndpoints,
  ...shopEndpoints,
  ...sampleEndpoints,
  ...importEndpoints,
  ...privacyEndpoints,
  ...auditEndpoints,
  ...webhookEndpoints,
  ...wordingEndpoints,
};

type Table = typeof endpoints;
/** A method and a path, such as "POST /api/checkout". */
export type Call = keyof Table;

type SchemaOf<C extends Call, Part extends 'params' | 'query' | 'body' | 'response'> =
  Table[C] extends Record<Part, infer Schema extends z.ZodMiniType> ? Schema : never;

/** The successful response of a call. */
export type ResponseOf<C extends Call> = z.output<SchemaOf<C, 'response'>>;

/** Calls whose response is a single JSON document. */
export type JsonCall = { [C in Call]: Table[C] extends { response: z.ZodMiniType } ? C : never }[Call];

/** The input after validation on the server. */
export type Received<C extends Call> = {
  params: z.output<SchemaOf<C, 'params'>>;
  query: z.output<SchemaOf<C, 'query'>>;
  body: z.output<SchemaOf<C, 'body'>>;
};

type InputPart<C extends Call, Part extends 'params' | 'query' | 'body'> = z.input<SchemaOf<C, Part>>;

/** The path parameters that a client fills in. Undefined for a path without parameters. */
export type ParamsOf<C extends Call> = [SchemaOf<C, 'params'>] extends [never]
  ? undefined
  : { [Name in keyof InputPart<C, 'params'>]: string | number };

/** Optional if an empty object is valid. */
type Given<Name extends string, Value> =
  Record<string, never> extends Value ? { [N in Name]?: Value } : { [N in Name]: Value };

/** The input that a client passes to a call. */
export type InputOf<C extends Call> = (ParamsOf<C> extends undefined ? object : { params: ParamsOf<C> }) &
  ([SchemaOf<C, 'query'>] extends [never] ? object : Given<'query', InputPart<C, 'query'>>) &
  ([SchemaOf<C, 'body'>] extends [never] ? object : Given<'body', InputPart<C, 'body'>>);

export const allCalls = Object.keys(endpoints) as Call[];

export const endpointOf = (call: Call): Endpoint => endpoints[call];

/** The call of a request. Undefined for unknown requests. */
export function callOf(method: string, pathname: string): Call | undefined {
  const exact = `${method} ${pathname}`;
  if (Object.hasOwn(endpoints, exact)) return exact as Call;
  return patterns.find(({ pattern }) => pattern.test(exact))?.call;
}

const patterns = allCalls
  .filter((call) => call.includes(':'))
  .map((call) => ({
    call,
    pattern: new RegExp(`^${call.replaceAll(/:\w+/g, '[^/]+').replaceAll('.', '\\.')}$`),
  }));
