import { centsToText } from '@northlight/shared/catalog/money.ts';
import {
  AttemptExpired,
  NOTHING_KNOWN,
  StartRefused,
  type KnownPayment,
  type PaymentProvider,
  type PaymentState,
  type StartedPayment,
  type StartPayment,
} from '../provider.ts';
import { orNull, refusalOf } from './answers.ts';
import type { PaypalSettings } from '../../../base/settings/payment-settings.ts';
import { createPaypalClient, type PaypalClient, type PaypalRefusal } from './client.ts';
import { createFindDispute } from './disputes.ts';
import { readRefund, refundCapture } from './refund.ts';
import { parsePaypalEvent } from './events.ts';
import { createPaypalRecurring } from './recurring.ts';
import { createSignatureCheck } from './certificates.ts';
import { failedUnless, missing, PaypalOrder, startedBy, stateOfOrder } from './states.ts';
import { isSubscription } from './subscription.ts';
import { createSubscriptions } from './subscriptions.ts';
import { HOUR_MS } from '../../../base/units.ts';

/** PayPal keeps a PayPal-Request-Id for six hours. */
const KEY_LIFETIME_MS = 5 * HOUR_MS;
const ORDERS = '/v2/checkout/orders';

/** Create, approve, capture. What recurs is approved and activated as a subscription instead. */
export function createPaypalProvider(settings: PaypalSettings, now: () => Date): PaymentProvider {
  const client = createPaypalClient(settings);
  const checkSignature = createSignatureCheck(settings);
  const www = settings.apiBase.includes('sandbox')
    ? 'https://www.sandbox.paypal.com'
    : 'https://www.paypal.com';
  const findDispute = createFindDispute(client, www);
  const subscriptions = createSubscriptions(client, settings, now);
  /** Null for an order that PayPal does not find. */
  const read = (id: string) =>
    orNull(
      client
        .execute({ verb: 'GET', path: `${ORDERS}/${encodeURIComponent(id)}` })
        .then((said) => PaypalOrder.parse(said)),
    );
  const stateOf = async (id: string, known: KnownPayment): Promise<PaymentState> => {
    if (isSubscription(id)) return subscriptions.lookUp(id, known);
    const order = await read(id);
    return order ? stateOfOrder(order) : missing('order');
  };
  return {
    name: 'paypal',
    keyLifetimeMs: KEY_LIFETIME_MS,
    start: ({ recurring, ...payment }) =>
      refusing(recurring ? 'subscribe' : 'create', async () => {
        const { providerPaymentId: id } = payment;
        if (id && isSubscription(id) !== (recurring !== null))
          throw new AttemptExpired('The bundle has other terms now.');
        if (recurring) return subscriptions.start({ ...payment, recurring });
        return startedBy(id ? await read(id) : await createOrder(client, settings, payment));
      }),
    capture: async (id, known = NOTHING_KNOWN, willSend = async () => {}) => {
      if (isSubscription(id)) return subscriptions.capture(id, known, willSend);
      // Look first: a retry after the request ID has expired would be a second capture.
      const order = await read(id);
      if (!order) return missing('order');
      if (order.status !== 'APPROVED') return stateOfOrder(order);
      await willSend();
      return captureOrder(client, id, () => stateOf(id, known));
    },
    lookUp: async (id, known = NOTHING_KNOWN) => {
      const state = await stateOf(id, known);
      if (state.status !== 'paid' && state.status !== 'processing') return state;
      // While a dispute puts it on hold, it is pending, and only the stored charge leads to the dispute.
      const chargeId = state.status === 'paid' ? state.chargeId : known.chargeId;
      return chargeId ? { ...state, dispute: await findDispute(chargeId) } : state;
    },
    recurring: createPaypalRecurring({ client, now, findDispute, www }),
    // PayPal has no call that cancels an order, or a subscription that isn't active. Only this shop captures
    // and activates them, and never after the attempt has ended.
    cancel: async (id, known = NOTHING_KNOWN) =>
      ['open', 'failed'].includes((await stateOf(id, known)).status),
    refund: (request) => refundCapture(client, request),
    lookUpRefund: (id) => readRefund(client, id),
    parseEvent: async (rawBody, headers, from) => {
      await checkSignature(rawBody, headers, from);
      return parsePaypalEvent(client, rawBody);
    },
  };
}

/** Turns a lasting refusal into `StartRefused`. */
async function refusing(
  call: 'create' | 'subscribe',
  start: () => Promise<StartedPayment>,
): Promise<StartedPayment> {
  try {
    return await start();
  } catch (error) {
    const meaning = refusalOf(call, error);
    if (meaning === 'refused') throw new StartRefused((error as PaypalRefusal).issue);
    if (meaning === 'over') throw new AttemptExpired('PayPal needs a new payment attempt.');
    throw error;
  }
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

async function captureOrder(
  client: PaypalClient,
  id: string,
  lookUp: () => Promise<PaymentState>,
): Promise<PaymentState> {
  // Sent without a request ID: PayPal captures an order only once, and an ID would replay an old
  // INSTRUMENT_DECLINED.
  const request = { verb: 'POST', path: `${ORDERS}/${encodeURIComponent(id)}/capture`, body: {} } as const;
  try {
    return stateOfOrder(PaypalOrder.parse(await client.execute(request)));
  } catch (error) {
    const meaning = refusalOf('capture', error);
    switch (meaning) {
      // A capture can work although its answer is a 404.
      case 'look':
      case 'missing':
      case 'unlisted':
        return lookUp();
      case 'declined':
        return { status: 'declined', reason: 'PayPal declined the payment.' };
      case 'failed':
      case 'refused':
        return failedUnless(await lookUp(), meaning, error as PaypalRefusal);
      default:
        throw error;
    }
  }
}
