import type { Price } from '@northlight/shared/catalog/price.ts';
import type { AddonDraft, OpenPayment } from '@northlight/shared/contracts/checkout.ts';
import { orderLinkInvalid, conflict } from '../../base/errors.ts';
import type { DraftDetails } from '../../db/schema/payments.ts';
import { isOrderKey } from '../../work/orders/order-links.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import type { AppContext } from '../context.ts';
import { isQuoteKey } from './quote-key.ts';
import * as quoteStore from './quote-store.ts';
import * as requestStore from './request-store.ts';
import type { RequestRow } from './request-store.ts';

/** The checkout of something that is bought for an order later. */
export function detailsFor(order: OrderWithLines, checkoutId: string): DraftDetails {
  const { caseId, firstName, lastName, email, phone, businessName, businessDescription, country } = order;
  return {
    firstName,
    lastName,
    email,
    phone,
    businessName,
    businessDescription,
    country,
    state: order.state ?? undefined,
    city: order.city ?? undefined,
    postalCode: order.postalCode ?? undefined,
    address: order.address ?? undefined,
    serviceTypes: order.serviceTypes,
    addons: [],
    isYearly: false,
    checkoutId,
    caseId,
  };
}

/** The checkout of a request, for whoever has the link of its order or quote. Undefined if it isn't one. */
export function requestedDraft(
  context: AppContext,
  { checkoutId, link }: AddonDraft,
): DraftDetails | undefined {
  const request = requestStore.byCheckoutId(context.db, checkoutId);
  if (!request) return undefined;
  if (!opens(context, request, link)) throw orderLinkInvalid();
  return request.details;
}

function opens(
  context: AppContext,
  request: RequestRow,
  { order: number, key }: AddonDraft['link'],
): boolean {
  const { db, settings } = context;
  const quote = request.quoteId === null ? undefined : quoteStore.byId(db, request.quoteId);
  if (quote?.number === number) return isQuoteKey(context, quote, key);
  const order = orderStore.byNumber(db, number);
  return order?.caseId === request.caseId && isOrderKey(settings.secret, order, key);
}

/** The price of a request that can be paid. Throws once it is over. */
export function requestedPrice(db: AppContext['db'], checkoutId: string): Price {
  const request = requestStore.byCheckoutId(db, checkoutId);
  if (request?.state !== 'open') throw requestOver(request?.state ?? 'canceled');
  return request.price;
}

export const requestOver = (state: RequestRow['state']) =>
  conflict(
    'request_over',
    state === 'paid'
      ? 'This was already paid. Please reload the page.'
      : 'This payment is no longer asked for. You haven’t been charged. Please reload the page.',
  );

export const presentOpen = ({ checkoutId, reason, price }: RequestRow): OpenPayment => ({
  checkoutId,
  reason,
  price,
});
