import { setTimeout as delay } from 'node:timers/promises';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import { AttemptExpired, type PaymentState, type StartedPayment, type StartPayment } from '../provider.ts';
import { meaningOf } from './answers.ts';
import { PaypalRefusal, type PaypalClient, type PaypalSettings } from './client.ts';
import { createPlans, type Terms } from './plans.ts';
import { startedBy } from './states.ts';
import {
  firstPeriodOf,
  isSubscription,
  pathOf,
  PaypalSubscription,
  readSubscription,
  stateOfSubscription,
  SUBSCRIPTIONS,
  tomorrow,
  transactionsOf,
} from './subscription.ts';

const DAY_MS = 24 * 60 * 60_000;
/** PayPal lists the setup fee a moment after the activation. */
const PAUSES_MS = [500, 1_000];

export type Subscriptions = ReturnType<typeof createSubscriptions>;
type Recurring = StartPayment & { recurring: Terms };

/** The first payment of what recurs: the setup fee of a subscription, approved together with it. */
export function createSubscriptions(client: PaypalClient, { publicUrl }: PaypalSettings, now: () => Date) {
  const planOf = createPlans(client);

  async function create({ attemptKey, amountCents, recurring }: Recurring): Promise<PaypalSubscription> {
    const said = await client.execute({
      verb: 'POST',
      path: SUBSCRIPTIONS,
      requestId: attemptKey,
      body: {
        plan_id: await planOf(recurring),
        start_time: addPeriods(now(), recurring.period, 1).toISOString(),
        custom_id: attemptKey,
        plan: {
          payment_preferences: {
            setup_fee: { value: centsToText(amountCents), currency_code: 'USD' },
            setup_fee_failure_action: 'CANCEL',
          },
        },
        application_context: {
          shipping_preference: 'NO_SHIPPING',
          // Leaves the activation, which takes the first payment, to the shop.
          user_action: 'CONTINUE',
          return_url: `${publicUrl}/checkout?paypal=return`,
          cancel_url: `${publicUrl}/checkout?paypal=cancel`,
        },
      },
    });
    return PaypalSubscription.parse(said);
  }

  /** Expired when the bundle has other terms now, or when its first period would be too short. */
  async function readCurrent(id: string, terms: Terms): Promise<PaypalSubscription | null> {
    const found = isSubscription(id) ? await read(id) : null;
    const earliest = addPeriods(new Date(now().getTime() - DAY_MS), terms.period, 1);
    const isCurrent = found?.plan_id === (await planOf(terms)) && new Date(found.start_time) > earliest;
    if (found && !isCurrent) throw new AttemptExpired('The recurring payment needs a new approval.');
    return found;
  }

  /** Null for a subscription that PayPal no longer knows. */
  async function read(id: string): Promise<PaypalSubscription | null> {
    try {
      return await readSubscription(client, id);
    } catch (error) {
      if (error instanceof PaypalRefusal && meaningOf('show', error) === 'gone') return null;
      throw error;
    }
  }

  async function lookUp(id: string): Promise<PaymentState> {
    const subscription = await read(id);
    if (!subscription) return FORGOTTEN;
    const { status, create_time } = subscription;
    if (status === 'APPROVAL_PENDING' || status === 'APPROVED') return stateOfSubscription(subscription, []);
    const to = new Date(Math.min(tomorrow(now()).getTime(), firstPeriodOf(subscription).getTime()));
    const fees = await transactionsOf(client, id, new Date(create_time), to);
    const state = stateOfSubscription(subscription, fees);
    // Without a first payment it must not recur.
    if (state.status === 'failed' && (status === 'ACTIVE' || status === 'SUSPENDED'))
      await client.execute({
        verb: 'POST',
        path: pathOf(id, '/cancel'),
        body: { reason: 'The first payment was declined.' },
      });
    return state;
  }

  async function activate(id: string): Promise<PaymentState | null> {
    try {
      await client.execute({
        verb: 'POST',
        path: pathOf(id, '/activate'),
        body: { reason: 'The customer placed the order.' },
      });
      return null;
    } catch (error) {
      const meaning = error instanceof PaypalRefusal ? meaningOf('activate', error) : 'unknown';
      if (meaning === 'look') return null;
      if (meaning === 'gone') return FORGOTTEN;
      if (meaning === 'failed') return { status: 'failed', reason: 'PayPal declined the payment.' };
      throw error;
    }
  }

  return {
    lookUp,
    start: async (payment: Recurring): Promise<StartedPayment> =>
      startedBy(
        payment.providerPaymentId
          ? await readCurrent(payment.providerPaymentId, payment.recurring)
          : await create(payment),
      ),
    capture: async (id: string): Promise<PaymentState> => {
      const subscription = await read(id);
      if (subscription?.status === 'APPROVED') {
        if (now() >= firstPeriodOf(subscription))
          return { status: 'failed', reason: 'The approval is too old.' };
        const refused = await activate(id);
        if (refused) return refused;
      }
      let state = await lookUp(id);
      for (const pause of PAUSES_MS) {
        if (state.status !== 'processing') break;
        await delay(pause);
        state = await lookUp(id);
      }
      return state;
    },
  };
}

const FORGOTTEN: PaymentState = { status: 'failed', reason: 'PayPal no longer knows this subscription.' };
