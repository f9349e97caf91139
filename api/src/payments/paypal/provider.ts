import { centsToText } from '@northlight/shared/catalog/money.ts';
import { AttemptExpired, type PaymentProvider, type PaymentState, type StartPayment } from '../provider.ts';
import { meaningOf } from './answers.ts';
import { createPaypalClient, PaypalRefusal, type PaypalClient, type PaypalSettings } from './client.ts';
import { createFindDispute } from './disputes.ts';
import { parsePaypalEvent } from './events.ts';
import { createPaypalRecurring } from './recurring.ts';
import { readRefund, refundCapture } from './refund.ts';
import { createSignatureCheck } from './signature.ts';
import { PaypalOrder, startedBy, stateOfOrder } from './states.ts';
import { isSubscription } from './subscription.ts';
import { createSubscriptions } from './subscriptions.ts';

const HOUR_MS = 60 * 60_000;
/** PayPal keeps a PayPal-Request-Id for six hours. */
const KEY_LIFETIME_MS = 5 * HOUR_MS;
const ORDERS = '/v2/checkout/orders';

/** Create, approve, capture. What recurs is approved and activated as a subscription instead. */
export function createPaypalProvider(settings: PaypalSettings, now: () => Date): PaymentProvider {
  const client = createPaypalClient(settings);
  const billing = createPaypalClient(settings);
  const checkSignature = createSignatureCheck(settings);
  const www = settings.apiBase.includes('sandbox')
    ? 'https://www.sandbox.paypal.com'
    : 'https://www.paypal.com';
  const findDispute = createFindDispute(client, www);
  const subscriptions = createSubscriptions(client, settings, now);
  const read = async (id: string) =>
    PaypalOrder.parse(await client.execute({ verb: 'GET', path: `${ORDERS}/${encodeURIComponent(id)}` }));
  const stateOf = async (id: string): Promise<PaymentState> => {
    if (isSubscription(id)) return subscriptions.lookUp(id);
    const order = await readOrNull(read, id);
    return order ? stateOfOrder(order) : FORGOTTEN;
  };
  return {
    name: 'paypal',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: async ({ recurring, ...payment }) => {
      const { providerPaymentId: id } = payment;
      if (id && isSubscription(id) !== (recurring !== null))
        throw new AttemptExpired('The bundle has other terms now.');
      if (recurring) return subscriptions.start({ ...payment, recurring });
      return startedBy(id ? await readOrNull(read, id) : await createOrder(client, settings, payment));
    },
    capture: async (id) => {
      if (isSubscription(id)) return subscriptions.capture(id);
      // Look first: a retry after the request ID has expired would be a second capture.
      const order = await readOrNull(read, id);
      if (!order) return FORGOTTEN;
      return order.status === 'APPROVED' ? captureOrder(client, id, stateOf) : stateOfOrder(order);
    },
    lookUp: async (id) => {
      const state = await stateOf(id);
      const chargeId = state.status === 'paid' ? state.chargeId : null;
      return chargeId ? { ...state, dispute: await findDispute(chargeId) } : state;
    },
    // With a client of its own, so that a fault of the billing calls does not close the checkout.
    recurring: createPaypalRecurring({
      client: billing,
      now,
      findDispute: createFindDispute(billing, www),
      www,
    }),
    // PayPal has no call that cancels an order, or a subscription that isn't active. Only this shop captures
    // and activates them, and never after the attempt has ended.
    cancel: async (id) => !['paid', 'processing'].includes((await stateOf(id)).status),
    refund: (request) => refundCapture(client, request),
    lookUpRefund: (id) => readRefund(client, id),
    parseEvent: async (rawBody, headers, from) => {
      await checkSignature(rawBody, headers, from);
      return parsePaypalEvent(client, rawBody);
    },
  };
}

async function createOrder(
  client: PaypalClient,
  { publicUrl }: PaypalSettings,
  { attemptKey, amountCents }: Omit<StartPayment, 'recurring'>,
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
