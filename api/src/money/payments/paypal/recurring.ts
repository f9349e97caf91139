import * as z from 'zod/mini';
import { centsToText } from '@northlight/shared/catalog/money.ts';
import { dayText } from '@northlight/shared/catalog/periods.ts';
import { RecurringRefused, type ProviderCharge, type RecurringProvider } from '../recurring.ts';
import { endOf, isGivenUp, noteOf, PAUSED, toAgreement, toCharges } from './agreement.ts';
import { refusalOf } from './answers.ts';
import type { PaypalClient, PaypalRefusal, PaypalRequest } from './client.ts';
import { type FindDispute } from './disputes.ts';
import { refundCapture } from './refund.ts';
import { createPlans, planOf } from './plans.ts';
import { approvalOf, Links } from './states.ts';
import {
  firstPeriodOf,
  isSubscription,
  nextBillingOf,
  pathOf,
  readSubscription,
  tomorrow,
  transactionsOf,
  type PaypalSubscription,
} from './subscription.ts';
import { DAY_MS } from '../../../base/units.ts';

/** Customers can open a dispute for 180 days. It is decided some weeks later. */
const DISPUTABLE_MS = 270 * DAY_MS;
const PRICE_NOTICE_MS = 10 * DAY_MS;
/** How long the customer can continue, on PayPal's page, what PayPal suspended after too many failures. */
const LEFT_TO_CUSTOMER_MS = 30 * DAY_MS;
const NEEDS_APPROVAL =
  'PayPal needs the customer’s approval for recurring payments. Ask the customer to order again.';

const NOT_NOW = 'PayPal doesn’t allow this change right now.';
const Revised = z.object({ links: Links });

type Deps = { client: PaypalClient; now: () => Date; findDispute: FindDispute; www: string };

/** Recurring payments by PayPal Subscriptions, which the customer approved with the order's own payment. */
export function createPaypalRecurring({ client, now, findDispute, www }: Deps): RecurringProvider {
  const withPlan = createPlans(client);
  const read = (id: string) => readSubscription(client, id, '?fields=last_failed_payment,plan');
  /** Null when the status of the subscription does not allow it. */
  const changing = async <Result>(work: () => Promise<Result>): Promise<Result | null> => {
    try {
      return await work();
    } catch (error) {
      const meaning = refusalOf('change', error);
      if (meaning === 'look') return null;
      if (meaning !== 'refused') throw error;
      throw new RecurringRefused(`PayPal refused this change (${(error as PaypalRefusal).issue}).`);
    }
  };
  const change = (request: PaypalRequest) =>
    changing(async () => {
      await client.execute(request);
      return true;
    });
  const act = async (
    id: string,
    action: 'activate' | 'suspend' | 'cancel',
    reason: string,
  ): Promise<void> => {
    if (await change({ verb: 'POST', path: pathOf(id, `/${action}`), body: { reason } })) return;
    // Done before, or over, unless PayPal has not begun it yet.
    const { status, start_time } = await read(id);
    if (status === 'APPROVED')
      throw new RecurringRefused(
        `PayPal only allows this from the first recurring payment on, which is on ${dayText(start_time, 'UTC')}. Until then, the customer can cancel it in their PayPal account, under Settings, Payments, Automatic payments.`,
      );
  };
  const cancelNow = (id: string) => act(id, 'cancel', 'Canceled.');

  async function chargesOf(subscription: PaypalSubscription): Promise<ProviderCharge[]> {
    const transactions = await transactionsOf(
      client,
      subscription.id,
      firstPeriodOf(subscription),
      tomorrow(now()),
    );
    const charges = toCharges(subscription, transactions, now());
    const recent = now().getTime() - DISPUTABLE_MS;
    return Promise.all(
      charges.map(async (charge) => {
        const isRecent = charge.dueAt.getTime() > recent;
        const dispute = charge.paymentId && isRecent ? await findDispute(charge.paymentId) : null;
        if (charge.state !== 'due') return { ...charge, dispute };
        // A dispute puts what was paid on hold.
        return dispute
          ? { ...charge, state: 'paid' as const, dispute, held: undefined }
          : { ...charge, paidAt: null, paymentId: null };
      }),
    );
  }

  return {
    startedBy: (paymentId) => (isSubscription(paymentId) ? paymentId : null),
    start: async ({ paymentId }) => {
      if (!isSubscription(paymentId)) throw new RecurringRefused(NEEDS_APPROVAL);
      return paymentId;
    },
    lookUp: async (id) => {
      let subscription = await read(id);
      const end = endOf(subscription);
      if (end && end <= now()) {
        await cancelNow(id);
        subscription = await read(id);
      }
      const agreement = toAgreement(subscription, await chargesOf(subscription));
      const { suspendedAt } = agreement;
      const isLeft = !suspendedAt || now().getTime() - suspendedAt.getTime() < LEFT_TO_CUSTOMER_MS;
      if (isLeft || !isGivenUp(subscription)) return agreement;
      await cancelNow(id);
      return { ...agreement, state: 'ended', endedAt: now() };
    },
    pause: (id) => act(id, 'suspend', PAUSED),
    resume: async (id) => {
      if (!endOf(await read(id))) await act(id, 'activate', 'Resumed by the shop.');
    },
    cancelNow,
    cancelLater: async (id) => {
      const subscription = await read(id);
      if (endOf(subscription)) return;
      const end = nextBillingOf(subscription);
      // What is suspended has no paid period left.
      await (end ? act(id, 'suspend', noteOf(end)) : cancelNow(id));
    },
    undoCancel: async (id) => {
      const end = endOf(await read(id));
      if (end && end > now()) await act(id, 'activate', 'Cancellation undone.');
    },
    priceNoticeMs: PRICE_NOTICE_MS,
    changeAmount: async (id, amountCents) => {
      const next = nextBillingOf(await read(id));
      if (next && next.getTime() - now().getTime() < PRICE_NOTICE_MS)
        throw new RecurringRefused(
          'PayPal only changes an amount at least ten days before the next charge. Please try again after that charge.',
        );
      const isChanged = await change({
        verb: 'PATCH',
        path: pathOf(id),
        body: [
          {
            op: 'replace',
            path: '/plan/billing_cycles/@sequence==1/pricing_scheme/fixed_price',
            value: { value: centsToText(amountCents), currency_code: 'USD' },
          },
        ],
      });
      if (!isChanged) throw new RecurringRefused(NOT_NOW);
    },
    changePeriod: async (id, terms, returnUrl) => {
      const application_context = {
        shipping_preference: 'NO_SHIPPING',
        return_url: returnUrl,
        cancel_url: returnUrl,
      };
      const said = await changing(() =>
        withPlan(terms, (planId) =>
          client.execute({
            verb: 'POST',
            path: pathOf(id, '/revise'),
            body: { plan_id: planId, plan: planOf(terms), application_context },
          }),
        ),
      );
      if (said === null) throw new RecurringRefused(NOT_NOW);
      return approvalOf(Revised.parse(said)) ?? null;
    },
    refundCharge: async ({ paymentId, ...refund }) =>
      (await refundCapture(client, { ...refund, chargeId: paymentId, currency: 'usd' })).status,
    cardPage: async () => `${www}/myaccount/autopay/`,
  };
}
