import * as z from 'zod/mini';
import { ActionResponse, type EndpointTable, act, call } from './endpoint.ts';
import { ROLES } from './rights.ts';
import { line } from './texts.ts';

/**
 * Request header for calls caused by a recent key press or click, not by automatic refetching. Only these
 * reads keep the session alive.
 */
export const BY_PERSON_HEADER = 'Northlight-By-Person';

export const MINIMUM_PASSWORD_LENGTH = 8;
/** Below each field for a new password. */
export const PASSWORD_HELP = `At least ${MINIMUM_PASSWORD_LENGTH} characters. Avoid common passwords and names.`;

/** Passwords are not trimmed, because spaces at the ends count. */
export const password = (required: string) =>
  z
    .string(required)
    .check(z.minLength(1, required), z.maxLength(1_000, 'Please use no more than 1,000 characters'));

export const Login = z.object({
  username: line(200, 'Username is required'),
  password: password('Password is required'),
});
export type Login = z.infer<typeof Login>;

export const NewPassword = z
  .string('New password is required')
  .check(
    z.minLength(MINIMUM_PASSWORD_LENGTH, 'New password must be at least 8 characters'),
    z.maxLength(1_000, 'Please use no more than 1,000 characters'),
  );

export const ResetPassword = z.object({
  currentPassword: password('Current password is required'),
  newPassword: NewPassword,
});
export type ResetPassword = z.infer<typeof ResetPassword>;

const User = z.object({
  id: z.int(),
  name: z.string(),
  role: z.enum(ROLES),
  /** Whether an owner lets staff see the revenue. */
  staffSeesRevenue: z.boolean(),
  /** The studio's, in which days are shown. */
  timeZone: z.string(),
  /** Of the shop, as it is published now. Absent in older responses. */
  businessName: z.optional(z.string()),
  /** Absent in older responses. */
  hasPasskey: z.optional(z.boolean()),
});
/** Either `user`, or what is needed for the second step. */
export const LoginResponse = z.extend(ActionResponse, {
  user: z.optional(User),
  secondFactor: z.optional(
    z.object({
      ticket: z.string(),
      methods: z.object({ code: z.boolean(), passkey: z.boolean() }),
      /** What lets the only owner in on the server, after everything else was lost. */
      lostCommand: z.optional(z.string()),
    }),
  ),
});
export type LoginResponse = z.infer<typeof LoginResponse>;
/** `user` is the caller, once logged in. `isUnclaimed`: the shop has no owner yet. */
export const AuthStatusResponse = z.object({
  isAuthenticated: z.boolean(),
  user: z.optional(User),
  isUnclaimed: z.optional(z.boolean()),
});
export type AuthStatusResponse = z.infer<typeof AuthStatusResponse>;

export const sessionEndpoints = {
  'POST /api/admin/login': {
    access: 'public',
    summary: 'Logs an administrator in. After a wrong password, the next attempt is delayed.',
    body: Login,
    response: LoginResponse,
  },
  'GET /api/admin/auth-status': call('public', 'Says whether the caller is logged in.', AuthStatusResponse, {
    isKeptOffline: true,
  }),
  'POST /api/admin/logout': act('self', 'Ends the session.'),
  'POST /api/admin/reset-password': act(
    'self',
    'Changes the password and ends the administrator’s other sessions.',
    { body: ResetPassword },
  ),
} satisfies EndpointTable;
