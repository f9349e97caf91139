import { setTimeout as delay } from 'node:timers/promises';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { addPeriods } from '@northlight/shared/catalog/periods.ts';
import {
  AttemptExpired,
  type KnownPayment,
  type PaymentState,
  type StartedPayment,
  type StartPayment,
} from '../provider.ts';
import { orNull, refusalOf } from './answers.ts';
import type { PaypalSettings } from '../../../base/settings/payment-settings.ts';
import type { PaypalClient, PaypalRefusal } from './client.ts';
import { createPlans, planOf, type Terms } from './plans.ts';
import { failedUnless, missing, startedBy } from './states.ts';
import {
  feesOf,
  firstPeriodOf,
  isSubscription,
  pathOf,
  PaypalSubscription,
  readSubscription,
  stateOfSubscription,
  SUBSCRIPTIONS,
  termsOf,
} from './subscription.ts';

/** PayPal lists the setup fee a moment after the activation. */
const PAUSES_MS = [500, 1_000];

const dayOf = (time: Date): string => time.toISOString().slice(0, '2026-11-21'.length);

type Recurring = StartPayment & { recurring: Terms };

/** The first payment of what recurs: the setup fee of a subscription, approved together with it. */
export function createSubscriptions(client: PaypalClient, { publicUrl }: PaypalSettings, now: () => Date) {
  const withPlan = createPlans(client);

  const create = ({
    attemptKey,
    createdAt,
    amountCents,
    recurring,
  }: Recurring): Promise<PaypalSubscription> =>
    withPlan(recurring, async (planId) => {
      const { billing_cycles, payment_preferences } = planOf(recurring);
      const said = await client.execute({
        verb: 'POST',
        path: SUBSCRIPTIONS,
        requestId: `${attemptKey}-${planId}`,
        body: {
          plan_id: planId,
          start_time: addPeriods(createdAt, recurring.period, 1).toISOString(),
          custom_id: attemptKey,
          plan: {
            billing_cycles,
            payment_preferences: {
              ...payment_preferences,
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
    });

  /** Expired when the bundle has other terms now, or on a later day, because its first period would be too short. */
  async function readCurrent(id: string, { amountCents, period }: Terms): Promise<PaypalSubscription | null> {
    const found = isSubscription(id) ? await read(id) : null;
    const terms = found && termsOf(found);
    const isCurrent =
      terms?.amountCents === amountCents &&
      terms.period === period &&
      dayOf(new Date(found?.create_time ?? 0)) === dayOf(now());
    if (found && !isCurrent) throw new AttemptExpired('The recurring payment needs a new approval.');
    return found;
  }

  const read = (id: string) => orNull(readSubscription(client, id, '?fields=plan'));

  async function lookUp(id: string, known: KnownPayment): Promise<PaymentState> {
    const subscription = await read(id);
    if (!subscription) return missing('subscription');
    const { status } = subscription;
    if (status === 'APPROVAL_PENDING') return stateOfSubscription(subscription, [], known);
    const fees = await feesOf(client, subscription, known.chargeId, now());
    const state = stateOfSubscription(subscription, fees, known);
    // Without a first payment it must not recur.
    if (state.status === 'failed' && (status === 'ACTIVE' || status === 'SUSPENDED'))
      await client.execute({
        verb: 'POST',
        path: pathOf(id, '/cancel'),
        body: { reason: 'The first payment was declined.' },
      });
    return state;
  }

  /** PayPal's refusal and what it means, or null. */
  async function activate(id: string) {
    try {
      const body = { reason: 'The customer placed the order.' };
      await client.execute({ verb: 'POST', path: pathOf(id, '/activate'), body });
      return null;
    } catch (error) {
      const meaning = refusalOf('activate', error);
      if (meaning === null || meaning === 'unknown') throw error;
      return { meaning, error: error as PaypalRefusal };
    }
  }

  /** Activates an approved subscription. Its fee may have been taken by an activation whose answer was lost. */
  async function activateOnce(
    id: string,
    known: KnownPayment,
    willSend: () => Promise<void>,
  ): Promise<PaymentState> {
    if (known.wasCaptureSent) {
      const before = await lookUp(id, known);
      if (before.status !== 'open') return before;
    }
    await willSend();
    const refusal = await activate(id);
    // A repeated activation is refused although the first one worked.
    const isProcessing = refusal === null || (refusal.meaning === 'look' && known.wasCaptureSent);
    const state = await lookUp(id, { ...known, isProcessing });
    return refusal?.meaning === 'failed' || refusal?.meaning === 'refused'
      ? failedUnless(state, refusal.meaning, refusal.error)
      : state;
  }

  return {
    lookUp,
    start: async (payment: Recurring): Promise<StartedPayment> =>
      startedBy(
        payment.providerPaymentId
          ? await readCurrent(payment.providerPaymentId, payment.recurring)
          : await create(payment),
      ),
    capture: async (
      id: string,
      known: KnownPayment,
      willSend: () => Promise<void>,
    ): Promise<PaymentState> => {
      const subscription = await read(id);
      const isApproved = subscription?.status === 'APPROVED' && !known.isProcessing;
      if (isApproved && !known.wasCaptureSent && now() >= firstPeriodOf(subscription))
        return { status: 'failed', reason: 'The approval is too old.' };
      let state = await (isApproved ? activateOnce(id, known, willSend) : lookUp(id, known));
      for (const pause of PAUSES_MS) {
        if (state.status !== 'processing' || state.held) break;
        await delay(pause);
        state = await lookUp(id, { ...known, isProcessing: true });
      }
      return state;
    },
  };
}
