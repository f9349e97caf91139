import { presentDispute } from './present-subscription.ts';
import { paypalId, textOf, type FakeDispute, type PaypalRecords } from './records.ts';

/** The seller must answer if there is a date for it. */
export function openDispute(records: PaypalRecords, transactionId: string, respondBy?: string): FakeDispute {
  const dispute: FakeDispute = {
    id: `PP-R-${paypalId().slice(0, 3)}-${paypalId().slice(0, 8)}`,
    transactionId,
    status: respondBy ? 'WAITING_FOR_SELLER_RESPONSE' : 'UNDER_REVIEW',
    outcome: undefined,
    create_time: textOf(records.now()),
    seller_response_due_date: respondBy,
  };
  records.disputes.set(dispute.id, dispute);
  const disputed = records.captures.get(transactionId);
  if (disputed && records.unkind.has('holds disputed payments'))
    Object.assign(disputed, { status: 'PENDING', reason: 'BUYER_COMPLAINT' });
  records.emit('CUSTOMER.DISPUTE.CREATED', presentDispute(records, dispute, true));
  return dispute;
}

export function resolveDispute(records: PaypalRecords, id: string, outcome: string): void {
  const dispute = records.disputes.get(id);
  if (!dispute) throw new Error(`The fake PayPal knows no dispute ${id}`);
  Object.assign(dispute, { status: 'RESOLVED', outcome });
  const disputed = records.captures.get(dispute.transactionId);
  if (disputed?.status === 'PENDING') disputed.status = 'COMPLETED';
  records.emit('CUSTOMER.DISPUTE.RESOLVED', presentDispute(records, dispute, true));
}
