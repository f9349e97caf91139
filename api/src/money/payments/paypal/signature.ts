import { verify } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { crc32 } from 'node:zlib';
import { InvalidSignature } from '../provider.ts';
import { createCertificates } from './certificates.ts';
import type { PaypalSettings } from '../../../base/settings/payment-settings.ts';

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
