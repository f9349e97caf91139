import {
  stripeId,
  type FakeCharge,
  type FakeDispute,
  type FakeRefund,
  type StripeRecords,
} from './records.ts';
import { BLANK_REFUND } from './empty-objects.ts';
import { invalid, metadataIn, onlyKnown, wholeNumber, type StripeForm } from './http.ts';

const PARAMETERS = ['amount', 'charge', 'expand', 'metadata', 'payment_intent', 'reason'];
const REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

type Wish = {
  amount: number | undefined;
  reason: FakeRefund['reason'];
  metadata: Record<string, string>;
  status: FakeRefund['status'];
};

export function createRefund(
  records: StripeRecords,
  form: StripeForm,
  status: FakeRefund['status'],
): FakeRefund {
  onlyKnown(form, PARAMETERS);
  const wish = form.get('reason');
  const reason = REASONS.find((one) => one === wish) ?? null;
  if (wish !== undefined && reason === null)
    throw invalid(`Invalid reason: must be one of ${REASONS.join(', ')}`, { param: 'reason' });
  const intent = records.intents.get(form.get('payment_intent') ?? '');
  const charge = records.charges.get(form.get('charge') ?? intent?.latest_charge ?? '');
  if (!charge) {
    if (intent)
      throw invalid(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`);
    const param = form.has('charge') ? 'charge' : 'payment_intent';
    throw invalid(`No such ${param}: '${form.get(param)}'`, { code: 'resource_missing', param }, 404);
  }
  const amount = form.has('amount') ? wholeNumber(form, 'amount') : undefined;
  return refund(records, charge, { amount, reason, metadata: metadataIn(form), status });
}

/** Without an amount, it refunds everything that is left. */
export function refund(
  records: StripeRecords,
  charge: FakeCharge,
  { amount, reason, metadata, status }: Wish,
): FakeRefund {
  const left = charge.amount - charge.amount_refunded;
  if (charge.status !== 'succeeded')
    throw invalid(`Charge ${charge.id} has not been paid and cannot be refunded.`);
  if (charge.disputed)
    throw invalid(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  if (left === 0)
    throw invalid(`Charge ${charge.id} has already been refunded.`, { code: 'charge_already_refunded' });
  const wanted = amount ?? left;
  if (wanted < 1) throw invalid('Invalid positive integer', { param: 'amount' });
  if (wanted > left)
    throw invalid(
      `Refund amount (${dollars(wanted)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      { param: 'amount' },
    );
  const made: FakeRefund = {
    ...BLANK_REFUND,
    id: stripeId('re'),
    object: 'refund',
    amount: wanted,
    charge: charge.id,
    created: records.clock.nowS(),
    currency: charge.currency,
    metadata,
    payment_intent: charge.payment_intent,
    reason,
    status,
  };
  records.refunds.set(made.id, made);
  charge.amount_refunded += wanted;
  charge.refunded = charge.amount_refunded === charge.amount;
  records.emit('charge.refunded', charge);
  records.emitOther('refund.created', made);
  records.emitOther('charge.refund.updated', made);
  return made;
}

/** The bank returns the refund to the shop days later. */
export function failRefund(records: StripeRecords, made: FakeRefund): void {
  made.status = 'failed';
  made.failure_reason = 'expired_or_canceled_card';
  const charge = records.charge(made.charge);
  charge.amount_refunded -= made.amount;
  charge.refunded = false;
  records.emit('refund.failed', made);
}

export function dispute(records: StripeRecords, charge: FakeCharge): void {
  charge.disputed = true;
  const made: FakeDispute = {
    id: stripeId('dp'),
    object: 'dispute',
    amount: charge.amount,
    charge: charge.id,
    created: records.clock.nowS(),
    currency: charge.currency,
    evidence_details: {
      due_by: records.clock.nowS() + 7 * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  };
  records.disputes.set(made.id, made);
  records.emitOther('radar.early_fraud_warning.created', { ...made, object: 'radar.early_fraud_warning' });
  records.emit('charge.dispute.created', made);
  records.emitOther('charge.dispute.funds_withdrawn', made);
}

/** The bank decides. */
export function closeDispute(records: StripeRecords, charge: FakeCharge, status: 'won' | 'lost'): void {
  for (const made of records.disputes.values()) {
    if (made.charge !== charge.id) continue;
    made.status = status;
    records.emit('charge.dispute.closed', made);
  }
}

const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
