import type { AdminClient } from '../base/admin-client.ts';

/** Whether passkeys of this shop work here. The desktop app shows its pages under another address. */
export const canUsePasskeys = (homeUrl: string): boolean =>
  'PublicKeyCredential' in window && new URL(homeUrl, location.href).origin === location.origin;

/** Loaded with the first passkey. */
const browser = () => import('@simplewebauthn/browser');

type Options = { ticket: string; options: object };

/** Asks the browser for a passkey. Rejects when the person cancels. */
export async function signWithPasskey({ ticket, options }: Options) {
  const { startAuthentication } = await browser();
  const passkey = await startAuthentication({ optionsJSON: options as never });
  return { ticket, passkey: { ...passkey } };
}

/** Asks the browser to make a passkey and adds it to the account. */
export async function addPasskey(client: AdminClient, name: string) {
  const { startRegistration } = await browser();
  const { ticket, options } = await client.call('POST /api/admin/security/passkeys/new');
  const passkey = await startRegistration({ optionsJSON: options as never });
  return client.call('POST /api/admin/security/passkeys', {
    body: { ticket, name, passkey: { ...passkey } },
  });
}

/** True for what a browser throws when the person cancels or no passkey fits. */
export const isCanceled = (error: unknown): boolean =>
  error instanceof Error && ['NotAllowedError', 'AbortError'].includes(error.name);
