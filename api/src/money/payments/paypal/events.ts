import * as z from 'zod/mini';
import { InvalidSignature, type ProviderEvent } from '../provider.ts';
import { PaypalRefusal, readJson, type PaypalClient } from './client.ts';

/** What the webhook must send; see docs/payment-states.md. */
export const PAYPAL_EVENTS = [
  'CHECKOUT.ORDER.APPROVED',
  ...['COMPLETED', 'PENDING', 'DECLINED', 'DENIED', 'REFUNDED', 'REVERSED'].map(
    (end) => `PAYMENT.CAPTURE.${end}`,
  ),
  ...['ACTIVATED', 'UPDATED', 'EXPIRED', 'CANCELLED', 'SUSPENDED', 'PAYMENT.FAILED'].map(
    (end) => `BILLING.SUBSCRIPTION.${end}`,
  ),
  ...['COMPLETED', 'PENDING', 'DENIED', 'REFUNDED', 'REVERSED'].map((end) => `PAYMENT.SALE.${end}`),
  ...['CREATED', 'UPDATED', 'RESOLVED'].map((end) => `CUSTOMER.DISPUTE.${end}`),
];

const Related = z.object({ related_ids: z.optional(z.object({ order_id: z.optional(z.string()) })) });
const Capture = z.object({ supplementary_data: z.optional(Related) });
const Event = z.object({
  id: z.string(),
  event_type: z.string(),
  resource: z.looseObject({
    id: z.optional(z.string()),
    custom_id: z.optional(z.string()),
    /** What sales call the `custom_id`. */
    custom: z.optional(z.string()),
    /** The subscription of a sale, and the sale of a refund. */
    billing_agreement_id: z.optional(z.string()),
    sale_id: z.optional(z.string()),
    disputed_transactions: z.optional(z.array(z.object({ seller_transaction_id: z.optional(z.string()) }))),
    supplementary_data: z.optional(Related),
    links: z.optional(z.array(z.object({ rel: z.string(), href: z.string() }))),
    purchase_units: z.optional(z.array(z.object({ custom_id: z.optional(z.string()) }))),
  }),
});

/** Parses an event whose signature is valid. Throws `InvalidSignature` for anything that is not an event. */
export async function parsePaypalEvent(client: PaypalClient, rawBody: string): Promise<ProviderEvent> {
  const { success, data: event } = Event.safeParse(readJson(rawBody));
  if (!success) throw new InvalidSignature('Not a PayPal event.');
  return describe(client, event);
}

async function describe(
  client: PaypalClient,
  { id, event_type: type, resource }: z.infer<typeof Event>,
): Promise<ProviderEvent> {
  // PayPal handles declined cards on its own page.
  const event = { id, type, meaning: 'changed' as const };
  const { links = [], supplementary_data, billing_agreement_id } = resource;
  const agreementId = type.startsWith('BILLING.SUBSCRIPTION.') ? resource.id : billing_agreement_id;
  const isSold = type === 'PAYMENT.SALE.COMPLETED';
  const { custom_id, custom, id: chargeId } = resource;
  if (agreementId || (isSold && custom)) {
    const names = { agreementId: agreementId ?? null, attemptKey: custom_id ?? custom ?? null };
    return { ...event, ...names, providerPaymentId: names.agreementId, ...(isSold && { chargeId }) };
  }
  const transactionId = type.startsWith('PAYMENT.SALE.')
    ? (resource.sale_id ?? resource.id)
    : resource.disputed_transactions?.[0]?.seller_transaction_id;
  if (transactionId)
    return { ...event, providerPaymentId: transactionId, agreementId: null, attemptKey: null };
  const isOrder = type.startsWith('CHECKOUT.ORDER.');
  const captureId = CAPTURE_LINK.exec(links.find(({ rel }) => rel === 'up')?.href ?? '')?.[1];
  const orderId = isOrder ? resource.id : supplementary_data?.related_ids?.order_id;
  return {
    ...event,
    providerPaymentId: orderId ?? (captureId ? await orderOf(client, captureId) : null),
    agreementId: null,
    // A refund's custom_id is the refund's key.
    attemptKey: captureId ? null : (resource.custom_id ?? resource.purchase_units?.[0]?.custom_id ?? null),
  };
}

const CAPTURE_LINK = /\/v2\/payments\/captures\/(\w+)$/;

/** Refund events only name their capture. One of a subscription has no order and stands for itself. */
async function orderOf(client: PaypalClient, captureId: string): Promise<string | null> {
  const path = `/v2/payments/captures/${captureId}`;
  try {
    const capture = Capture.parse(await client.execute({ verb: 'GET', path }));
    return capture.supplementary_data?.related_ids?.order_id ?? captureId;
  } catch (error) {
    if (error instanceof PaypalRefusal && error.status === 404) return null;
    throw error;
  }
}
