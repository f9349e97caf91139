import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { now } from './fake-paypal-books.ts';

type PaypalSignature = {
  'paypal-auth-algo': string;
  'paypal-cert-url': string;
  'paypal-transmission-id': string;
  'paypal-transmission-sig': string;
  'paypal-transmission-time': string;
};

type Claim = Record<string, unknown>;

/** PayPal signs with a certificate; only PayPal itself is ever asked whether a signature is good, so any scheme does. */
export function createPaypalSignatures(webhookId: string) {
  const key = randomBytes(32);
  const signatureOf = (id: unknown, time: unknown, body: string): string =>
    createHmac('sha256', key).update(`${id}|${time}|${webhookId}|${body}`).digest('base64');
  return {
    sign: (
      body: string,
      time = now(),
      certUrl = 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-1d93a270',
    ): PaypalSignature => {
      const id = randomUUID();
      return {
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': certUrl,
        'paypal-transmission-id': id,
        'paypal-transmission-sig': signatureOf(id, time, body),
        'paypal-transmission-time': time,
      };
    },
    /** `event` is the text that the shop sent for it, for a changed order of its fields is another text. */
    isOurs: (claim: Claim, event: string): boolean => {
      const given = Buffer.from(String(claim['transmission_sig']));
      const right = Buffer.from(signatureOf(claim['transmission_id'], claim['transmission_time'], event));
      return (
        claim['webhook_id'] === webhookId && given.length === right.length && timingSafeEqual(given, right)
      );
    },
  };
}
