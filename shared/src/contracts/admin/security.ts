import * as z from 'zod/mini';
import { SecuritySettings } from './shop-settings.ts';

/** What a browser's WebAuthn calls take and return. The server's library checks it in full. */
const WebAuthn = z.looseObject({});
const shortText = z.string('Must be text').check(z.maxLength(200, 'Please use no more than 200 characters'));
const Ticket = shortText;

/** From an authenticator app, or a recovery code. */
const Code = z
  .string('Please enter a code')
  .check(z.trim(), z.minLength(1, 'Please enter a code'), z.maxLength(50, 'Please check the code'));

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
export const PasskeyOptionsAnswer = z.object({
  success: z.literal(true),
  ticket: z.string(),
  options: WebAuthn,
});

export const AddPasskey = z.object({
  ticket: Ticket,
  name: z
    .string('Please enter a name')
    .check(
      z.trim(),
      z.minLength(1, 'Please enter a name'),
      z.maxLength(50, 'Please use no more than 50 characters'),
    ),
  passkey: WebAuthn,
});

export const TotpSetup = z.object({
  success: z.literal(true),
  /** For typing it into the app. */
  secret: z.string(),
  uri: z.string(),
  /** The URI as a picture. */
  qrSvg: z.string(),
});
export const AddTotp = z.object({ secret: shortText, code: Code });

/** `recoveryCodes` is set when the account had none. They are shown only here. */
export const FactorAdded = z.object({
  success: z.literal(true),
  message: z.string(),
  recoveryCodes: z.nullable(z.array(z.string())),
});

export const ByText = z.object({ id: shortText });

export const SecurityAnswer = z.object({
  success: z.literal(true),
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
  settings: SecuritySettings,
});
