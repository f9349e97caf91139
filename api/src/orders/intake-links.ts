import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order } from './order-store.ts';

/** Enough that nobody guesses one, and short in a link. */
const KEY_BYTES = 16;
/** After the work was delivered: nobody fills in its forms any more, and the mail with the link lies about for years. */
const ENDS_AFTER_MS = 60 * 24 * 60 * 60_000;

export type IntakeLinks = ReturnType<typeof createIntakeLinks>;
type Signed = Pick<Order, 'orderNumber' | 'createdAt'>;

/**
 * Signs the buyer's links to the forms: whoever holds one may see the name and e-mail of that order, and no other. The time
 * is part of it, for a restored backup gives numbers out again.
 */
export function createIntakeLinks(secret: string) {
  const sign = ({ orderNumber, createdAt }: Signed): Buffer =>
    createHmac('sha256', secret)
      .update(`intake:${orderNumber}:${createdAt.getTime()}`)
      .digest()
      .subarray(0, KEY_BYTES);
  return {
    keyOf: (order: Signed): string => sign(order).toString('base64url'),
    isGenuine: (order: Signed, key: string): boolean => {
      const given = Buffer.from(key, 'base64url');
      return given.length === KEY_BYTES && timingSafeEqual(given, sign(order));
    },
    /** A link that is genuine shows the buyer's details until then. */
    hasEnded: ({ deliveredAt }: Pick<Order, 'deliveredAt'>, now: Date): boolean =>
      deliveredAt !== null && now.getTime() - deliveredAt.getTime() >= ENDS_AFTER_MS,
  };
}
