import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order } from './order-store.ts';

/** Enough that nobody guesses one, and short in a link. */
const KEY_BYTES = 16;

export type IntakeLinks = ReturnType<typeof createIntakeLinks>;
type Signed = Pick<Order, 'orderNumber' | 'createdAt'>;

/**
 * Signs the buyer's links to the forms: whoever holds one may see the name and email of that order, and no other. The time
 * is part of it, for a restored backup gives numbers out again. Mails carry another key than the browser that ordered gets,
 * since anybody can order in somebody else's name: only the key of a mail shows that its reader asked for it.
 */
export function createIntakeLinks(secret: string) {
  const sign = (holder: 'intake' | 'mail', { orderNumber, createdAt }: Signed): Buffer =>
    createHmac('sha256', secret)
      .update(`${holder}:${orderNumber}:${createdAt.getTime()}`)
      .digest()
      .subarray(0, KEY_BYTES);
  const matches = (key: string, signature: Buffer): boolean => {
    const given = Buffer.from(key, 'base64url');
    return given.length === KEY_BYTES && timingSafeEqual(given, signature);
  };
  const isFromMail = (order: Signed, key: string): boolean => matches(key, sign('mail', order));
  return {
    /** For the browser that placed the order. */
    keyOf: (order: Signed): string => sign('intake', order).toString('base64url'),
    mailKeyOf: (order: Signed): string => sign('mail', order).toString('base64url'),
    isFromMail,
    isGenuine: (order: Signed, key: string): boolean =>
      matches(key, sign('intake', order)) || isFromMail(order, key),
  };
}
