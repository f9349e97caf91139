import * as z from 'zod/mini';
import { type EndpointTable, act, success, call, raw } from './endpoint.ts';
import { emailAddress } from './texts.ts';

const Email = emailAddress('Please enter a valid email address').check(z.toLowerCase());

export const ByEmail = z.object({ email: Email });
export type ByEmail = z.infer<typeof ByEmail>;

/** What is stored about the owner of an email address. */
export const PersonFound = success({
  email: z.string(),
  orders: z.array(z.string()),
  forms: z.int(),
  files: z.int(),
  messages: z.int(),
  emails: z.int(),
});
export type PersonFound = z.infer<typeof PersonFound>;

export const privacyEndpoints = {
  'POST /api/admin/privacy/find': call('manage', 'Counts what is stored about a person.', PersonFound, {
    body: ByEmail,
  }),
  'GET /api/admin/privacy/person.tar': raw(
    'manage',
    'Downloads everything about a person, with their files.',
    'application/x-tar',
    { confirms: true, query: ByEmail },
  ),
  'POST /api/admin/privacy/erase': act(
    'manage',
    'Erases a person. Orders stay with their numbers and amounts.',
    { confirms: true, body: ByEmail },
  ),
} satisfies EndpointTable;
