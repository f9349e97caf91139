import * as z from 'zod/mini';
import { optionalUrl, refuse } from './variables.ts';

const EXAMPLE = 'imaps://user:password@mail.example.com:993/INBOX';

/** The environment variable of the mailbox that replies arrive in. */
export const inboxVariables = {
  IMAP_URL: optionalUrl('IMAP_URL', /^imaps?$/, EXAMPLE),
};
const Variables = z.object(inboxVariables);

export type InboxSettings = {
  host: string;
  port: number;
  user: string;
  /** Where customers reply to: the user, if it is an address. Otherwise they reply to the business's address. */
  address: string | undefined;
  password: string;
  folder: string;
  /**
   * `tls`: from the first byte. `starttls`: required before the login. `none`: on this machine only, so a password never
   * crosses a network unencrypted.
   */
  encryption: 'tls' | 'starttls' | 'none';
};

/** Undefined without IMAP_URL. */
export function inboxSettings({ IMAP_URL }: z.infer<typeof Variables>): InboxSettings | undefined {
  if (IMAP_URL === undefined) return undefined;
  const { protocol, hostname, port, username, password, pathname, searchParams } = new URL(IMAP_URL);
  // A provider's consent, which only the dashboard can get.
  const isConsent = searchParams.get('login') === 'consent';
  if (!username || (!password && !isConsent))
    refuse(`IMAP_URL must contain a user and a password, such as ${EXAMPLE}`);
  const isTls = protocol === 'imaps:';
  try {
    const user = decodeURIComponent(username);
    return {
      host: hostname.replaceAll(/[[\]]/g, ''),
      port: Number(port) || (isTls ? 993 : 143),
      user,
      address: user.includes('@') ? user.toLowerCase() : undefined,
      password: decodeURIComponent(password),
      folder: decodeURIComponent(pathname.slice(1)) || 'INBOX',
      encryption: isTls ? 'tls' : isThisMachine(hostname) ? 'none' : 'starttls',
    };
  } catch {
    return refuse('IMAP_URL has a % that is not followed by two hexadecimal digits. Write % as %25');
  }
}

/** Whether a host name, as in a URL, is this machine. */
export const isThisMachine = (hostname: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
