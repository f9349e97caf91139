import { lookup } from 'node:dns/promises';
import type { IncomingHttpHeaders } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { networkInterfaces } from 'node:os';
import { TLSSocket } from 'node:tls';
import { VERSION_HEADER } from '@northlight/shared/contracts/operations.ts';
import { type Env, isHttps } from '../../base/settings/env.ts';
import { failure, messageOf, off, ok, warning, type DoctorContext, type Finding, named } from './check.ts';
import { DAY_MS } from '../../base/units.ts';
import { HOPS_HEADER, NAME_HEADER, probeHeader } from '../../http/limits/proxy-watch.ts';
import { isPublic } from '../../base/settings/env.ts';

const WITHIN_MS = 8_000;
const DAYS_TO_RENEW = 14;
/** Stripe refuses nothing below five minutes, but a clock that drifts this far is not synchronized. */
const SECONDS_APART = 30;
/** OpenSSL's names for certificates that browsers refuse, too. */
const CERTIFICATE_FAULT = /CERT|SIGNATURE|ISSUER/;

export const NO_HSTS = 'Strict-Transport-Security is missing.';

type Answer = { status: number; headers: IncomingHttpHeaders; certificateEndsAt: Date | null };

/** Calls the shop at its public address, as customers do. */
export async function checkAddress(context: DoctorContext): Promise<Finding[] | Finding> {
  const found = await callAddress(context);
  const lines = [found].flat();
  if (lines[0]?.state === 'ok' || !isPublic(context.settings)) return found;
  const { publicUrl } = context.settings;
  const nowhere = warning(
    `Pages that are opened at another address lead to ${publicUrl}, too.`,
    'If that address is gone, set PUBLIC_URL=https://… with the new one on the server.',
  );
  return [...lines, named('Other addresses', nowhere)];
}

async function callAddress({ settings, now }: DoctorContext): Promise<Finding[] | Finding> {
  const { publicUrl } = settings;
  let answer: Answer;
  try {
    answer = await get(`${publicUrl}/api/health`, probeHeader(settings.secret));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : messageOf(error);
    return whyNotReached(settings, code);
  }
  const { status, headers, certificateEndsAt } = answer;
  if (headers[VERSION_HEADER.toLowerCase()] === undefined) return otherServer(publicUrl);
  const hops = headers[HOPS_HEADER];
  if (hops === undefined)
    return failure(
      `A different shop responds at ${publicUrl}.`,
      `Configure your proxy to forward ${publicUrl} to this shop, with all headers.`,
    );
  if (status !== 200) return failure(`The shop answers with ${status}.`, 'See the Database line.');
  const reached = [
    ok(`${publicUrl} answers.`),
    ...nameLine(settings, String(headers[NAME_HEADER])),
    ...hopsLine(settings, Number(hops)),
  ];
  if (certificateEndsAt)
    return [
      ...reached,
      named('Certificate', certificateLine(certificateEndsAt, now())),
      named('Encryption', await onlyHttps(publicUrl, headers)),
    ];
  if (!isPublic(settings)) return reached;
  return [
    ...reached,
    named(
      'Encryption',
      failure('Logins and orders are sent unencrypted.', 'Use a proxy with TLS and an https PUBLIC_URL.'),
    ),
  ];
}

/** What can't be seen from this machine is a warning: its network may lead nothing back to itself. */
async function whyNotReached({ publicUrl, secret }: Env, code: string): Promise<Finding> {
  const { hostname } = new URL(publicUrl);
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return failure(
      `There is no DNS entry for ${hostname}.`,
      'Add a record for it at the company that manages your domain, with the IP address of the server: type A, or AAAA for IPv6. It can take an hour to take effect.',
    );
  if (CERTIFICATE_FAULT.test(code)) {
    const answer = await get(`${publicUrl}/api/health`, probeHeader(secret), false).catch(() => null);
    if (answer && answer.headers[HOPS_HEADER] === undefined) return otherServer(publicUrl);
  }
  if (CERTIFICATE_FAULT.test(code) || code === 'EPROTO')
    return failure(
      `${publicUrl} has no valid certificate (${code}).`,
      'Renew it at your proxy. Caddy gets one automatically within a few minutes if ports 80 and 443 are open and the DNS entry leads to this machine.',
    );
  if (await leadsHere(hostname))
    return failure(
      `${publicUrl} leads to this machine, but nothing answers there (${code}).`,
      'Start the shop and your proxy, and open ports 80 and 443 in the firewall.',
    );
  return warning(
    `Nothing answers at ${publicUrl} when this machine calls it (${code}). That may only be this machine’s network.`,
    'Open it on a phone. If nothing answers there either, open ports 80 and 443 in the firewall, and check the DNS entry.',
  );
}

