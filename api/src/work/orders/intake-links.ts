import { isSameSignature, signed } from '../../base/signed.ts';
import type { Order } from './order-store.ts';

/** Long enough that nobody guesses it, and still short in a link. */
const KEY_BYTES = 16;
/** After delivery nobody fills out the forms, but the email with the link stays around for years. */
const ENDS_AFTER_MS = 60 * 24 * 60 * 60_000;

type Signed = Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion'>;

// Signs the customer's links. A link to a form shows the name and email of one order. The time is included
// because a restored backup reuses order numbers. Emails get another key than the browser that ordered:
// anyone can order in another name, so only the key from an email proves that its reader wants it.
// Raising the version ends all links of before. Version 0 is left out, so that links from before there were
// versions still work.

function sign(
  secret: string,
  holder: 'intake' | 'mail' | 'recurring',
  { orderNumber, createdAt, keyVersion }: Signed,
): string {
  const parts = [holder, orderNumber, createdAt.getTime(), ...(keyVersion > 0 ? [keyVersion] : [])];
  return signed(secret, parts.join(':')).subarray(0, KEY_BYTES).toString('base64url');
}

/** For the browser that placed the order. */
export const browserKeyOf = (secret: string, order: Signed): string => sign(secret, 'intake', order);

export const emailKeyOf = (secret: string, order: Signed): string => sign(secret, 'mail', order);

/** For the order's page. Signed as "recurring", because it opens the links of older emails, too. */
export const orderKeyOf = (secret: string, order: Signed): string => sign(secret, 'recurring', order);

export const isOrderKey = (secret: string, order: Signed, key: string): boolean =>
  isSameSignature(key, sign(secret, 'recurring', order));

/** For the forms: any of the customer's links. */
export const isGenuine = (secret: string, order: Signed, key: string): boolean =>
  isSameSignature(key, sign(secret, 'intake', order)) ||
  isSameSignature(key, sign(secret, 'mail', order)) ||
  isOrderKey(secret, order, key);

/** Whether the reader of the customer's email opened it. The key of a free order's page is only there, too. */
export const isFromEmail = (
  secret: string,
  order: Signed & Pick<Order, 'initialPaymentCents'>,
  key: string,
): boolean =>
  isSameSignature(key, sign(secret, 'mail', order)) ||
  (order.initialPaymentCents === 0 && isOrderKey(secret, order, key));

/** Until then, a valid link shows the customer's details. */
export const hasEnded = ({ deliveredAt }: Pick<Order, 'deliveredAt'>, now: Date): boolean =>
  deliveredAt !== null && now.getTime() - deliveredAt.getTime() >= ENDS_AFTER_MS;
