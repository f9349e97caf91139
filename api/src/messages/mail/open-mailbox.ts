import type { ImapFlow } from 'imapflow';
import type { InboxSettings } from '../../base/settings/inbox-settings.ts';
import { MINUTE_MS } from '../../base/units.ts';
import type { TokenSource } from './mail-token.ts';

/** Connects and logs in. Rejects with a reason for people, without the password. */
export async function openMailbox(
  inbox: InboxSettings,
  withinMs: number,
  token?: TokenSource,
): Promise<ImapFlow> {
  // Loaded on first use, to keep the start fast.
  const { ImapFlow } = await import('imapflow');
  const { host, port, user, password, encryption } = inbox;
  const open = async (isRefused: boolean) => {
    const client = new ImapFlow({
      host,
      port,
      auth: token ? { user, accessToken: await token(isRefused) } : { user, pass: password },
      secure: encryption === 'tls',
      ...(encryption !== 'tls' && { doSTARTTLS: encryption === 'starttls' }),
      logger: false,
      autoIdleDelay: 50,
      // Also finds out that a connection is dead.
      maxIdleTime: 2 * MINUTE_MS,
      connectionTimeout: withinMs,
      greetingTimeout: withinMs,
      // The server answers with no more than what it was asked for.
      maxLiteralSize: 2 * 1024 * 1024,
    });
    // Whoever waits for an answer gets the error.
    client.on('error', () => {});
    await client.connect();
    return client;
  };
  return open(false).catch((error: unknown) => {
    // A password change and a sign-out end tokens before their time.
    if (!token || Object(error).authenticationFailed !== true) throw error;
    return open(true);
  });
}
