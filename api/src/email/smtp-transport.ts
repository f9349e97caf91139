import { isThisMachine } from '../base/settings/inbox-settings.ts';
import { DeliveryError, type RetryPolicy } from '../messages/outbox/delivery-error.ts';
import { ConsentError } from '../messages/mail/consent.ts';
import type { TokenSource } from '../messages/mail/mail-token.ts';
import { asNodemailerEmail, type EmailTransport } from './transport.ts';

const CONNECT_WITHIN_MS = 30_000;
/** Some servers delay their greeting. */
const GREET_WITHIN_MS = 60_000;
/** Many servers scan an email before they accept it. Hanging up earlier would send it twice. */
const ANSWER_WITHIN_MS = 4 * 60_000;
/** For one email: no other limit catches a server that answers in trickles. Shorter than a lease. */
const SEND_WITHIN_MS = 5 * 60_000;

/** Logs in and out without sending anything. Rejects with nodemailer's error. */
export async function checkSmtpLogin(url: string, withinMs: number, token?: TokenSource): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const limits = { connectionTimeout: withinMs, greetingTimeout: withinMs, socketTimeout: withinMs };
  await withNewToken(token, async (isRefused) => {
    const login = loginOf(url, token, isRefused);
    const transport = createTransport({ ...login, dnsTimeout: withinMs, ...limits });
    try {
      await transport.verify();
    } finally {
      transport.close();
    }
  });
}

/** One connection, kept open between emails. Nodemailer is loaded with the first email. */
export function smtpTransport(url: string, token?: TokenSource): EmailTransport {
  const connect = async (isRefused: boolean) => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      ...loginOf(url, token, isRefused),
      pool: true,
      maxConnections: 1,
      maxRequeues: 1,
      connectionTimeout: CONNECT_WITHIN_MS,
      dnsTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: GREET_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
    });
  };
  let connection: ReturnType<typeof connect> | undefined;
  const close = async () => {
    const used = connection;
    connection = undefined;
    (await used)?.close();
  };
  return {
    send: async (email) => {
      try {
        const signal = AbortSignal.timeout(SEND_WITHIN_MS);
        const message = await asNodemailerEmail(email);
        return await withNewToken(token, async (isRefused) => {
          if (isRefused) await close();
          connection ??= connect(isRefused);
          const { response } = await (await connection).sendMail({ ...message, signal });
          return response;
        });
      } catch (error) {
        throw asNotSent(error);
      }
    },
    close,
  };
}

/** Tries again with a new token if the server refused the last one, which can end before its time. */
async function withNewToken<Result>(
  token: TokenSource | undefined,
  work: (isRefused: boolean) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(false);
  } catch (error) {
    if (!token || error instanceof ConsentError || Object(error).code !== 'EAUTH') throw error;
    return work(true);
  }
}

/** The server and how to log in there, which is never sent unencrypted. The URL's own options win. */
function loginOf(url: string, token: TokenSource | undefined, isRefused: boolean) {
  const { protocol, hostname, port, username, password } = new URL(url);
  const requireTLS = (password !== '' || token !== undefined) && !isThisMachine(hostname);
  if (!token) return { url, requireTLS };
  const secure = protocol === 'smtps:';
  let mustRenew = isRefused;
  // A connection of the pool that ended asks for a token again.
  const provisionCallback = (
    _user: string,
    _renew: boolean,
    done: (error: Error | null, given?: string) => void,
  ) => {
    const given = token(mustRenew);
    mustRenew = false;
    given.then((text) => done(null, text), done);
  };
  const user = decodeURIComponent(username);
  return {
    host: hostname,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS,
    auth: { type: 'OAuth2' as const, user, provisionCallback },
  };
}

/** Errors about one email. All others are about the connection, the login or the settings. */
const IN_ONE_EMAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EABORT']);
/** "Log in first", "too weak", "wrong password": some servers only say so when an email is sent. */
const LOGIN_CODES: ReadonlySet<unknown> = new Set([530, 534, 535, 538]);
const CLOSING = 421;
const TOO_LARGE = 552;
/** A permanent refusal because of the sender, not of this email: an open relay, a daily limit. */
const OF_THE_SHOP = /\b5\.4\.5\b|relay/i;

type Fault = { code?: unknown; responseCode?: unknown; command?: unknown; message: string };

function asNotSent(error: unknown): DeliveryError {
  const message = error instanceof Error ? error.message : String(error);
  return new DeliveryError(message, remedyFor({ ...Object(error), message }));
}

function remedyFor({ code, responseCode, command, message }: Fault): RetryPolicy {
  // The connection timed out during this email, which may have been accepted. The others are not held up, and
  // this one waits longer each time.
  if (code === 'ETIMEDOUT' && message === 'Timeout') return 'later';
  if (!IN_ONE_EMAIL.has(code) || responseCode === CLOSING || LOGIN_CODES.has(responseCode)) return 'outage';
  if (typeof responseCode !== 'number') return remedyWithoutAnswer(code, message);
  if (responseCode < 500) return 'later';
  // Every email has the same sender, so a refused sender is a wrong setting.
  const isOfTheShop = command === 'MAIL FROM' && responseCode !== TOO_LARGE;
  return isOfTheShop || OF_THE_SHOP.test(message) ? 'outage' : 'final';
}

/** Errors that nodemailer raises itself. */
function remedyWithoutAnswer(code: unknown, message: string): RetryPolicy {
  if (message.startsWith('Invalid sender')) return 'outage';
  return code === 'EENVELOPE' || message.startsWith('Message size') ? 'final' : 'later';
}
