import * as z from 'zod/mini';
import {
  ActionResponse,
  ById,
  NoDetails,
  type EndpointTable,
  act,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { ROLES } from './rights.ts';
import { LoginResponse, NewPassword } from './session.ts';
import { emailAddress, line } from './texts.ts';

const Role = z.enum(ROLES, 'Please choose a role');
const named = {
  email: emailAddress('Please enter a valid email address').check(
    z.toLowerCase(),
    z.maxLength(100, 'Please use no more than 100 characters'),
  ),
  firstName: line(50),
  lastName: line(50),
};

export const InvitePerson = z.object({ ...named, role: Role });
export type InvitePerson = z.infer<typeof InvitePerson>;

export const ChangePerson = z.object({
  version: seenVersion,
  role: z.optional(Role),
  isActive: z.optional(z.boolean()),
  email: z.optional(named.email),
  firstName: z.optional(named.firstName),
  lastName: z.optional(named.lastName),
  /** Removes the authenticator app, the passkeys, and the recovery codes. */
  hasSecondFactor: z.optional(z.literal(false)),
});
export type ChangePerson = z.infer<typeof ChangePerson>;

export const PersonNames = z.object(named);

/** `code`: from the email to a new address. */
export const Profile = z.object({
  ...named,
  code: z.optional(line(20)),
});
export type Profile = z.infer<typeof Profile>;
export const ProfileResponse = z.extend(PersonNames, { version: shownVersion, success: z.literal(true) });

/** `code`: that `start` prints. `email`: of the account, where a link goes when the password is forgotten. */
export const Claim = z.object({
  code: line(100, 'Please enter the code'),
  username: line(50, 'Please enter a username'),
  password: NewPassword,
  email: z.optional(named.email),
  firstName: z.optional(named.firstName),
  lastName: z.optional(named.lastName),
});
export type Claim = z.infer<typeof Claim>;

export const ForgotPassword = z.object({
  username: line(200, 'Please enter your username or email address'),
});

/** The two parts of the link in an invitation, and of one to set a new password. */
const invited = { id: z.int('Must be a number'), key: z.string('Must be text').check(z.maxLength(100)) };
export const OpenInvitation = z.object(invited);
export const AcceptInvitation = z.object({ ...invited, password: NewPassword });

/** `isMember`: the link sets a new password of somebody who already has an account. */
export const InvitationResponse = success({
  username: z.string(),
  role: Role,
  isMember: z.boolean(),
});

export const Person = z.object({
  version: shownVersion,
  id: z.int(),
  username: z.string(),
  /** The username without a name. */
  name: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  role: Role,
  state: z.enum(['active', 'invited', 'expired', 'deactivated']),
  hasSecondFactor: z.boolean(),
  lastLogin: z.nullable(z.string()),
});
export type Person = z.infer<typeof Person>;
export const PeopleResponse = success({ people: z.array(Person) });

/** `link`: of the invitation, if no email takes it there. */
const InvitedResponse = z.extend(ActionResponse, { link: z.optional(z.string()) });

/** Who works on orders. */
export const TeamResponse = success({
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
  'GET /api/json/people': call('manage', 'Lists the administrators.', PeopleResponse),
  'POST /api/admin/people': call('manage', 'Invites a person by email.', InvitedResponse, {
    isForPeople: true,
    confirms: true,
    body: InvitePerson,
  }),
  'POST /api/admin/people/:id': call(
    'manage',
    'Changes a person’s role, name, or email address, removes a lost second factor, or deactivates or reactivates them.',
    InvitedResponse,
    { isForPeople: true, confirms: true, params: ById, body: ChangePerson },
  ),
  'POST /api/admin/people/:id/invite': call(
    'manage',
    'Sends an invitation again, with a new link. An active person gets a link to set a new password.',
    InvitedResponse,
    { isForPeople: true, confirms: true, params: ById, body: NoDetails },
  ),
  'POST /api/admin/invitation': call('public', 'Returns what an invitation is for.', InvitationResponse, {
    limits: [{ name: 'invitation', perMinute: 10 }],
    body: OpenInvitation,
  }),
  'POST /api/admin/invitation/accept': call(
    'public',
    'Sets the password and logs the person in, after the second factor of those who have one. Their other sessions end.',
    LoginResponse,
    { limits: [{ name: 'invitation', perMinute: 10 }], body: AcceptInvitation },
  ),
  'POST /api/claim': call(
    'public',
    'Makes the caller the owner of a new shop, with the code that the start of the server prints.',
    LoginResponse,
    { limits: [{ name: 'claim', perMinute: 10 }], body: Claim },
  ),
  'POST /api/admin/forgot-password': act(
    'public',
    'Emails a link to set a new password. The response is the same whether there is an account or not.',
    { limits: [{ name: 'forgot-password', perMinute: 5 }], body: ForgotPassword },
  ),
  'GET /api/json/profile': call('self', 'Returns the caller’s name and email address.', ProfileResponse),
  'POST /api/admin/profile': call(
    'self',
    'Changes the caller’s name and email address. A new address counts with the code that is sent to it.',
    z.extend(ActionResponse, { needsCode: z.boolean() }),
    {
      confirms: true,
      limits: [{ name: 'profile', perMinute: 10 }],
      body: z.extend(Profile, { version: seenVersion }),
    },
  ),
} satisfies EndpointTable;
