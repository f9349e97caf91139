import { randomUUID, sign } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { now } from './records.ts';
import { FAKE_KEY } from './certificate.ts';

type PaypalSignature = {
  'paypal-auth-algo': string;
  'paypal-cert-url': string;
  'paypal-transmission-id': string;
  'paypal-transmission-sig': string;
  'paypal-transmission-time': string;
};

export const CERTIFICATE_PATH = '/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270';

/**
 * Signs the CRC of the exact bytes that are sent, as PayPal does. `base` is the base URL of the certificate.
 */
export const createPaypalSignatures =
  (webhookId: string, base: () => string) =>
  (body: string, time = now(), certUrl = base() + CERTIFICATE_PATH): PaypalSignature => {
    const id = randomUUID();
    const message = Buffer.from(`${id}|${time}|${webhookId}|${crc32(body)}`);
    return {
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': certUrl,
      'paypal-transmission-id': id,
      'paypal-transmission-sig': sign('RSA-SHA256', message, FAKE_KEY).toString('base64'),
      'paypal-transmission-time': time,
    };
  };

/** An event in PayPal's JSON, unlike that of `JSON.stringify`. The signature covers these bytes. */
export const paypalJson = (event: object): string =>
  JSON.stringify(event)
    .replaceAll('/', String.raw`\/`)
    .replaceAll(/[^\x20-\x7e]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
