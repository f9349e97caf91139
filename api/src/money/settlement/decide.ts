import { isDeepStrictEqual } from 'node:util';
import type { Dispute } from '@northlight/shared/contracts/payments.ts';
import type { Review } from '@northlight/shared/contracts/review.ts';
import { rememberedDispute, stepOf } from '../payments/dispute-news.ts';
import type { Payment } from '../payments/payment-store.ts';
import type { PaymentState, ProviderRefund } from '../payments/provider.ts';
import { refundedCents } from '../payments/refund-store.ts';
import { decideByHand, decideOrder, decideUnclaimed } from './decide-order.ts';
import type { Facts, Happening, KnownRefund, Move } from './moves.ts';

/** Decides what follows from what happened. Pure: the same facts give the same moves, and a repeat none. */
export function decide(facts: Facts, happening: Happening): Move[] {
  switch (happening.kind) {
    case 'answered':
      return facts.payment ? decideAnswer(facts, facts.payment, happening.state) : [];
    case 'claimed':
      return decideOrder(facts, happening.received);
    case 'by-hand':
      return decideByHand(facts, happening.received);
    case 'unclaimed':
      return decideUnclaimed(facts, happening.received);
  }
}

function decideAnswer(facts: Facts, payment: Payment, state: PaymentState): Move[] {
  switch (state.status) {
    case 'open':
      // A processing debit that is open again was declined by its bank. It must not be charged to anything
      // else.
      if (payment.status !== 'processing') return [];
      return [...failed(facts, payment, { code: 'bank_declined' }), { do: 'after', what: 'cancel-payment' }];
    case 'declined':
      return [{ do: 'refuse-capture' }];
    case 'failed':
      return [
        ...failed(facts, payment, { code: 'ended_by_provider', reason: state.reason }),
        ...(state.refusal ? [{ do: 'email-refusal' as const, reason: state.refusal }] : []),
      ];
    case 'missing':
      // Test keys of before took no real money, so nobody is charged twice.
      return isUntouched(payment) &&
        (!state.isPaidByBrowser || (facts.isOfOtherKeys && payment.mode !== 'live'))
        ? failed(facts, payment, { code: 'ended_by_provider', reason: state.reason })
        : [];
    case 'processing': {
      if (payment.status === 'paid') return disputeMoves(facts, payment, state.dispute ?? null);
      const isNew = payment.status !== 'processing';
      return [
        ...(isNew ? [{ do: 'mark-processing' as const }] : []),
        ...(facts.purchase
          ? decideOrder({ ...facts, payment: { ...payment, status: 'processing' } }, null, state.held)
          : []),
      ];
    }
    case 'paid': {
      const received = { amountCents: state.amountCents, currency: state.currency };
      return [
        ...providerFacts(facts, payment, state),
        ...(facts.purchase ? decideOrder(facts, received) : []),
        ...(facts.purchase
          ? [
              { do: 'after' as const, what: 'send-second-refund' as const },
              { do: 'after' as const, what: 'cancel-other-attempts' as const },
            ]
          : []),
      ];
    }
  }
}

/** Nobody approved it, and no call was sent that could have taken the money. */
const isUntouched = ({ status, approvedAt, captureSentAt }: Payment): boolean =>
  status === 'open' && approvedAt === null && captureSentAt === null;

/** The attempt is over. A customer whose bank payment was processing now hears that it failed. */
function failed({ order }: Facts, payment: Payment, review: Review): Move[] {
  if (payment.status !== 'open' && payment.status !== 'processing') return [];
  const isLost =
    payment.status === 'processing' && order?.paymentId === payment.id && order.receivedAmountCents === null;
  const moves: Move[] = [{ do: 'mark-failed', review }];
  if (isLost) {
    const { paymentMethod, receivedAmountCents } = order;
    const reason = review.code === 'ended_by_provider' ? { reason: review.reason } : {};
    moves.push(
      {
        do: 'update-order',
        change: {
          paymentId: payment.id,
          paymentStatus: 'pending',
          paymentMethod,
          receivedAmountCents,
          review: { code: 'payment_lost', ...reason },
        },
      },
      { do: 'email-payment-update', state: 'failed' },
      { do: 'email-review', occasion: 'lost' },
    );
  }
  return moves;
}

/** Records what a later refund needs, and what happened in the provider's own dashboard. */
function providerFacts(
  facts: Facts,
  payment: Payment,
  state: Extract<PaymentState, { status: 'paid' }>,
): Move[] {
  const { refunds } = facts;
  const reported = [...state.refunds, ...unlistedRefund(refunds, state)];
  return [
    ...(state.chargeId && state.chargeId !== payment.chargeId
      ? [{ do: 'store-charge' as const, chargeId: state.chargeId }]
      : []),
    ...reported.map((refund) => ({ do: 'store-refund' as const, refund })),
    ...disputeMoves(facts, payment, state.dispute),
  ];
}

/** What was refunded in the dashboard of a provider that only says that everything was. */
function unlistedRefund(
  refunds: readonly KnownRefund[],
  { isFullyRefunded, amountCents, chargeId }: Extract<PaymentState, { status: 'paid' }>,
): ProviderRefund[] {
  const left = amountCents - refundedCents(refunds);
  if (!isFullyRefunded || left <= 0) return [];
  return [{ id: `${chargeId}-rest`, key: null, amountCents: left, status: 'succeeded' }];
}

function disputeMoves(
  { refunds, now }: Facts,
  { review, receivedAmountCents, amountCents }: Payment,
  said: Dispute | null,
): Move[] {
  if (!said) return [];
  const stored = review?.code === 'disputed' ? review.dispute : null;
  const leftCents = (receivedAmountCents ?? amountCents) - refundedCents(refunds);
  const dispute = rememberedDispute(said, stored, leftCents, now);
  if (isDeepStrictEqual(stored, dispute)) return [];
  const isNewlyLost = dispute.status === 'lost' && stored?.status !== 'lost';
  const occasion = stepOf(dispute, stored);
  return [
    { do: 'review-payment', review: { code: 'disputed', dispute } },
    ...(occasion ? [{ do: 'email-review' as const, occasion }, { do: 'follow-dispute' as const }] : []),
    ...(isNewlyLost ? [{ do: 'mark-charged-back' as const }] : []),
  ];
}
