import * as z from 'zod/mini';
import { ActionResponse, ById, NoDetails, type EndpointTable, act, success, call } from './endpoint.ts';
import { ROLES } from './rights.ts';
import { isDay, line } from './texts.ts';

const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** The username of the person it belongs to. */
  by: z.string(),
  role: z.enum(ROLES),
  createdAt: z.string(),
  /** Null for one that doesn't end. */
  expiresAt: z.nullable(z.string()),
  lastUsedAt: z.nullable(z.string()),
});
export type ApiToken = z.infer<typeof ApiToken>;

export const NewApiToken = z.object({
  /** Of the person or the program that uses it. */
  name: line(60, 'Please enter a name'),
  role: z.enum(ROLES, 'Please choose a role'),
  /** The last day on which it works, such as "2027-11-24". */
  lastDay: z.nullable(z.string().check(z.refine(isDay, 'Please enter a date such as 2027-11-24'))),
});
export type NewApiToken = z.infer<typeof NewApiToken>;

export const apiTokenEndpoints = {
  'GET /api/json/tokens': {
    access: 'self',
    summary: 'Lists the caller’s API tokens, and for owners those of everybody.',
    response: success({ tokens: z.array(ApiToken) }),
  },
  'POST /api/admin/tokens': call(
    'self',
    'Creates an API token, with at most the caller’s rights. Only this response contains it.',
    z.extend(ActionResponse, { token: z.string() }),
    { confirms: true, body: NewApiToken },
  ),
  'POST /api/admin/tokens/:id/revoke': act('self', 'Revokes an API token.', {
    params: ById,
    body: NoDetails,
  }),
} satisfies EndpointTable;