const otherServer = (publicUrl: string) =>
  failure(
    `A different server responds at ${publicUrl}.`,
    `Change the DNS entry of ${new URL(publicUrl).hostname} to the IP address of this machine, or configure your proxy to forward ${publicUrl} to this shop.`,
  );

/** Whether a name leads to an address of this machine. */
async function leadsHere(hostname: string): Promise<boolean> {
  const own = new Set(
    Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address)),
  );
  const addresses = await lookup(hostname, { all: true }).catch(() => []);
  return addresses.some(({ address }) => own.has(address));
}

/** How many proxies pass a request on. Undefined if another server answers. */
export async function hopsTo(publicUrl: string, secret: string): Promise<number | undefined> {
  const { headers } = await get(`${publicUrl}/api/health`, probeHeader(secret));
  const hops = headers[HOPS_HEADER];
  return hops === undefined ? undefined : Number(hops);
}

/** Without the name, nobody at another one can be led to the address. */
function nameLine(settings: Env, name: string): Finding[] {
  if (!isPublic(settings) || name === new URL(settings.publicUrl).hostname) return [];
  return [
    warning(
      `Requests for ${settings.publicUrl} arrive under the name ${name}.`,
      'Configure your proxy to pass on the Host header, so that visitors at other addresses can be led to yours.',
    ),
  ];
}

function hopsLine({ trustProxyHops }: Env, hops: number): Finding[] {
  if (hops === trustProxyHops) return [];
  return [
    named(
      'Proxy',
      failure(
        `Requests come through ${hops} ${hops === 1 ? 'proxy' : 'proxies'}, and the shop expects ${trustProxyHops}.`,
        `Enter ${hops} under Settings, Connections, Address, or set TRUST_PROXY_HOPS=${hops} on the server.`,
      ),
    ),
  ];
}

export function certificateLine(endsAt: Date, now: Date): Finding {
  const days = Math.floor((endsAt.getTime() - now.getTime()) / DAY_MS);
  const message = `The certificate is valid for ${days} more days.`;
  if (days >= DAYS_TO_RENEW) return ok(message);
  return warning(message, 'Renew it, and check why your proxy did not renew it automatically.');
}

async function onlyHttps(publicUrl: string, headers: IncomingHttpHeaders): Promise<Finding> {
  const { host, port } = new URL(publicUrl);
  // An address without a port may answer nothing, which is fine, too.
  const plain = port ? null : await get(`http://${host}/`).catch(() => null);
  if (plain && !plain.headers.location?.startsWith('https:'))
    return warning(`http://${host} is not redirected to https.`, 'Redirect it at your proxy.');
  if (!headers['strict-transport-security'])
    return warning(NO_HSTS, 'Configure your proxy to keep this header.');
  return ok('Customers are kept on https.');
}

/** A provider's clock is right, so it is compared with the time of any answer, even a refusal. */
export async function checkClock({ settings, now }: DoctorContext): Promise<Finding> {
  const url = timeServer(settings);
  if (!url) return off('There’s no payment provider to compare it with.');
  const answer = await get(url).catch(() => null);
  const there = Date.parse(answer?.headers.date ?? '');
  if (Number.isNaN(there)) return off('The provider used for comparison can’t be reached.');
  const seconds = Math.round(Math.abs(now().getTime() - there) / 1_000);
  if (seconds <= SECONDS_APART) return ok('The clock is right.');
  return warning(
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
function get(url: string, headers: Record<string, string> = {}, rejectUnauthorized = true): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { get: send } = isHttps({ publicUrl: url }) ? https : http;
    const request = send(
      url,
      { agent: false, timeout: WITHIN_MS, headers, rejectUnauthorized },
      (response) => {
        response.resume();
        const { socket, statusCode = 0 } = response;
        const ends = socket instanceof TLSSocket ? socket.getPeerCertificate().valid_to : null;
        resolve({
          status: statusCode,
          headers: response.headers,
          certificateEndsAt: ends ? new Date(ends) : null,
        });
      },
    );
    request.once('timeout', () =>
      request.destroy(new Error(`no answer within ${WITHIN_MS / 1_000} seconds`)),
    );
    request.once('error', reject);
  });
}
