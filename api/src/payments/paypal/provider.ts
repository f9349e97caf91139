import { centsToText } from '@northlight/shared/catalogue/money.ts';
import {
  AttemptExpired,
  RefundRefused,
  type PaymentProvider,
  type PaymentState,
  type ProviderRefund,
  type RefundRequest,
  type StartedPayment,
  type StartPayment,
} from '../provider.ts';
import { meaningOf } from './answers.ts';
import { createPaypalClient, PaypalRefusal, type PaypalClient, type PaypalSettings } from './client.ts';
import { parsePaypalEvent } from './events.ts';
import { createSignatureCheck } from './signature.ts';
import { refusedRecurring } from '../recurring.ts';
import { PaypalOrder, PaypalRefund, refundOf, stateOfOrder } from './states.ts';

const HOUR_MS = 60 * 60_000;
/** PayPal keeps a PayPal-Request-Id for six hours. */
const KEY_LIFETIME_MS = 5 * HOUR_MS;
const ORDERS = '/v2/checkout/orders';

/** Create, approve, capture. */
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
      // Look first: a retry after the request ID has expired would be a second capture.
      const order = await readOrNull(read, id);
      if (!order) return FORGOTTEN;
      return order.status === 'APPROVED' ? captureOrder(client, id, lookUp) : stateOfOrder(order);
    },
    lookUp,
    recurring: refusedRecurring('PayPal can’t charge this order again.'),
    // PayPal has no call that cancels an order. Only this shop captures it, and never after the attempt has
    // ended.
    cancel: async (id) => !['paid', 'processing'].includes((await lookUp(id)).status),
    refund: (request) => refundCapture(client, request),
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

/** Null for an order that PayPal has deleted, as it does with orders that nobody approves. */
async function readOrNull(
  read: (id: string) => Promise<PaypalOrder>,
  id: string,
): Promise<PaypalOrder | null> {
  try {
    return await read(id);
  } catch (error) {
    if (error instanceof PaypalRefusal && meaningOf('show', error) === 'gone') return null;
    throw error;
  }
}

function startedBy(order: PaypalOrder | null): StartedPayment {
  if (!order) throw new AttemptExpired('PayPal no longer knows this order.');
  const { id, links } = order;
  const approval = links.find(({ rel }) => rel === 'approve' || rel === 'payer-action');
  if (!approval) throw new AttemptExpired('This order can no longer be approved.');
  return { id, approvalUrl: approval.href };
}

async function captureOrder(
  client: PaypalClient,
  id: string,
  lookUp: PaymentProvider['lookUp'],
): ReturnType<PaymentProvider['capture']> {
  // Sent without a request ID: PayPal captures an order only once, and an ID would replay an old
  // INSTRUMENT_DECLINED.
  const request = { verb: 'POST', path: `${ORDERS}/${encodeURIComponent(id)}/capture`, body: {} } as const;
  try {
    return stateOfOrder(PaypalOrder.parse(await client.execute(request)));
  } catch (error) {
    if (!(error instanceof PaypalRefusal)) throw error;
    const meaning = meaningOf('capture', error);
    switch (meaning) {
      case 'look':
        return lookUp(id);
      case 'gone':
        return FORGOTTEN;
      case 'declined':
      case 'failed':
        return { status: meaning, reason: 'PayPal declined the payment.' };
      default:
        throw error;
    }
  }
}

async function refundCapture(
  client: PaypalClient,
  { key, chargeId, amountCents, currency, reason }: RefundRequest,
): Promise<ProviderRefund> {
  if (!chargeId) throw new Error('This payment has no PayPal capture to refund.');
  try {
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
    return { ...refundOf(PaypalRefund.parse(said)), key, amountCents };
  } catch (error) {
    if (error instanceof PaypalRefusal && meaningOf('refund', error) === 'refused')
      throw new RefundRefused(error.message);
    throw error;
  }
}
