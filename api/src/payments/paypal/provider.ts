import { centsToText } from '@northlight/shared/catalogue/money.ts';
import {
  AttemptOver,
  type PaymentProvider,
  type PaymentState,
  type StartedPayment,
  type StartPayment,
} from '../provider.ts';
import { createPaypalClient, PaypalRefusal, type PaypalClient, type PaypalSettings } from './client.ts';
import { parsePaypalEvent } from './events.ts';
import { createSignatureCheck } from './signature.ts';
import { PaypalOrder, PaypalRefund, refundOf, stateOfOrder } from './states.ts';

const HOUR_MS = 60 * 60_000;
/** PayPal keeps a PayPal-Request-Id for six hours. */
const KEY_LIFETIME_MS = 5 * HOUR_MS;
const ORDERS = '/v2/checkout/orders';

/** Create, approve, capture (D10). */
export function createPaypalProvider(settings: PaypalSettings): PaymentProvider {
  const client = createPaypalClient(settings);
  const checkSignature = createSignatureCheck(settings);
  const read = async (id: string) =>
    PaypalOrder.parse(await client.execute({ verb: 'GET', path: `${ORDERS}/${encodeURIComponent(id)}` }));
  const lookUp = async (id: string): Promise<PaymentState> => {
    const order = await readOrNull(read, id);
    return order ? stateOfOrder(order) : FORGOTTEN;
  };
  return {
    name: 'paypal',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: async (payment) =>
      startedBy(
        payment.providerPaymentId
          ? await readOrNull(read, payment.providerPaymentId)
          : await createOrder(client, settings, payment),
      ),
    capture: async (id) => {
      // Read first: a retry after the time of the request id would be a second capture.
      const order = await readOrNull(read, id);
      if (!order) return FORGOTTEN;
      return order.status === 'APPROVED' ? captureOrder(client, id, lookUp) : stateOfOrder(order);
    },
    lookUp,
    // There is no call that ends an order. Only this shop captures it, and never once its attempt has ended.
    cancel: async (id) => !['paid', 'processing'].includes((await lookUp(id)).status),
    refund: async ({ key, chargeId, amountCents, currency, reason }) => {
      if (!chargeId) throw new Error('PayPal refunds captures, and none is known of this payment.');
      const said = await client.execute({
        verb: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(chargeId)}/refund`,
        requestId: `refund-${key}`,
        body: {
          amount: { value: centsToText(amountCents), currency_code: currency.toUpperCase() },
          custom_id: key,
          ...(reason && { note_to_payer: reason.slice(0, 255) }),
        },
      });
      const refund = refundOf(PaypalRefund.parse(said));
      return { ...refund, key, amountCents };
    },
    parseEvent: async (rawBody, headers, from) => {
      await checkSignature(rawBody, headers, from);
      return parsePaypalEvent(client, rawBody);
    },
  };
}

async function createOrder(
  client: PaypalClient,
  { publicUrl }: PaypalSettings,
  { attemptKey, amountCents }: StartPayment,
): Promise<PaypalOrder> {
  const said = await client.execute({
    verb: 'POST',
    path: ORDERS,
    requestId: attemptKey,
    body: {
      intent: 'CAPTURE',
      purchase_units: [
        { custom_id: attemptKey, amount: { currency_code: 'USD', value: centsToText(amountCents) } },
      ],
      payment_source: {
        paypal: {
          experience_context: {
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            return_url: `${publicUrl}/checkout?paypal=return`,
            cancel_url: `${publicUrl}/checkout?paypal=cancel`,
          },
        },
      },
    },
  });
  return PaypalOrder.parse(said);
}

const FORGOTTEN: PaymentState = { status: 'failed', reason: 'PayPal no longer knows this order.' };

/** Null for an order that PayPal has forgotten, as it does with those that nobody approves. */
async function readOrNull(
  read: (id: string) => Promise<PaypalOrder>,
  id: string,
): Promise<PaypalOrder | null> {
  try {
    return await read(id);
  } catch (error) {
    if (error instanceof PaypalRefusal && error.status === 404 && GONE.has(error.issue)) return null;
    throw error;
  }
}

/** Any other 404 comes from a wrong address. */
const GONE: ReadonlySet<string> = new Set(['RESOURCE_NOT_FOUND', 'INVALID_RESOURCE_ID']);

function startedBy(order: PaypalOrder | null): StartedPayment {
  if (!order) throw new AttemptOver('PayPal no longer knows this order.');
  const { id, links } = order;
  const approval = links.find(({ rel }) => rel === 'approve' || rel === 'payer-action');
  if (!approval) throw new AttemptOver('Nobody can approve this order any more.');
  return { id, approvalUrl: approval.href };
}

async function captureOrder(
  client: PaypalClient,
  id: string,
  lookUp: PaymentProvider['lookUp'],
): ReturnType<PaymentProvider['capture']> {
  // Without a request id: PayPal captures an order once, and an id would bring an old INSTRUMENT_DECLINED back.
  const request = { verb: 'POST', path: `${ORDERS}/${encodeURIComponent(id)}/capture`, body: {} } as const;
  try {
    return stateOfOrder(PaypalOrder.parse(await client.execute(request)));
  } catch (error) {
    if (!(error instanceof PaypalRefusal) || error.status !== 422) throw error;
    if (ASK_THE_ORDER.has(error.issue)) return lookUp(id);
    return { status: ANOTHER_SOURCE.has(error.issue) ? 'declined' : 'failed', reason: REFUSED };
  }
}

const REFUSED = 'PayPal refused the payment.';
/** Captured by somebody else a moment ago, or not approved: the order itself says what is true. */
const ASK_THE_ORDER: ReadonlySet<string> = new Set([
  'ORDER_ALREADY_CAPTURED',
  'ORDER_NOT_APPROVED',
  'ORDER_COMPLETION_IN_PROGRESS',
]);
/**
 * The buyer may go back to PayPal and choose another card or account there. Every other refusal ends the attempt: PayPal can
 * leave such an order APPROVED, and it must not be captured after the buyer was told that it failed.
 */
const ANOTHER_SOURCE: ReadonlySet<string> = new Set([
  'INSTRUMENT_DECLINED',
  'PAYER_ACTION_REQUIRED',
  'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING',
]);
