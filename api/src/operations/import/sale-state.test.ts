import { expect, test } from 'vitest';
import { readRows } from './read-rows.ts';

const HOURS = { timeZone: 'America/New_York', periods: [], days: [], holidays: [] };

/** How a sale of $45.00 is read, with one more column. */
function readWith(title: string, cell: string): string {
  const file = `email,date,amount,${title}\na@b.example,2024-03-05,45.00,"${cell}"`;
  const [read] = readRows(file, HOURS).rows;
  if (!read || !('row' in read)) return 'refused';
  return read.row.kind !== 'order' ? read.row.kind : read.row.paid ? 'paid' : 'unpaid';
}

test.each([
  ['Charge Status', 'Refunded'],
  ['Sale Status', 'Pending'],
  ['Txn Status', 'On hold'],
  ['Result', 'Declined'],
  ['Outcome', 'failed'],
  ['Payment', 'Partially refunded'],
  ['Error', 'Card declined'],
  ['State', 'wc-refunded'],
  ['Event', 'Charge back'],
  ['Category', 'Refund'],
  ['Description', 'Paid - Refunded'],
  ['Stage', 'Canceled'],
  ['Returns', '45.00'],
  ['Returned', 'Yes'],
  ['Document Type', 'Estimate'],
  ['Type', 'Quote'],
  ['Record Type', 'Credit Memo'],
  ['Test mode', 'true'],
  ['Is Test', 'Yes'],
  ['livemode', 'false'],
  ['Mode', 'Test'],
  ['Amount Captured', '0.50'],
  ['Currency (original)', 'EUR'],
  ['Currency Symbol', '€'],
  ['Curr.', 'CAD'],
  ['Currency', 'USDC'],
  ['Amount Paid', '20.00'],
  ['Paid Amount', '$20.00'],
  ['Total Paid', '20'],
  ['Amount Received', '44.99'],
  ['Payments', '20.00'],
  ['Amount Remaining', '20.00'],
  ['Remaining Balance', '20.00'],
  ['Past Due', '20.00'],
  ['Overdue', 'Yes'],
  ['Check Status', 'NSF'],
  ['Settlement Status', 'Pending'],
  ['Payout Status', 'In transit'],
  ['Bank Status', 'Zurückgebucht'],
  ['Stage', 'Lost'],
  ['Disposition', 'charged-back'],
  ['Reason', 'Bounced'],
  ['Settled', 'false'],
  ['Cleared', 'No'],
  ['Deleted', 'true'],
  ['Write-off', '45.00'],
])('%s: %s is no paid sale in dollars', (title, cell) => {
  expect(readWith(title, cell)).toBe('refused');
});

test.each([
  ['Amount Paid', '0.00'],
  ['Amount Remaining', '45.00'],
  ['Due', '$45.00'],
])('%s: %s of the whole amount is an unpaid one', (title, cell) => {
  expect(readWith(title, cell)).toBe('unpaid');
});

test.each([
  ['Payment Type', 'Credit Card'],
  ['Transaction Type', 'Credit card payment'],
  ['Refund Policy', '30 days'],
  ['Refundable', 'Yes'],
  ['Dispute', 'Not disputed'],
  ['Refund', 'Never refunded'],
  ['Returning customer', 'Yes'],
  ['Test mode', 'false'],
  ['livemode', 'true'],
  ['Mode', 'Live'],
  ['Testimonial', 'Great'],
  ['Currency', 'U.S. Dollar'],
  ['Currency', 'USD United States Dollar'],
  ['Currency Rate', '1.00'],
  ['Current plan', 'Pro'],
  ['Amount Paid', '45.00'],
  ['Amount Paid', ''],
  ['Paid Amount', '50.00'],
  ['Remaining', '0.00'],
  ['Due', '2024-04-05'],
  ['Due Date', '2024-04-05'],
  ['Sessions Remaining', '3'],
  ['Fulfillment Status', 'pending'],
  ['Settlement Status', 'Settled'],
  ['Project Status', 'In progress'],
  ['Dispute Status', 'won'],
  ['Tax Status', 'Exempt'],
  ['Deleted', 'No'],
  ['Voided at', ''],
])('%s: %s is a paid sale', (title, cell) => {
  expect(readWith(title, cell)).toBe('paid');
});

test('amounts in a column of another currency are not read as dollars', () => {
  for (const title of ['Amount €', 'Total (£)', 'Amount (EUR)']) {
    const { rows, unread } = readRows(`email,date,${title}\na@b.example,2024-03-05,45.00`, HOURS);
    expect(rows).toMatchObject([{ kind: 'customer' }]);
    expect(unread).toEqual([title]);
  }
});
