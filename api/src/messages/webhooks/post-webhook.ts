import { lookup, type LookupAddress } from 'node:dns';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';

/** What is read of an answer. Its status says everything. */
const ANSWER_BYTES = 1_000;

/** How the addresses of other systems are reached. */
export type Dial = {
  lookup: typeof lookup;
  isAllowed: (ip: string) => boolean;
  /** Certificates to trust instead of the system's. */
  ca?: string;
  /** How long an answer may take. */
  timeoutMs: number;
  /** How long it is then read. */
  readMs: number;
};
export const publicInternet: Dial = { lookup, isAllowed: isPublicAddress, timeoutMs: 10_000, readMs: 2_000 };

export type Answer = { status: number; text: string; location: string | null };

/** Thrown before anything is sent. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

const refused = () =>
  new AddressRefused('This address is in a private network. Only addresses on the internet are allowed.');

/**
 * Posts to an address, on a connection of its own. What the host resolves to is checked when it connects, so no
 * name can lead into a private network, and redirects are not followed. Throws when there is no answer.
 */
export function postWebhook(
  url: string,
  headers: Record<string, string>,
  body: string,
  { lookup, isAllowed, ca, timeoutMs, readMs }: Dial,
): Promise<Answer> {
  const checkedLookup: LookupFunction = (host, options, done) => {
    const onFound = (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => {
      const [first] = found ?? [];
      if (error || !first) done(error ?? new Error(`${host} has no address`), '');
      else if (!found.every(({ address }) => isAllowed(address))) done(refused(), '');
      else if (options.all) done(null, found);
      else done(null, first.address, first.family);
    };
    lookup(host, { ...options, all: true }, onFound);
  };
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) && !isAllowed(host)) return Promise.reject(refused());
  return new Promise((resolve, reject) => {
    const sending = request(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': Buffer.byteLength(body) },
      agent: false,
      lookup: checkedLookup,
      signal: AbortSignal.timeout(timeoutMs),
      ...(ca !== undefined && { ca }),
    });
    sending.on('error', reject);
    // Without this, Node closes the connection and says nothing.
    sending.on('upgrade', ({ statusCode: status = 101 }) => {
      resolve({ status, text: '', location: null });
      sending.destroy();
    });
    sending.on('response', (response) => {
      const { statusCode: status = 0, headers } = response;
      void firstBytes(response, readMs).then((text) => {
        resolve({ status, text, location: headers.location ?? null });
        sending.destroy();
      });
    });
    sending.end(body);
  });
}

/** As text. Empty if nothing comes in time. */
async function firstBytes(response: IncomingMessage, readMs: number): Promise<string> {
  const pieces: Buffer[] = [];
  const read = async () => {
    let length = 0;
    for await (const piece of response) {
      pieces.push(piece as Buffer);
      length += (piece as Buffer).length;
      if (length >= ANSWER_BYTES) return;
    }
  };
  const ending = new AbortController();
  await Promise.race([
    read().catch(() => {}),
    delay(readMs, null, { signal: ending.signal }).catch(() => {}),
  ]);
  ending.abort();
  // NUL would end the text in SQLite.
  return Buffer.concat(pieces).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '');
}

/** What the internet registries give out. Everything else in IPv6 is for a special use. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address is on the public internet: no private network, this machine, link, or a cloud's metadata
 * service, also where IPv6 wraps an IPv4 address.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_IPV6);
}
