import { DeliveryError, type RetryPolicy } from '../outbox/delivery-error.ts';
import { asNodemailerMail, type MailTransport } from './transport.ts';

const CONNECT_WITHIN_MS = 30_000;
/** Some let strangers wait a while before they say a word. */
const GREET_WITHIN_MS = 60_000;
/** Many look through a whole mail before they take it; whoever hangs up earlier sends it twice. */
const ANSWER_WITHIN_MS = 4 * 60_000;
/** For one mail as a whole: a server that trickles its answers meets no other limit. Shorter than a lease. */
const SEND_WITHIN_MS = 5 * 60_000;

/** One connection, kept open between mails. nodemailer is loaded with the first mail, not at start. */
export function smtpTransport(url: string): MailTransport {
  const connect = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({
      url,
      pool: true,
      maxConnections: 1,
      maxRequeues: 1,
      connectionTimeout: CONNECT_WITHIN_MS,
      dnsTimeout: CONNECT_WITHIN_MS,
      greetingTimeout: GREET_WITHIN_MS,
      socketTimeout: ANSWER_WITHIN_MS,
      // Where the address itself says otherwise, it wins.
      requireTLS: hasPassword(url) && !isThisMachine(url),
    });
  };
  let connection: ReturnType<typeof connect> | undefined;
  return {
    send: async (mail) => {
      connection ??= connect();
      try {
        const signal = AbortSignal.timeout(SEND_WITHIN_MS);
        const { response } = await (await connection).sendMail({ ...(await asNodemailerMail(mail)), signal });
        return response;
      } catch (error) {
        throw asNotSent(error);
      }
    },
    close: async () => (await connection)?.close(),
  };
}

/** A password never goes over a network in the clear. */
const hasPassword = (url: string): boolean => new URL(url).password !== '';
const isThisMachine = (url: string): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname);

/** Of answers to one mail. All other errors are of the connection, the login or the settings. */
const OF_ONE_MAIL: ReadonlySet<unknown> = new Set(['EENVELOPE', 'EMESSAGE', 'ESTREAM', 'EABORT']);
/** "Log in first", "too weak", "wrong password": some servers say so only when a mail comes. */
const LOGIN_CODES: ReadonlySet<unknown> = new Set([530, 534, 535, 538]);
const CLOSING = 421;
const TOO_LARGE = 552;
/** Refused for good, but for what the shop is or has done, not for this mail: an open relay, a daily limit. */
const OF_THE_SHOP = /\b5\.4\.5\b|relay/i;

type Fault = { code?: unknown; responseCode?: unknown; command?: unknown; message: string };

function asNotSent(error: unknown): DeliveryError {
  const message = error instanceof Error ? error.message : String(error);
  return new DeliveryError(message, remedyFor({ ...Object(error), message }));
}

function remedyFor({ code, responseCode, command, message }: Fault): RetryPolicy {
  // It fell silent over this mail, which it may have taken: the next one is not held up, and this one waits longer each time.
  if (code === 'ETIMEDOUT' && message === 'Timeout') return 'later';
  if (!OF_ONE_MAIL.has(code) || responseCode === CLOSING || LOGIN_CODES.has(responseCode)) return 'outage';
  if (typeof responseCode !== 'number') return remedyWithoutAnswer(code, message);
  if (responseCode < 500) return 'later';
  // The sender is the same for every mail: a refused one is the shop's setting, not this mail's fault.
  const isOfTheShop = command === 'MAIL FROM' && responseCode !== TOO_LARGE;
  return isOfTheShop || OF_THE_SHOP.test(message) ? 'outage' : 'final';
}

/** What nodemailer itself refuses. */
function remedyWithoutAnswer(code: unknown, message: string): RetryPolicy {
  if (message.startsWith('Invalid sender')) return 'outage';
  return code === 'EENVELOPE' || message.startsWith('Message size') ? 'final' : 'later';
}
