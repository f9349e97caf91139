import * as z from 'zod/mini';
import { MONEY_TEXT, textToCents } from '@northlight/shared/catalog/money.ts';
import { AttemptExpired, type PaymentState, type ProviderRefund, type StartedPayment } from '../provider.ts';
import type { PaypalRefusal } from './client.ts';
import { CAPTURE_STATUSES, heldOf, ORDER_STATUSES, REFUND_STATUSES } from './answers.ts';

export const Money = z.object({ currency_code: z.string(), value: z.string().check(z.regex(MONEY_TEXT)) });
export const Details = z.optional(z.object({ reason: z.optional(z.string()) }));
export const Capture = z.object({
  id: z.string(),
  status: z.string(),
  status_details: Details,
  amount: Money,
  create_time: z.optional(z.string()),
});
export const PaypalRefund = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.optional(Money),
  custom_id: z.optional(z.string()),
});

export const Links = z._default(z.array(z.object({ rel: z.string(), href: z.string() })), []);

/** The fields we read of an order. */
export const PaypalOrder = z.object({
  id: z.string(),
  status: z.string(),
  purchase_units: z._default(
    z.array(
      z.object({
        custom_id: z.optional(z.string()),
        payments: z.optional(
          z.object({
            captures: z._default(z.array(Capture), []),
            refunds: z._default(z.array(PaypalRefund), []),
          }),
        ),
      }),
    ),
    [],
  ),
  links: Links,
});
export type PaypalOrder = z.infer<typeof PaypalOrder>;

/** Maps every status of an order and its captures explicitly; see docs/payment-states.md. */
export function stateOfOrder({ status, purchase_units: units }: PaypalOrder): PaymentState {
  const captures = units.flatMap(({ payments }) => payments?.captures ?? []);
  const refunds = units.flatMap(({ payments }) => payments?.refunds ?? []).map(refundOf);
  const taken = captures.find((capture) => CAPTURE_STATUSES[capture.status] === 'paid');
  if (taken) {
    return {
      status: 'paid',
      amountCents: textToCents(taken.amount.value),
      currency: taken.amount.currency_code.toLowerCase(),
      chargeId: taken.id,
      refunds,
      dispute: null,
      ...(units[0]?.custom_id && { attemptKey: units[0].custom_id }),
    };
  }
  const pending = captures.find((capture) => CAPTURE_STATUSES[capture.status] === 'processing');
  if (pending) return { status: 'processing', held: heldOf(pending.status_details) };
  const meaning = ORDER_STATUSES[status];
  if (meaning === 'failed') return { status: 'failed', reason: 'The order was voided at PayPal.' };
  const isLost =
    captures.length > 0 && captures.every((capture) => CAPTURE_STATUSES[capture.status] === 'failed');
  if (meaning === 'as its captures' && isLost)
    return { status: 'failed', reason: 'PayPal declined the payment.' };
  return status === 'APPROVED' ? { status: 'open', isApproved: true } : { status: 'open' };
}

export const missing = (what: 'order' | 'subscription'): PaymentState => ({
  status: 'missing',
  reason: `PayPal no longer knows this ${what}.`,
  isPaidByBrowser: false,
});

/** What a certain refusal means, unless the payment was taken before. */
export function failedUnless(
  state: PaymentState,
  meaning: 'failed' | 'refused',
  { issue }: PaypalRefusal,
): PaymentState {
  if (state.status !== 'open') return state;
  return meaning === 'refused'
    ? { status: 'failed', reason: `PayPal refused the payment (${issue}).`, refusal: issue }
    : { status: 'failed', reason: 'PayPal declined the payment.' };
}

export function refundOf({ id, status, amount, custom_id }: z.infer<typeof PaypalRefund>): ProviderRefund {
  return {
    id,
    key: custom_id ?? null,
    amountCents: amount ? textToCents(amount.value) : 0,
    status: REFUND_STATUSES[status] ?? 'pending',
  };
}

/** Where the customer approves an order or a subscription; null for one that PayPal no longer knows. */
export function startedBy(it: { id: string; links: z.infer<typeof Links> } | null): StartedPayment {
  if (!it) throw new AttemptExpired('PayPal no longer knows this payment.');
  const approvalUrl = approvalOf(it);
  if (!approvalUrl) throw new AttemptExpired('This payment can no longer be approved.');
  return { id: it.id, approvalUrl };
}

/** PayPal's page where the customer approves. */
export const approvalOf = ({ links }: { links: z.infer<typeof Links> }): string | undefined =>
  links.find(({ rel }) => rel === 'approve' || rel === 'payer-action')?.href;
