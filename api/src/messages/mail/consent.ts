import { createHash, randomBytes } from 'node:crypto';
import * as z from 'zod/mini';
import type { MailConsent } from '../../base/settings/mail-consent.ts';

const WITHIN_MS = 8_000;

type Purpose = 'email' | 'replies';
type Provider = {
  label: string;
  /** Its addresses for a consent and for tokens. */
  authorize: (consent: MailConsent) => string;
  token: (consent: MailConsent) => string;
  scopes: Record<Purpose, string>;
  /** What it needs beside the scope to give a token that can be renewed. */
  extra: { scope?: string; query?: Record<string, string> };
};

const microsoft = ({ base = 'https://login.microsoftonline.com', tenant }: MailConsent) =>
  `${base}/${encodeURIComponent(tenant || 'organizations')}/oauth2/v2.0`;

export const PROVIDERS: Record<MailConsent['provider'], Provider> = {
  microsoft: {
    label: 'Microsoft',
    authorize: (consent) => `${microsoft(consent)}/authorize`,
    token: (consent) => `${microsoft(consent)}/token`,
    scopes: {
      email: 'https://outlook.office.com/SMTP.Send',
      replies: 'https://outlook.office.com/IMAP.AccessAsUser.All',
    },
    extra: { scope: 'offline_access' },
  },
  google: {
    label: 'Google',
    authorize: ({ base = 'https://accounts.google.com' }) => `${base}/o/oauth2/v2/auth`,
    token: ({ base = 'https://oauth2.googleapis.com' }) => `${base}/token`,
    scopes: { email: 'https://mail.google.com/', replies: 'https://mail.google.com/' },
    // Without a prompt, Google gives a refresh token only the first time.
    extra: { query: { access_type: 'offline', prompt: 'consent' } },
  },
};

const scopeOf = ({ provider }: MailConsent, purpose: Purpose) =>
  [PROVIDERS[provider].scopes[purpose], PROVIDERS[provider].extra.scope].filter(Boolean).join(' ');

/** Why there is no token. `field`: what is wrong of the form. `isOver`: only a new consent helps. */
export class ConsentError extends Error {
  readonly field: string;
  readonly isOver: boolean;

  constructor(message: string, { field = 'login', isOver = false } = {}) {
    super(message);
    this.field = field;
    this.isOver = isOver;
  }
}

/** Where the owner consents, and the secret with which the code can be redeemed (PKCE, RFC 7636). */
export function consentUrl(
  consent: MailConsent,
  purpose: Purpose,
  { user, state, redirectUri }: { user: string; state: string; redirectUri: string },
): { url: string; verifier: string } {
  const { authorize, extra } = PROVIDERS[consent.provider];
  const verifier = randomBytes(32).toString('base64url');
  const query = new URLSearchParams({
    client_id: consent.clientId,
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: scopeOf(consent, purpose),
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    login_hint: user,
    ...extra.query,
  });
  return { url: `${authorize(consent)}?${query}`, verifier };
}

const Tokens = z.object({
  access_token: z.string(),
  expires_in: z.number(),
  /** Microsoft gives a new one with each token. */
  refresh_token: z.optional(z.string()),
  scope: z.optional(z.string()),
});
export type Tokens = z.infer<typeof Tokens>;
const Refusal = z.object({ error: z.string(), error_description: z.optional(z.string()) });

/** Redeems a code or a refresh token. Throws a `ConsentError` in words for owners. */
export async function requestTokens(
  consent: MailConsent,
  purpose: Purpose,
  grant: { code: string; verifier: string; redirectUri: string } | { refreshToken: string },
): Promise<Tokens> {
  const { label, token, scopes } = PROVIDERS[consent.provider];
  const scope = scopeOf(consent, purpose);
  const body = new URLSearchParams({
    client_id: consent.clientId,
    client_secret: consent.clientSecret,
    ...('code' in grant
      ? {
          grant_type: 'authorization_code',
          code: grant.code,
          code_verifier: grant.verifier,
          redirect_uri: grant.redirectUri,
        }
      : { grant_type: 'refresh_token', refresh_token: grant.refreshToken }),
    ...(consent.provider === 'microsoft' && { scope }),
  });
  // Secrets must not follow a redirect.
  const sent = { method: 'POST', body, redirect: 'error', signal: AbortSignal.timeout(WITHIN_MS) } as const;
  const answer = await fetch(token(consent), sent).catch(() => null);
  const content: unknown = await answer?.json().catch(() => null);
  const given = Tokens.safeParse(content);
  if (answer?.ok && given.success) {
    const has = given.data.scope?.split(' ').some((one) => isSameScope(one, scopes[purpose])) ?? true;
    if (!has) throw lacksScope(consent, purpose);
    return given.data;
  }
  const refused = Refusal.safeParse(content);
  if (!answer || answer.status >= 500 || answer.status === 429 || !refused.success)
    throw new ConsentError(`${label} didn’t answer. Try again in a minute.`);
  throw refusal(consent, purpose, refused.data);
}

/** Microsoft may leave out the address of the service, or its capitals. */
const isSameScope = (given: string, wanted: string): boolean =>
  given.toLowerCase() === wanted.toLowerCase() || given.toLowerCase() === scopeName(wanted).toLowerCase();
const scopeName = (scope: string): string => scope.split('/').at(-1) || scope;

const lacksScope = ({ provider }: MailConsent, purpose: Purpose) => {
  const { label, scopes } = PROVIDERS[provider];
  return new ConsentError(
    `${label} didn’t give the permission ${scopeName(scopes[purpose])}. Add it to the app at ${label}, and tick it when ${label} asks.`,
    { isOver: true },
  );
};

/** Both providers say in the description what an error is about. Its words are not for owners. */
export function refusal(
  consent: MailConsent,
  purpose: Purpose,
  { error, error_description: text = '' }: z.infer<typeof Refusal>,
): ConsentError {
  const { label } = PROVIDERS[consent.provider];
  if (/AADSTS(90002|900023|700016|50020|50194)\b/.test(text) || error === 'unauthorized_client')
    return new ConsentError(
      `${label} doesn’t know this app in this organization. Check the tenant and the client ID.`,
      { field: 'tenant' },
    );
  if (/AADSTS7000222\b/.test(text))
    return new ConsentError(`The client secret has expired. Make a new one for the app at ${label}.`, {
      field: 'clientSecret',
    });
  if (error === 'invalid_client')
    return new ConsentError(`${label} doesn’t accept this client ID with this client secret.`, {
      field: 'clientSecret',
    });
  if (/redirect_uri|AADSTS50011\b/.test(`${error} ${text}`))
    return new ConsentError(`The app at ${label} lacks the redirect address that the form shows.`, {
      field: 'clientId',
    });
  if (error === 'invalid_scope' || /AADSTS(65001|650053)\b/.test(text)) return lacksScope(consent, purpose);
  if (error === 'access_denied')
    return new ConsentError(`Nobody consented at ${label}. Try again.`, { isOver: true });
  if (error === 'invalid_grant' || error === 'interaction_required')
    return new ConsentError(`The consent at ${label} has ended: it expired, or somebody revoked it.`, {
      isOver: true,
    });
  return new ConsentError(`${label} refused (${error.replaceAll(/\W/g, '_').slice(0, 40)}).`);
}
