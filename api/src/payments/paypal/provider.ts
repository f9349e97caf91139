import { centsToText } from '@northlight/shared/catalogue/money.ts';
import { AttemptOver, type PaymentProvider, type StartedPayment, type StartPayment } from '../provider.ts';
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
  const lookUp = async (id: string) => stateOfOrder(await read(id));
  return {
    name: 'paypal',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: async (payment) =>
      startedBy(
        payment.providerPaymentId
          ? await readForApproval(read, payment.providerPaymentId)
          : await createOrder(client, settings, payment),
      ),
    capture: async (id) => {
      // Read first: a retry after the time of the request id would be a second capture.
      const order = await read(id);
      return order.status === 'APPROVED' ? captureOrder(client, id, lookUp) : stateOfOrder(order);
    },
    lookUp,
    // An order that nobody captures moves no money, and there is no call that ends it.
    cancel: async () => false,
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

/** PayPal forgets orders that nobody approves. */
async function readForApproval(read: (id: string) => Promise<PaypalOrder>, id: string): Promise<PaypalOrder> {
  try {
    return await read(id);
  } catch (error) {
    if (error instanceof PaypalRefusal && error.status === 404)
      throw new AttemptOver('PayPal forgot the order.');
    throw error;
  }
}

function startedBy({ id, links }: PaypalOrder): StartedPayment {
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
    // Captured by somebody else a moment ago, or the buyer's own way of paying was refused and PayPal asks anew.
    return lookUp(id);
  }
}
