import type { IncomingHttpHeaders } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { TLSSocket } from 'node:tls';
import { type DoctorLine, VERSION_HEADER } from '@northlight/shared/contracts/operations.ts';
import type { Env } from '../../base/settings/env.ts';
import { isHttps } from '../../http/middleware/cookie-name.ts';
import { failure, isPublic, messageOf, off, ok, warning, type DoctorContext } from './check.ts';
import { DAY_MS } from '../../base/units.ts';

const WITHIN_MS = 8_000;
const DAYS_TO_RENEW = 14;
/** Stripe refuses nothing below five minutes, but a clock that drifts this far is not synchronized. */
const SECONDS_APART = 30;
/** OpenSSL's names for certificates that browsers refuse, too. */
const CERTIFICATE_FAULT = /CERT|SIGNATURE|ISSUER/;

type Answer = { status: number; headers: IncomingHttpHeaders; certificateEndsAt: Date | null };

/** Calls the shop at its public address, as customers do. */
export async function checkAddress({ settings, now }: DoctorContext): Promise<DoctorLine[] | DoctorLine> {
  const { publicUrl } = settings;
  let answer: Answer;
  try {
    answer = await get(`${publicUrl}/api/health`);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    if (CERTIFICATE_FAULT.test(code))
      return failure(
        'Address',
        `The certificate of ${publicUrl} is not valid (${code}).`,
        'Renew it at your proxy.',
      );
    return failure(
      'Address',
      `${publicUrl} can’t be reached from this machine (${code}).`,
      'Start the shop, and check PUBLIC_URL, your proxy, and the DNS entry of its name.',
    );
  }
  const { status, headers, certificateEndsAt } = answer;
  if (headers[VERSION_HEADER.toLowerCase()] === undefined)
    return failure(
      'Address',
      `A different server responds at ${publicUrl}.`,
      `Configure your proxy to forward ${publicUrl} to this shop.`,
    );
  if (status !== 200) return failure('Address', `The shop answers with ${status}.`, 'See the Database line.');
  const reached = ok('Address', `${publicUrl} answers.`);
  if (certificateEndsAt)
    return [reached, certificateLine(certificateEndsAt, now()), await onlyHttps(publicUrl, headers)];
  if (!isPublic(settings)) return reached;
  return [
    reached,
    failure(
      'Encryption',
      'Logins and orders are sent unencrypted.',
      'Use a proxy with TLS and an https PUBLIC_URL.',
    ),
  ];
}

export function certificateLine(endsAt: Date, now: Date): DoctorLine {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const message = `The certificate is valid for ${days} more days.`;
  if (days >= DAYS_TO_RENEW) return ok('Certificate', message);
  return warning(
    'Certificate',
    message,
    'Renew it, and check why your proxy did not renew it automatically.',
  );
}

async function onlyHttps(publicUrl: string, headers: IncomingHttpHeaders): Promise<DoctorLine> {
  const name = 'Encryption';
  if (!headers['strict-transport-security'])
    return warning(
      name,
      'Strict-Transport-Security is missing.',
      'Configure your proxy to keep this header.',
    );
  const { host, port } = new URL(publicUrl);
  // An address without a port may answer nothing, which is fine, too.
  const plain = port ? null : await get(`http://${host}/`).catch(() => null);
  if (plain && !plain.headers.location?.startsWith('https:'))
    return warning(name, `http://${host} is not redirected to https.`, 'Redirect it at your proxy.');
  return ok(name, 'Customers are kept on https.');
}

/** A provider's clock is right, so it is compared with the time of any answer, even a refusal. */
export async function checkClock({ settings, now }: DoctorContext): Promise<DoctorLine> {
  const url = timeServer(settings);
  if (!url) return off('Clock', 'There’s no payment provider to compare it with.');
  const answer = await get(url).catch(() => null);
  const there = Date.parse(answer?.headers.date ?? '');
  if (Number.isNaN(there)) return off('Clock', 'The provider used for comparison can’t be reached.');
  const seconds = Math.round(Math.abs(now().getTime() - there) / 1_000);
  if (seconds <= SECONDS_APART) return ok('Clock', 'The clock is right.');
  return warning(
    'Clock',
    `The clock differs from the payment provider’s by ${seconds} seconds. Over 300, webhook events are rejected.`,
    'Turn on time synchronization, such as with timedatectl set-ntp true.',
  );
}

function timeServer({ payments, mailchimp }: Env): string | undefined {
  if (payments.mode === 'live' && payments.stripe) return payments.stripe.apiBase ?? 'https://api.stripe.com';
  if (payments.mode === 'live' && payments.paypal) return payments.paypal.apiBase;
  return mailchimp?.basePath;
}

/** `fetch` does not show certificates. */
function get(url: string): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { get: send } = isHttps({ publicUrl: url }) ? https : http;
    const request = send(url, { agent: false, timeout: WITHIN_MS }, (response) => {
      response.resume();
      const { socket, statusCode = 0, headers } = response;
      const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : null;
      resolve({ status: statusCode, headers, certificateEndsAt: ends ? new Date(ends) : null });
    });
    request.once('timeout', () =>
      request.destroy(new Error(`no answer within ${WITHIN_MS / 1_000} seconds`)),
    );
    request.once('error', reject);
  });
}
