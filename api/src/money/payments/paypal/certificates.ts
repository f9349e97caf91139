import { X509Certificate, type KeyObject, verify } from 'node:crypto';
import { tooManyRequests } from '../../../base/errors.ts';
import { createRecentTimes, setRecent } from '../../../http/limits/rate-limit.ts';
import { createProviderFetch } from '../provider-fetch.ts';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { InvalidSignature } from '../provider.ts';
import type { PaypalSettings } from '../../../base/settings/payment-settings.ts';

const CERTIFICATE_PATH = /^\/v1\/notifications\/certs\/[\w-]{1,100}$/;
/** PayPal uses one or two at a time. */
const MOST_KEPT = 10;
/** Known certificates need no call. A sender that keeps naming new ones is not PayPal. */
const LOOK_UPS = { withinMs: 60_000, most: 10 };

/**
 * The certificates that PayPal signs events with. They are only fetched from the API's own host over TLS, so
 * they are as trustworthy as any other answer from PayPal.
 */
export function createCertificates(apiBase: string, now = () => new Date()) {
  const provider = createProviderFetch({
    name: 'PayPal',
    mayRetry: (answer) => answer?.status === 429,
    // No breaker: made-up certificate names must not block PayPal's real events.
    breaker: (call) => call(),
  });
  const known = new Map<string, X509Certificate>();
  const underWay = new Map<string, Promise<X509Certificate | null>>();
  const lookUps = createRecentTimes(now, LOOK_UPS);

  async function fetchCertificate(url: string): Promise<X509Certificate | null> {
    const answer = await provider((fetch) => fetch(url));
    if (answer.status >= 500 || answer.status === 429)
      throw new Error(`PayPal responded with ${answer.status} to a certificate request`);
    if (!answer.ok) return null;
    const certificate = new X509Certificate(await answer.text());
    setRecent(known, url, certificate, MOST_KEPT);
    return certificate;
  }

  function lookUp(url: string, from: string): Promise<X509Certificate | null> {
    const running = underWay.get(url);
    if (running) return running;
    if (lookUps.of(from).length >= LOOK_UPS.most) throw tooManyRequests(LOOK_UPS.withinMs / 1_000);
    lookUps.add(from);
    const started = fetchCertificate(url).finally(() => underWay.delete(url));
    underWay.set(url, started);
    return started;
  }

  return {
    /** Null when `certUrl` is not a valid PayPal certificate. `from` is the network that named it. */
    keyAt: async (certUrl: string, from: string): Promise<KeyObject | null> => {
      const url = ownAddress(certUrl, apiBase);
      if (!url) return null;
      const certificate = known.get(url) ?? (await lookUp(url, from));
      return certificate && isValidAt(certificate, now()) ? certificate.publicKey : null;
    },
  };
}

/** Parsed as a URL, never matched as text. The API is at api-m.paypal.com, certificates at api.paypal.com. */
function ownAddress(certUrl: string, apiBase: string): string | null {
  if (!URL.canParse(certUrl)) return null;
  const { origin, pathname, href } = new URL(certUrl);
  const api = new URL(apiBase).origin;
  const isOwn = origin === api || origin === api.replace('://api-m.', '://api.');
  return isOwn && CERTIFICATE_PATH.test(pathname) && href === origin + pathname ? href : null;
}

const isValidAt = ({ validFromDate, validToDate }: X509Certificate, now: Date): boolean =>
  validFromDate <= now && now <= validToDate;

/**
 * Verifies locally that PayPal signed an event for this webhook: over the CRC of the raw bytes, with a
 * certificate from PayPal's own API. Throws `InvalidSignature` if it did not, and another error if it cannot
 * be verified now.
 */
export function createSignatureCheck({ apiBase, webhookId }: PaypalSettings) {
  const certificates = createCertificates(apiBase);
  return async (rawBody: string, headers: IncomingHttpHeaders, from: string): Promise<void> => {
    const [algorithm, certUrl, id, signature, time] = SIGNED_WITH.map((name) => String(headers[name] ?? ''));
    if (!id || !time || !signature || !certUrl || algorithm !== 'SHA256withRSA') throw notSigned();
    const key = await certificates.keyAt(certUrl, from);
    const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(rawBody)}`);
    if (!key || !verify('RSA-SHA256', message, key, Buffer.from(signature, 'base64'))) throw notSigned();
  };
}

const SIGNED_WITH = [
  'paypal-auth-algo',
  'paypal-cert-url',
  'paypal-transmission-id',
  'paypal-transmission-sig',
  'paypal-transmission-time',
];

const notSigned = () => new InvalidSignature('Invalid PayPal signature.');
