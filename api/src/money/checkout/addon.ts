import { addonsOf } from '@northlight/shared/catalog/catalog.ts';
import { REVISIONS } from '@northlight/shared/catalog/ids.ts';
import type { Price } from '@northlight/shared/catalog/price.ts';
import type { AddonCheckout, AddonDraft, Checkout } from '@northlight/shared/contracts/checkout.ts';
import { currentCatalog } from '../../db/catalogs.ts';
import type { AppContext } from '../context.ts';
import { notFound, orderLinkInvalid, conflict } from '../../base/errors.ts';
import { uuidOf } from '../../base/signed.ts';
import { readServices } from '../../work/fulfillment/service-state.ts';
import { isOrderKey } from '../../work/orders/order-links.ts';
import { isPaid } from '../../work/orders/present-order.ts';
import * as orderStore from '../../work/orders/order-store.ts';
import type { OrderWithLines } from '../../work/orders/order-store.ts';
import * as paymentStore from '../payments/payment-store.ts';
import * as draftStore from '../settlement/draft-store.ts';
import type { DraftDetails } from '../settlement/draft-store.ts';
import * as requestStore from '../quotes/request-store.ts';
import { detailsFor, requestedDraft } from '../quotes/requested-checkout.ts';
import { priceBundle } from './price-bundle.ts';

// Five more design revisions for a website. They are bought through a checkout of their own, whose order names the
// order it adds to, so a second payment is made, settled, refunded, and invoiced like any other.

type Offer = { checkoutId: string; price: Price };

/** Null if the order cannot have more revisions, or its customer is paying for them. */
export function offerOf(context: AppContext, order: OrderWithLines): Offer | null {
  const { db, settings } = context;
  const website = readServices(db, order).find(({ id }) => id === 'website');
  if (order.paymentStatus !== 'completed' || order.isExtra) return null;
  if (!website || ['launch', 'done', 'closed'].includes(website.state)) return null;
  if (!addonsOf(currentCatalog(db), 'website').some(({ id }) => id === REVISIONS)) return null;
  const before = orderStore
    .extrasOf(db, order.caseId)
    .filter(({ lines }) => lines.some(({ addonId }) => addonId === REVISIONS));
  const bought = before.filter((addon) => isUnderWay(context, addon));
  if (!bought.every(isPaid)) return null;
  const checkoutId = checkoutIdOf(settings.secret, order, bought.length);
  return { checkoutId, price: priceBundle(context, detailsOf(order, checkoutId)) };
}

/** The draft of an add-on that may be paid for now, or was. */
export function addonDraft(context: AppContext, sent: AddonDraft): DraftDetails {
  const requested = requestedDraft(context, sent);
  if (requested) return requested;
  const order = orderOf(context, sent);
  const before = orderStore.byCheckoutId(context.db, sent.checkoutId);
  // Another tab has bought it. Its order is found again instead of another payment.
  const isBought = before?.caseId === order.caseId && isUnderWay(context, before);
  if (!isBought && offerOf(context, order)?.checkoutId !== sent.checkoutId)
    throw conflict(
      'addon_not_offered',
      'You can’t buy more revisions for this order right now. Please reload your order page, or send us a message.',
    );
  return detailsOf(order, sent.checkoutId);
}

/** What is sold for anybody. Throws for what is bought on the page of an order or a quote, which could then not be paid. */
export function plainDraft<Draft extends { checkoutId?: string | undefined }>(
  { db }: AppContext,
  sent: Draft,
): Draft {
  const id = sent.checkoutId;
  const isElsewhere =
    id !== undefined &&
    (requestStore.byCheckoutId(db, id) ?? draftStore.find(db, id)?.details.caseId) !== undefined;
  if (isElsewhere) throw paidElsewhere();
  return sent;
}

/** What the customer's browser reports of a paid add-on, with what the server knows of it. */
export function addonCheckout(context: AppContext, sent: AddonCheckout): Checkout & DraftDetails {
  const isRequested = requestedDraft(context, sent) !== undefined;
  const draft = draftStore.find(context.db, sent.checkoutId);
  if (!draft || (!isRequested && draft.details.caseId !== orderOf(context, sent).caseId)) throw notFound();
  const { paymentMethod, paymentIntentId, paypalOrderId } = sent;
  const before = orderStore.byCheckoutId(context.db, sent.checkoutId);
  const { subtotalCents, dueTodayCents, recurringCents } = draft.price;
  return {
    ...draft.details,
    basePrice: subtotalCents,
    initialPayment: dueTodayCents,
    recurringPayment: recurringCents,
    paymentStatus: 'completed',
    seoOptimization: before?.seoOptimization ?? false,
    blogSetup: before?.blogSetup ?? false,
    extraRevisions: before?.extraRevisions ?? !isRequested,
    paymentMethod,
    paymentIntentId,
    paypalOrderId,
  };
}

const paidElsewhere = () =>
  conflict(
    'paid_elsewhere',
    'This belongs to a quote or to an order that you have. You haven’t been charged. Please open the link in our email and pay there.',
  );

function orderOf({ db, settings }: AppContext, { link: { order: number, key } }: AddonDraft): OrderWithLines {
  const order = orderStore.byNumber(db, number);
  if (!order || !isOrderKey(settings.secret, order, key)) throw orderLinkInvalid();
  return order;
}

/** Its payment arrived, or is on its way. */
function isUnderWay({ db }: AppContext, addon: OrderWithLines): boolean {
  if (isPaid(addon)) return true;
  return addon.paymentId !== null && paymentStore.byId(db, addon.paymentId)?.status === 'processing';
}

/** The same for every tab until it is paid, so that what is bought in two tabs is one checkout. */
function checkoutIdOf(
  secret: string,
  { orderNumber, createdAt }: Pick<OrderWithLines, 'orderNumber' | 'createdAt'>,
  bought: number,
): string {
  return uuidOf(secret, `addon:${orderNumber}:${createdAt.getTime()}:${bought}`);
}

const detailsOf = (order: OrderWithLines, checkoutId: string): DraftDetails => ({
  ...detailsFor(order, checkoutId),
  serviceTypes: ['website'],
  addons: [{ serviceId: 'website', addonId: REVISIONS }],
});
