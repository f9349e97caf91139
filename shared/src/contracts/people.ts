import * as z from 'zod/mini';
import { ActionResponse, ById, NoDetails, type EndpointTable } from './endpoint.ts';
import { ROLES } from './rights.ts';
import { LoginResponse, NewPassword } from './session.ts';
import { emailAddress, line } from './texts.ts';

const name = line(50);
const Role = z.enum(ROLES, 'Please choose a role');

export const InvitePerson = z.object({
  email: emailAddress('Please enter a valid email address').check(
    z.toLowerCase(),
    z.maxLength(100, 'Please use no more than 100 characters'),
  ),
  firstName: name,
  lastName: name,
  role: Role,
});
export type InvitePerson = z.infer<typeof InvitePerson>;

export const ChangePerson = z.object({ role: z.optional(Role), isActive: z.optional(z.boolean()) });
export type ChangePerson = z.infer<typeof ChangePerson>;

/** The two parts of the link in an invitation. */
const invited = { id: z.int('Must be a number'), key: z.string('Must be text').check(z.maxLength(100)) };
export const OpenInvitation = z.object(invited);
export const AcceptInvitation = z.object({ ...invited, password: NewPassword });

export const InvitationResponse = z.object({ success: z.literal(true), username: z.string(), role: Role });

export const Person = z.object({
  id: z.int(),
  username: z.string(),
  /** The username without a name. */
  name: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['active', 'invited', 'expired', 'deactivated']),
  hasSecondFactor: z.boolean(),
  lastLogin: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;
export const PeopleResponse = z.object({ success: z.literal(true), people: z.array(Person) });

/** `link`: of the invitation, if no email takes it there. */
const InvitedResponse = z.extend(ActionResponse, { link: z.optional(z.string()) });

/** Who works on orders. */
export const TeamResponse = z.object({
  success: z.literal(true),
  team: z.array(z.object({ id: z.int(), username: z.string(), name: z.string() })),
});
export type Team = z.infer<typeof TeamResponse>['team'];

export const peopleEndpoints = {
  'GET /api/json/team': {
    access: 'read',
    summary: 'Lists who can be responsible for an order or a customer, and be mentioned in a note.',
    response: TeamResponse,
    isKeptOffline: true,
  },
  'GET /api/json/people': {
    access: 'manage',
    summary: 'Lists the administrators.',
    response: PeopleResponse,
  },
  'POST /api/admin/people': {
    access: 'manage',
    isForPeople: true,
    confirms: true,
    summary: 'Invites a person by email.',
    body: InvitePerson,
    response: InvitedResponse,
  },
  'POST /api/admin/people/:id': {
    access: 'manage',
    isForPeople: true,
    confirms: true,
    summary: 'Changes a person’s role, or deactivates or reactivates them.',
    params: ById,
    body: ChangePerson,
    response: ActionResponse,
  },
  'POST /api/admin/people/:id/invite': {
    access: 'manage',
    isForPeople: true,
    confirms: true,
    summary: 'Sends an invitation again, with a new link.',
    params: ById,
    body: NoDetails,
    response: InvitedResponse,
  },
  'POST /api/admin/invitation': {
    access: 'public',
    summary: 'Returns what an invitation is for.',
    limits: [{ name: 'invitation', perMinute: 10 }],
    body: OpenInvitation,
    response: InvitationResponse,
  },
  'POST /api/admin/invitation/accept': {
    access: 'public',
    summary: 'Sets the invited person’s password and logs them in.',
    limits: [{ name: 'invitation', perMinute: 10 }],
    body: AcceptInvitation,
    response: LoginResponse,
  },
} satisfies EndpointTable;
