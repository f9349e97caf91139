import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents } from '@northlight/shared/catalog/money.ts';
import type { PaymentState } from '../provider.ts';
import type { PaypalClient, PaypalRequest } from './client.ts';
import { CAPTURE_STATUSES } from './answers.ts';
import { Links, Money } from './states.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-answers.ts';

const DAY_MS = 24 * 60 * 60_000;
export const SUBSCRIPTIONS = '/v1/billing/subscriptions';

export const isSubscription = (id: string): boolean => id.startsWith('I-');

const Plan = z.object({
  billing_cycles: z._default(
    z.array(
      z.object({
        frequency: z.optional(z.object({ interval_unit: z.string() })),
        pricing_scheme: z.optional(z.object({ fixed_price: z.optional(Money) })),
      }),
    ),
    [],
  ),
});

/** The fields we read of a subscription. */
export const PaypalSubscription = z.object({
  id: z.string(),
  status: z.string(),
  status_change_note: z.optional(z.string()),
  status_update_time: z.optional(z.string()),
  plan_id: z.string(),
  start_time: z.string(),
  create_time: z.string(),
  subscriber: z.optional(z.object({ email_address: z.optional(z.string()) })),
  billing_info: z.optional(
    z.object({
      outstanding_balance: z.optional(z.object({ value: z.string() })),
      failed_payments_count: z.number(),
      next_billing_time: z.optional(z.string()),
      last_failed_payment: z.optional(z.object({ amount: Money, time: z.string() })),
    }),
  ),
  plan: z.optional(Plan),
  links: Links,
});
export type PaypalSubscription = z.infer<typeof PaypalSubscription>;

const Transaction = z.object({
  id: z.string(),
  status: z.string(),
  time: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  amount_with_breakdown: z.object({
    gross_amount: z.object({ currency_code: z.string(), value: z.string() }),
  }),
});
const Transactions = z.object({ transactions: z._default(z.array(Transaction), []) });

export type PaypalTransaction = {
  id: string;
  meaning: 'paid' | 'processing' | 'failed' | undefined;
  status: string;
  at: Date;
  amountCents: number;
  currency: string;
};

export const pathOf = (id: string, action = ''): string =>
  `${SUBSCRIPTIONS}/${encodeURIComponent(id)}${action}`;

export const readSubscription = async (
  client: PaypalClient,
  id: string,
  fields = '',
): Promise<PaypalSubscription> =>
  PaypalSubscription.parse(await client.execute({ verb: 'GET', path: pathOf(id, fields) }));

/**
 * Whatever is paid before this is the setup fee. PayPal counts months in its own way and can bill a few days
 * before the date that we count.
 */
export const EARLY_MS = 4 * DAY_MS;
export const tomorrow = (now: Date): Date => new Date(now.getTime() + DAY_MS);
export const firstPeriodOf = ({ start_time }: PaypalSubscription): Date =>
  new Date(Date.parse(start_time) - EARLY_MS);

/** Oldest first. `to` may be a little later than now, because clocks differ. */
export async function transactionsOf(
  client: PaypalClient,
  id: string,
  from: Date,
  to: Date,
): Promise<PaypalTransaction[]> {
  if (from >= to) return [];
  const query = new URLSearchParams({ start_time: from.toISOString(), end_time: to.toISOString() });
  const request: PaypalRequest = { verb: 'GET', path: pathOf(id, `/transactions?${query}`) };
  return Transactions.parse(await client.execute(request))
    .transactions.filter(({ amount_with_breakdown: amount }) => MONEY_TEXT.test(amount.gross_amount.value))
    .map(({ id: transactionId, status, time, amount_with_breakdown: { gross_amount: amount } }) => ({
      id: transactionId,
      meaning: CAPTURE_STATUSES[status],
      status,
      at: new Date(time),
      amountCents: textToCents(amount.value),
      currency: amount.currency_code.toLowerCase(),
    }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Maps every status of a subscription and its setup fee explicitly; see docs/payments.md. */
export function stateOfSubscription(
  { status }: PaypalSubscription,
  fees: readonly PaypalTransaction[],
): PaymentState {
  const taken = fees.find(({ meaning }) => meaning === 'paid');
  if (taken) {
    const { amountCents, currency, id: chargeId } = taken;
    // PayPal lists no refunds of a transaction.
    return { status: 'paid', amountCents, currency, chargeId, refunds: [], dispute: null };
  }
  if (fees.some(({ meaning }) => meaning === 'processing')) return { status: 'processing' };
  const state = SUBSCRIPTION_STATUSES[status];
  const isLost = fees.length > 0 && fees.every(({ meaning }) => meaning === 'failed');
  if (state === 'failed' || (state === 'processing' && isLost))
    return { status: 'failed', reason: 'PayPal declined the payment.' };
  if (state === 'processing') return { status: 'processing' };
  return status === 'APPROVED' ? { status: 'open', isApproved: true } : { status: 'open' };
}
