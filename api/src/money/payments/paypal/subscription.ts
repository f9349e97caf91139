import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents, type Cents } from '@northlight/shared/catalog/money.ts';
import type { KnownPayment, PaymentState } from '../provider.ts';
import { CAPTURE_STATUSES, heldOf, orNull } from './answers.ts';
import type { PaypalClient, PaypalRequest } from './client.ts';
import { Capture, Details, Links, Money } from './states.ts';
import { SUBSCRIPTION_STATUSES } from './subscription-answers.ts';
import { DAY_MS } from '../../../base/units.ts';
import type { Period } from '@northlight/shared/contracts/lists.ts';

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
  payment_preferences: z.optional(z.object({ payment_failure_threshold: z.optional(z.number()) })),
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
      last_payment: z.optional(z.object({ amount: Money, time: z.string() })),
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
  status_details: Details,
  time: z.string().check(z.refine((time) => !Number.isNaN(Date.parse(time)))),
  amount_with_breakdown: z.object({
    gross_amount: z.object({ currency_code: z.string(), value: z.string() }),
  }),
});
const Transactions = z.object({ transactions: z._default(z.array(Transaction), []) });

/** `Id` is null where PayPal only says when and how much. */
export type PaypalTransaction<Id extends string | null = string> = {
  id: Id;
  meaning: 'paid' | 'processing' | 'failed' | undefined;
  status: string;
  /** PayPal's reason for holding a pending one. */
  held?: string | undefined;
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

/**
 * When it is billed next; undefined while nothing is scheduled. Just after the activation, PayPal can name a time
 * before the first period.
 */
export function nextBillingOf(subscription: PaypalSubscription): Date | undefined {
  const { status, start_time, billing_info: info } = subscription;
  const said = status === 'ACTIVE' ? info?.next_billing_time : status === 'APPROVED' ? start_time : undefined;
  const next = said && new Date(said);
  return next && next < firstPeriodOf(subscription) ? new Date(start_time) : next || undefined;
}

/** What the customer approved; null if PayPal does not say. */
export function termsOf({ plan }: PaypalSubscription): { amountCents: Cents; period: Period } | null {
  const [cycle] = plan?.billing_cycles ?? [];
  const price = cycle?.pricing_scheme?.fixed_price;
  const period = cycle?.frequency?.interval_unit === 'YEAR' ? 'year' : 'month';
  return price ? { amountCents: textToCents(price.value), period } : null;
}

/**
 * The payments of the setup fee. While PayPal lists none, a sale that an event reported and the time of the
 * last payment are asked, too.
 */
export async function feesOf(
  client: PaypalClient,
  subscription: PaypalSubscription,
  saleId: string | null,
  now: Date,
): Promise<PaypalTransaction<string | null>[]> {
  const { id, create_time, billing_info: info } = subscription;
  const end = firstPeriodOf(subscription);
  const to = new Date(Math.min(tomorrow(now).getTime(), end.getTime()));
  const listed = await transactionsOf(client, id, new Date(create_time), to);
  if (listed.length > 0) return listed;
  const last = info?.last_payment && transactionOf({ id: null, status: 'COMPLETED', ...info.last_payment });
  const fee = (await saleOf(client, saleId)) ?? last;
  return fee && fee.at < end ? [fee] : [];
}

async function saleOf(client: PaypalClient, id: string | null): Promise<PaypalTransaction | null> {
  if (!id) return null;
  const path = `/v2/payments/captures/${encodeURIComponent(id)}`;
  const said = await orNull(client.execute({ verb: 'GET', path }));
  if (!said) return null;
  const { status, status_details, amount, create_time } = Capture.parse(said);
  return transactionOf({ id, status, status_details, time: create_time ?? '', amount });
}

type Shown<Id> = Pick<z.infer<typeof Transaction>, 'status' | 'status_details' | 'time'> & {
  id: Id;
  amount: { currency_code: string; value: string };
};

const transactionOf = <Id extends string | null>({
  id,
  status,
  status_details,
  time,
  amount,
}: Shown<Id>): PaypalTransaction<Id> => ({
  id,
  meaning: CAPTURE_STATUSES[status],
  status,
  held: heldOf(status_details),
  at: new Date(time),
  amountCents: textToCents(amount.value),
  currency: amount.currency_code.toLowerCase(),
});

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
    .map(({ amount_with_breakdown: { gross_amount: amount }, ...one }) => transactionOf({ ...one, amount }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/** Maps every status of a subscription and its setup fee explicitly; see docs/payment-states.md. */
export function stateOfSubscription(
  { status }: PaypalSubscription,
  fees: readonly PaypalTransaction<string | null>[],
  { isProcessing }: Pick<KnownPayment, 'isProcessing'>,
): PaymentState {
  const taken = fees.find(({ meaning }) => meaning === 'paid');
  if (taken) {
    const { amountCents, currency, id: chargeId } = taken;
    // PayPal lists no refunds of a transaction.
    const isFullyRefunded = taken.status === 'REFUNDED';
    return { status: 'paid', amountCents, currency, chargeId, refunds: [], isFullyRefunded, dispute: null };
  }
  const pending = fees.find(({ meaning }) => meaning === 'processing');
  if (pending) return { status: 'processing', held: pending.held };
  const state = SUBSCRIPTION_STATUSES[status];
  const isLost = fees.length > 0 && fees.every(({ meaning }) => meaning === 'failed');
  if (state === 'failed' || isLost) return { status: 'failed', reason: 'PayPal declined the payment.' };
  // A subscription can stay APPROVED until its first period although it was activated.
  if (state === 'processing' || (status === 'APPROVED' && isProcessing)) return { status: 'processing' };
  return status === 'APPROVED' ? { status: 'open', isApproved: true } : { status: 'open' };
}
