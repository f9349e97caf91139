import { ORDER_PAGE } from '@northlight/shared/contracts/customer-links.ts';
import { isSameSignature, signed } from '../../base/signed.ts';
import type { Order } from './order-store.ts';
import type { Env } from '../../base/settings/env.ts';
import { DAY_MS } from '../../base/units.ts';

/** Long enough that nobody guesses it, and still short in a link. */
const KEY_BYTES = 16;
/** After delivery nobody fills out the forms, but the email with the link stays around for years. */
const ENDS_AFTER_MS = 60 * DAY_MS;

type Signed = Pick<Order, 'orderNumber' | 'createdAt' | 'keyVersion'>;

// Signs the customer's links. A link to a form shows the name and email of one order. The time is included
// because a restored backup reuses order numbers. Emails get another key than the browser that ordered:
// anyone can order in another name, so only the key from an email proves that its reader wants it.
// Raising the version ends all links of before. Version 0 is left out, so that links from before there were
// versions still work.

/** As they are signed. Another name would end all links of its kind. */
const HOLDERS = { browser: 'intake', email: 'mail', orderPage: 'recurring', work: 'work' } as const;

function sign(
  secret: string,
  holder: keyof typeof HOLDERS,
  { orderNumber, createdAt, keyVersion }: Signed,
): string {
  const parts = [HOLDERS[holder], orderNumber, createdAt.getTime(), ...(keyVersion > 0 ? [keyVersion] : [])];
  return signed(secret, parts.join(':')).subarray(0, KEY_BYTES).toString('base64url');
}

/** For the browser that placed the order. */
export const browserKeyOf = (secret: string, order: Signed): string => sign(secret, 'browser', order);

export const emailKeyOf = (secret: string, order: Signed): string => sign(secret, 'email', order);

/** For the order's page, in every email. */
export const orderKeyOf = (secret: string, order: Signed): string => sign(secret, 'orderPage', order);

/** The address of the order's page, as its customer opens it. */
export function orderPageOf({ publicUrl, secret }: Pick<Env, 'publicUrl' | 'secret'>, order: Signed): string {
  const query = new URLSearchParams({ order: order.orderNumber, key: orderKeyOf(secret, order) });
  return `${publicUrl}${ORDER_PAGE}?${query}`;
}

/** For the order's page without money, for colleagues of the customer. */
export const workKeyOf = (secret: string, order: Signed): string => sign(secret, 'work', order);

export const isWorkKey = (secret: string, order: Signed, key: string): boolean =>
  isSameSignature(key, sign(secret, 'work', order));

export const isOrderKey = (secret: string, order: Signed, key: string): boolean =>
  isSameSignature(key, sign(secret, 'orderPage', order));

/** For the forms: any of the customer's links. */
export const isGenuine = (secret: string, order: Signed, key: string): boolean =>
  isSameSignature(key, sign(secret, 'browser', order)) ||
  isSameSignature(key, sign(secret, 'email', order)) ||
  isOrderKey(secret, order, key);

/** Whether the reader of the customer's email opened it. The key of a free order's page is only there, too. */
export const isFromEmail = (
  secret: string,
  order: Signed & Pick<Order, 'initialPaymentCents'>,
  key: string,
): boolean =>
  isSameSignature(key, sign(secret, 'email', order)) ||
  (order.initialPaymentCents === 0 && isOrderKey(secret, order, key));

/** Until then, a valid link shows the customer's details. */
export const hasEnded = ({ deliveredAt }: Pick<Order, 'deliveredAt'>, now: Date): boolean =>
  deliveredAt !== null && now.getTime() - deliveredAt.getTime() >= ENDS_AFTER_MS;
