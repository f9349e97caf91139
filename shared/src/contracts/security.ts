import * as z from 'zod/mini';
import {
  ActionResponse,
  NoDetails,
  type EndpointTable,
  act,
  success,
  call,
  seenVersion,
  shownVersion,
} from './endpoint.ts';
import { LoginResponse } from './session.ts';
import { line, oneLine } from './texts.ts';

/** What a browser's WebAuthn calls take and return. The server's library checks it in full. */
const WebAuthn = z.looseObject({});
const shortText = z.string('Must be text').check(z.maxLength(200, 'Please use no more than 200 characters'));
const Ticket = shortText;

/** From an authenticator app, or a recovery code. */
const Code = z
  .string('Please enter a code')
  .check(oneLine(), z.minLength(1, 'Please enter a code'), z.maxLength(50, 'Please check the code'));

/** A second factor: a code, or a passkey's answer to the options that came with the ticket. */
export const Factor = z.union(
  [z.object({ code: Code }), z.object({ ticket: Ticket, passkey: WebAuthn })],
  'Please enter a code',
);
export type Factor = z.infer<typeof Factor>;

/** `ticket` comes from the login with the password. Without it, a passkey logs in alone. */
export const LoginFactor = z.union(
  [z.object({ ticket: Ticket, code: Code }), z.object({ ticket: Ticket, passkey: WebAuthn })],
  'Please enter a code',
);

export const PasskeyOptionsRequest = z.object({ ticket: z.optional(Ticket) });
export const PasskeyOptionsResponse = success({
  ticket: z.string(),
  options: WebAuthn,
});

export const AddPasskey = z.object({
  ticket: Ticket,
  name: line(50, 'Please enter a name'),
  passkey: WebAuthn,
});

export const TotpSetup = success({
  /** For typing it into the app. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a picture. */
  qrSvg: z.string(),
});
export const AddTotp = z.object({ secret: shortText, code: Code });

/** `recoveryCodes` is set when the account had none. They are shown only here. */
export const FactorAdded = z.extend(ActionResponse, {
  recoveryCodes: z.nullable(z.array(z.string())),
});

export const ByText = z.object({ id: shortText });

const AMOUNT = [
  z.gte(0, 'Please enter 0 or more'),
  z.lte(100_000, 'Please enter no more than 100,000'),
] as const;

export const SecuritySettings = z.object({
  /** Whether owners must have a second factor. */
  requireSecondFactor: z.boolean(),
  /** Refunds above this many dollars ask for the second factor again. */
  confirmRefundsAbove: z.number('Please enter an amount').check(...AMOUNT),
  /** Staff can send quotes up to this many dollars. */
  staffQuoteLimit: z.number('Please enter an amount').check(...AMOUNT),
  /** Whether staff see the books and the sums of the overview. */
  staffSeesRevenue: z.boolean('Must be true or false'),
});
export type SecuritySettings = z.infer<typeof SecuritySettings>;

export const SecurityResponse = success({
  hasTotp: z.boolean(),
  passkeys: z.array(
    z.object({ id: z.string(), name: z.string(), createdAt: z.string(), lastUsedAt: z.nullable(z.string()) }),
  ),
  recoveryCodesLeft: z.int(),
  sessions: z.array(
    z.object({
      id: z.string(),
      /** The browser and the system, such as "Firefox on Windows". */
      device: z.string(),
      address: z.string(),
      startedAt: z.string(),
      lastUsedAt: z.string(),
      isThis: z.boolean(),
    }),
  ),
  settings: z.extend(SecuritySettings, { version: shownVersion }),
});

export const securityEndpoints = {
  'POST /api/admin/login/passkey': call(
    'public',
    'Starts a login with a passkey, or the second step of a login.',
    PasskeyOptionsResponse,
    { limits: [{ name: 'login-factor', perMinute: 30 }], body: PasskeyOptionsRequest },
  ),
  'POST /api/admin/login/factor': call(
    'public',
    'Finishes a login with a code or a passkey.',
    LoginResponse,
    { limits: [{ name: 'login-factor', perMinute: 30 }], body: LoginFactor },
  ),
  'GET /api/json/security': {
    access: 'self',
    summary: 'Returns the caller’s second factors and sessions.',
    response: SecurityResponse,
  },
  'POST /api/admin/security/confirm/options': {
    access: 'self',
    summary: 'Starts a confirmation with a passkey.',
    body: NoDetails,
    response: PasskeyOptionsResponse,
  },
  'POST /api/admin/security/confirm': act(
    'self',
    'Confirms with a second factor that it’s still the same person.',
    { limits: [{ name: 'login-factor', perMinute: 30 }], body: Factor },
  ),
  'POST /api/admin/security/ready': act(
    'self',
    'Says whether an export may start, or asks for the second factor first.',
    { confirms: true, body: NoDetails },
  ),
  'POST /api/admin/security/totp/new': call(
    'self',
    'Returns a new secret for an authenticator app.',
    TotpSetup,
    { confirms: true, body: NoDetails },
  ),
  'POST /api/admin/security/totp': call('self', 'Adds the authenticator app, or replaces it.', FactorAdded, {
    confirms: true,
    limits: [{ name: 'login-factor', perMinute: 30 }],
    body: AddTotp,
  }),
  'POST /api/admin/security/totp/remove': act('self', 'Removes the authenticator app.', {
    confirms: true,
    body: NoDetails,
  }),
  'POST /api/admin/security/passkeys/new': call('self', 'Starts adding a passkey.', PasskeyOptionsResponse, {
    confirms: true,
    body: NoDetails,
  }),
  'POST /api/admin/security/passkeys': call('self', 'Adds a passkey.', FactorAdded, {
    confirms: true,
    body: AddPasskey,
  }),
  'POST /api/admin/security/passkeys/:id/remove': act('self', 'Removes a passkey.', {
    confirms: true,
    params: ByText,
    body: NoDetails,
  }),
  'POST /api/admin/security/recovery-codes': call('self', 'Replaces the recovery codes.', FactorAdded, {
    confirms: true,
    body: NoDetails,
  }),
  'POST /api/admin/security/sessions/end-others': act('self', 'Ends the caller’s other sessions.', {
    body: NoDetails,
  }),
  'POST /api/admin/security/sessions/:id/end': act('self', 'Ends one of the caller’s sessions.', {
    params: ByText,
    body: NoDetails,
  }),
  'POST /api/admin/security/settings': act(
    'manage',
    'Changes when a second factor is required, and what staff may do and see.',
    {
      isForPeople: true,
      confirms: true,
      body: z.extend(SecuritySettings, {
        version: seenVersion,
        staffQuoteLimit: z.optional(SecuritySettings.shape.staffQuoteLimit),
        staffSeesRevenue: z.optional(SecuritySettings.shape.staffSeesRevenue),
      }),
    },
  ),
} satisfies EndpointTable;
