import { createHmac, timingSafeEqual } from 'node:crypto';

/** Enough that nobody guesses one, and short in a link. */
const KEY_BYTES = 16;

export type IntakeLinks = ReturnType<typeof createIntakeLinks>;

/** Signs the buyer's links to the forms: whoever holds one may see the name and e-mail of that order, and no other. */
export function createIntakeLinks(secret: string) {
  const sign = (orderNumber: string): Buffer =>
    createHmac('sha256', secret).update(`intake:${orderNumber}`).digest().subarray(0, KEY_BYTES);
  return {
    keyOf: (orderNumber: string): string => sign(orderNumber).toString('base64url'),
    isGenuine: (orderNumber: string, key: string): boolean => {
      const given = Buffer.from(key, 'base64url');
      return given.length === KEY_BYTES && timingSafeEqual(given, sign(orderNumber));
    },
  };
}
