import type { FakeInvoice, FakeSubscription } from './billing-records.ts';
import { collect, createInvoice, endSubscription, finalize, voidInvoice } from './invoices.ts';
import type { StripeRecords } from './records.ts';
import { nextPeriodEnd } from './subscriptions.ts';

type Step = { at: number; take: () => void };

/** Time passes at Stripe, as with its test clocks: everything that is due until then happens in order. */
export function advanceTo(records: StripeRecords, now: Date): void {
  const end = now.getTime() / 1_000;
  for (;;) {
    const [next] = stepsOf(records).toSorted((one, other) => one.at - other.at);
    if (!next || next.at > end) break;
    records.clock.set(new Date(next.at * 1_000));
    next.take();
  }
  records.clock.set(now);
}

const stepsOf = (records: StripeRecords): Step[] => [
  ...[...records.subscriptions.values()].flatMap((subscription) => periodEnd(records, subscription)),
  ...[...records.invoices.values()].flatMap((invoice) => invoiceStep(records, invoice)),
];

function periodEnd(records: StripeRecords, subscription: FakeSubscription): Step[] {
  if (!['active', 'past_due', 'trialing'].includes(subscription.status)) return [];
  const [item] = subscription.items.data;
  const { cancel_at: cancelAt } = subscription;
  if (cancelAt !== null && cancelAt <= item.current_period_end)
    return [
      { at: cancelAt, take: () => void endSubscription(records, subscription, 'cancellation_requested') },
    ];
  const take = (): void => {
    const end = nextPeriodEnd(subscription);
    if (subscription.status === 'trialing') subscription.status = 'active';
    item.current_period_start = item.current_period_end;
    item.current_period_end = end;
    records.emit('customer.subscription.updated', subscription);
    const amount = item.price.unit_amount * item.quantity;
    const invoice = createInvoice(records, subscription, { reason: 'subscription_cycle', amount });
    if (subscription.pause_collection?.behavior === 'void') voidInvoice(records, invoice);
  };
  return [{ at: item.current_period_end, take }];
}

function invoiceStep(records: StripeRecords, invoice: FakeInvoice): Step[] {
  const { automatically_finalizes_at: finalizesAt, next_payment_attempt: attemptAt, status } = invoice;
  if (!invoice.auto_advance) return [];
  if (status === 'draft' && finalizesAt !== null)
    return [
      {
        at: finalizesAt,
        take: () => {
          finalize(records, invoice);
          collect(records, invoice);
        },
      },
    ];
  if (status === 'open' && attemptAt !== null)
    return [{ at: attemptAt, take: () => collect(records, invoice) }];
  return [];
}
