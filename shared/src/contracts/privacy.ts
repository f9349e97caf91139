import * as z from 'zod/mini';
import { type EndpointTable, act, success } from './endpoint.ts';
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
  'POST /api/admin/privacy/find': {
    access: 'manage',
    summary: 'Counts what is stored about a person.',
    body: ByEmail,
    response: PersonFound,
  },
  'GET /api/admin/privacy/person.tar': {
    access: 'manage',
    confirms: true,
    summary: 'Downloads everything about a person, with their files.',
    query: ByEmail,
    responseType: 'application/x-tar',
  },
  'POST /api/admin/privacy/erase': act(
    'manage',
    'Erases a person. Orders stay with their numbers and amounts.',
    { confirms: true, body: ByEmail },
  ),
} satisfies EndpointTable;
