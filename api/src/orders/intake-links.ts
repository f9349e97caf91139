import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order } from './order-store.ts';

/** Enough that nobody guesses one, and short in a link. */
const KEY_BYTES = 16;
/** After the work was delivered: nobody fills in its forms any more, and the mail with the link lies about for years. */
const ENDS_AFTER_MS = 60 * 24 * 60 * 60_000;

type Signed = Pick<Order, 'orderNumber' | 'createdAt'>;

// Signs the buyer's links to the forms: whoever holds one may see the name and email of that order, and no other. The time
// is part of it, for a restored backup gives numbers out again. Mails carry another key than the browser that ordered gets,
// since anybody can order in somebody else's name: only the key of a mail shows that its reader asked for it.

function sign(secret: string, holder: 'intake' | 'mail', { orderNumber, createdAt }: Signed): Buffer {
  return createHmac('sha256', secret)
    .update(`${holder}:${orderNumber}:${createdAt.getTime()}`)
    .digest()
    .subarray(0, KEY_BYTES);
}

function matches(key: string, signature: Buffer): boolean {
  const given = Buffer.from(key, 'base64url');
  return given.length === KEY_BYTES && timingSafeEqual(given, signature);
}

/** For the browser that placed the order. */
export const browserKeyOf = (secret: string, order: Signed): string =>
  sign(secret, 'intake', order).toString('base64url');

export const emailKeyOf = (secret: string, order: Signed): string =>
  sign(secret, 'mail', order).toString('base64url');

export const isFromEmail = (secret: string, order: Signed, key: string): boolean =>
  matches(key, sign(secret, 'mail', order));

export const isGenuine = (secret: string, order: Signed, key: string): boolean =>
  matches(key, sign(secret, 'intake', order)) || isFromEmail(secret, order, key);

/** A link that is genuine shows the buyer's details until then. */
export const hasEnded = ({ deliveredAt }: Pick<Order, 'deliveredAt'>, now: Date): boolean =>
  deliveredAt !== null && now.getTime() - deliveredAt.getTime() >= ENDS_AFTER_MS;
