import { pathPattern } from '@northlight/shared/contracts/call-path.ts';
import type { CallLimit, Endpoint } from '@northlight/shared/contracts/endpoint.ts';
import { allCalls, endpointOf, type Call } from '@northlight/shared/contracts/endpoints.ts';
import { ErrorResponse } from '@northlight/shared/contracts/errors.ts';
import { API_VERSION } from '@northlight/shared/contracts/operations.ts';
import { hasRight, ROLES, type Role } from '@northlight/shared/contracts/rights.ts';
import * as z from 'zod/mini';

type JsonSchema = z.core.JSONSchema.BaseSchema;
type Content = Record<string, { schema: JsonSchema }>;
type Response = { description: string; content?: Content };
type Parameter = { name: string; in: 'path' | 'query'; required: boolean; schema: JsonSchema };
type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  /** Who may call it. Some calls ask for a higher role for some bodies; 403 says so. */
  'x-roles'?: Role[];
  parameters: Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, Response>;
};
export type OpenApi = {
  openapi: string;
  info: { title: string; version: string };
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, JsonSchema>; securitySchemes: Record<string, object> };
};

/** Describes every call as OpenAPI 3.1. `cookie` is the name of the session's cookie. */
export function describeApi(cookie: string): OpenApi {
  const paths: OpenApi['paths'] = {};
  const groups = new Set<string>();
  for (const call of allCalls) {
    const path = pathPattern(call).replaceAll(/:(\w+)/g, '{$1}');
    const [method = ''] = call.toLowerCase().split(' ');
    const group = groupOf(path);
    groups.add(group);
    paths[path] = { ...paths[path], [method]: operation(call, endpointOf(call), group) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Northlight API', version: String(API_VERSION) },
    tags: [...groups].toSorted().map((name) => ({ name })),
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorResponse, 'output') },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: cookie },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'An API token, which an owner creates in the dashboard under Settings, API tokens.',
        },
      },
    },
  };
}

/** A token works where it doesn't stand for a person's own account. */
const securityOf = ({ access, isForPeople }: Endpoint): Record<string, string[]>[] =>
  access === 'public' ? [] : [{ session: [] }, ...(access === 'self' || isForPeople ? [] : [{ token: [] }])];

/** “orders” of /api/json/orders/{id}. */
const groupOf = (path: string): string => /^\/api\/(?:(?:json|admin)\/)?([\w-]+)/.exec(path)?.[1] ?? 'other';

function operation(call: Call, endpoint: Endpoint, group: string): Operation {
  const { access, summary, params, query, body } = endpoint;
  return {
    operationId: call.replaceAll(/\W+/g, '_'),
    summary,
    tags: [group],
    security: securityOf(endpoint),
    ...(access !== 'public' && { 'x-roles': ROLES.filter((role) => hasRight(role, access)) }),
    parameters: [...parameters(params, 'path'), ...parameters(query, 'query')],
    ...(body && {
      requestBody: {
        required: true as const,
        content: { 'application/json': { schema: schemaOf(body, 'input') } },
      },
    }),
    responses: responses(endpoint),
  };
}

function parameters(schema: z.ZodMiniType | undefined, place: Parameter['in']): Parameter[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, 'input');
  return Object.entries(properties).map(([name, own]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: own as JsonSchema,
  }));
}

function responses({
  access,
  limits = [],
  params,
  query,
  body,
  ...endpoint
}: Endpoint): Record<string, Response> {
  return {
    ...success(endpoint),
    ...((query ?? body) && { 400: refusal('The request isn’t valid.') }),
    ...(access !== 'public' && {
      401: refusal('The caller isn’t logged in.'),
      403: refusal(`The caller’s role doesn’t have the right “${access}”.`),
    }),
    ...(params && { 404: refusal('Not found.') }),
    ...(limits.length > 0 && {
      429: refusal(`Too many calls. The limit: ${limits.map(limitText).join(', ')} from one IP address.`),
    }),
    default: refusal('Any other error.'),
  };
}

function success({
  response,
  responseType,
}: Pick<Endpoint, 'response' | 'responseType'>): Record<string, Response> {
  if (response)
    return {
      200: {
        description: 'Success.',
        content: { 'application/json': { schema: schemaOf(response, 'output') } },
      },
    };
  if (responseType === undefined || responseType === 'redirect')
    return { 303: { description: 'Redirects to a page.' } };
  if (responseType === 'empty') return { '2XX': { description: 'Success, without a body.' } };
  return { 200: { description: 'Success.', content: { [responseType]: { schema: { type: 'string' } } } } };
}

function refusal(description: string): Response {
  return { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } };
}

function limitText(limit: CallLimit): string {
  return 'perMinute' in limit
    ? `${limit.perMinute} calls a minute`
    : `${limit.kilobytesPerHour / 1_024} MB an hour`;
}

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _dialect, ...own } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return own;
}
