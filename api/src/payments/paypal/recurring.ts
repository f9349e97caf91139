import { centsToText } from '@northlight/shared/catalog/money.ts';
import { RecurringRefused, type ProviderCharge, type RecurringProvider } from '../recurring.ts';
import { endOf, isGivenUp, noteOf, PAUSED, toAgreement, toCharges } from './agreement.ts';
import { meaningOf } from './answers.ts';
import { PaypalRefusal, type PaypalClient, type PaypalRequest } from './client.ts';
import type { FindDispute } from './disputes.ts';
import { refundCapture } from './refund.ts';
import {
  firstPeriodOf,
  isSubscription,
  pathOf,
  readSubscription,
  tomorrow,
  transactionsOf,
  type PaypalSubscription,
} from './subscription.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Customers can open a dispute for 180 days. It is decided some weeks later. */
const DISPUTABLE_MS = 270 * DAY_MS;
const PRICE_NOTICE_MS = 10 * DAY_MS;
const NEEDS_APPROVAL =
  'PayPal needs the customer’s approval for recurring payments. Ask the customer to order again.';

type Deps = { client: PaypalClient; now: () => Date; findDispute: FindDispute; www: string };

/** Recurring payments by PayPal Subscriptions, which the customer approved with the order's own payment. */
export function createPaypalRecurring({ client, now, findDispute, www }: Deps): RecurringProvider {
  const read = (id: string) => readSubscription(client, id, '?fields=last_failed_payment,plan');
  const change = async (request: PaypalRequest): Promise<void> => {
    try {
      await client.execute(request);
    } catch (error) {
      const meaning = error instanceof PaypalRefusal ? meaningOf('change', error) : 'unknown';
      if (meaning === 'refused')
        throw new RecurringRefused(`PayPal refused this change (${(error as PaypalRefusal).issue}).`);
      if (meaning !== 'look') throw error;
    }
  };
  const act = (id: string, action: 'activate' | 'suspend' | 'cancel', reason: string): Promise<void> =>
    change({ verb: 'POST', path: pathOf(id, `/${action}`), body: { reason } });
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
      charges.map(async (charge) =>
        charge.paymentId && charge.dueAt.getTime() > recent
          ? { ...charge, dispute: await findDispute(charge.paymentId) }
          : charge,
      ),
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
      if (!isGivenUp(subscription, agreement)) return agreement;
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
      const { status, billing_info: info } = subscription;
      const end = status === 'ACTIVE' ? info?.next_billing_time : undefined;
      // What is suspended has no paid period left.
      await (end ? act(id, 'suspend', noteOf(end)) : cancelNow(id));
    },
    undoCancel: async (id) => {
      const end = endOf(await read(id));
      if (end && end > now()) await act(id, 'activate', 'Cancellation undone.');
    },
    changeAmount: async (id, amountCents) => {
      const next = (await read(id)).billing_info?.next_billing_time;
      if (next && Date.parse(next) - now().getTime() < PRICE_NOTICE_MS)
        throw new RecurringRefused(
          'PayPal only changes an amount at least ten days before the next charge. Please try again after that charge.',
        );
      await change({
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
    },
    refundCharge: async ({ paymentId, ...refund }) =>
      (await refundCapture(client, { ...refund, chargeId: paymentId, currency: 'usd' })).status,
    cardPage: async () => `${www}/myaccount/autopay/`,
  };
}
