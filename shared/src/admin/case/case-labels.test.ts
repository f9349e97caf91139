import { expect, test } from 'vitest';
import type { CaseResponse, CaseOrder } from '../../contracts/cases.ts';
import type { Partly } from '../../contracts/test/whole.ts';
import { aCase, AT, AN_EMAIL, ORDER, PAYMENT } from '../test/case.ts';
import { anOnHoldSubmission, aWebsiteSubmission } from '../test/submissions.ts';
import { flagsOf, isPlanned } from './case-labels.ts';

function flags(order: Partial<CaseOrder> | null, rest: Partly<CaseResponse> = {}): string[] {
  const answer = aCase({
    order: order && { ...ORDER, ...order },
    payments: [PAYMENT],
    submissions: [{ form: 'website', submission: aWebsiteSubmission() }],
    messages: [AN_EMAIL],
    ...rest,
  });
  return flagsOf(answer, 'America/New_York').map(({ text, quarantined, unverified }) =>
    [text, quarantined && '[Not spam]', unverified && '[Accept for this order]'].filter(Boolean).join(' '),
  );
}

test('an email is scheduled until its time comes or it fails', () => {
  const now = Date.parse(AT) - 1;
  const planned = { ...AN_EMAIL, status: 'waiting' as const, attempts: 0 };
  expect(isPlanned(planned, now)).toBe(true);
  expect(isPlanned(planned, now + 1)).toBe(false);
  expect(isPlanned({ ...planned, attempts: 1 }, now)).toBe(false);
  expect(isPlanned({ ...planned, status: 'dropped' }, now)).toBe(false);
});

test('a regular order and a regular request have no flags', () => {
  expect(flags({})).toEqual([]);
  expect(flags(null, { payments: [], messages: [] })).toEqual([]);
});

test('the reported amounts are shown beside the computed ones', () => {
  const reviewReason = 'The amount differs: $149.00 was due, $1.00 USD arrived.';
  expect(
    flags(
      {
        reviewReason,
        paymentStatus: 'pending',
        // The price changed after the sale.
        recurringPayment: '300.00',
        price: { ...ORDER.price, recurringCents: 30_000 },
        claims: { initialPayment: '1.00', recurringPayment: '0.00', paymentStatus: 'completed' },
      },
      { payments: [{ ...PAYMENT, reviewReason }] },
    ),
  ).toEqual([
    `Payment to review: ${reviewReason}`,
    'The browser reported $1.00 due today. The shop calculated $149.00.',
    'The browser reported $0.00 recurring. The shop calculated $30.00.',
    'The browser reported the payment as “completed”, but it’s pending.',
  ]);
});

test('a payment that never came is one problem, with its amount and day', () => {
  const order = {
    reviewReason: 'The payment hasn’t arrived.',
    paymentStatus: 'pending' as const,
    claims: { initialPayment: null, recurringPayment: null, paymentStatus: 'completed' },
  };
  const failed = {
    ...PAYMENT,
    status: 'failed' as const,
    updatedAt: AT,
    reviewReason: 'The bank didn’t complete the payment.',
  };
  expect(flags(order, { payments: [failed] })).toEqual([
    'The payment of $149.00 failed on November 21, 2026. The bank didn’t complete the payment. Nothing was charged.',
  ]);
  expect(flags(order, { payments: [] })).toEqual(['The payment hasn’t arrived.']);
  // A closed order asks for nothing, and says the same.
  const closed = { ...order, workStatus: 'delivered' as const };
  expect(flags(closed, { payments: [failed] })).toEqual(flags(order, { payments: [failed] }));
  expect(flags(order, { payments: [{ ...failed, status: 'processing' }, failed] })).toContain(
    'Payment to review: The payment hasn’t arrived.',
  );
});

test('flags for a second payment and an unsent email', () => {
  expect(
    flags(
      {},
      {
        payments: [{ ...PAYMENT, reviewReason: 'Paid twice.' }],
        messages: [
          { ...AN_EMAIL, status: 'given-up', sentAt: null, lastError: '550 No such user' },
          { ...AN_EMAIL, status: 'given-up', lastError: 'Returned: 550 No such user' },
          { ...AN_EMAIL, status: 'waiting' },
        ],
      },
    ),
  ).toEqual([
    'Payment to review: Paid twice.',
    'Couldn’t send the order confirmation to ada@marlow-bicycles.example: 550 No such user',
    'This email came back: the order confirmation to ada@marlow-bicycles.example: Returned: 550 No such user',
  ]);
});

const UNVERIFIED = { orderMatch: 'unknown-order', isUnverified: true } as const;

test('each form shows its sender; a quarantined form can be released, an unverified one accepted', () => {
  expect(
    flags(
      {},
      {
        submissions: [
          { form: 'website', submission: aWebsiteSubmission({ ...UNVERIFIED, orderMatch: 'other-email' }) },
          {
            form: 'onhold',
            submission: anOnHoldSubmission({
              ...UNVERIFIED,
              isOutsideOrder: true,
              quarantineReason: 'honeypot',
            }),
          },
        ],
      },
    ),
  ).toEqual([
    'Website form. Unverified: the email doesn’t match the order [Accept for this order]',
    'On-hold form. Quarantine: likely spam (filled out a hidden field) [Not spam]',
    'On-hold form. Unverified: no order with this number [Accept for this order]',
    'On-hold form. Not part of this order',
  ]);
});

test('without an order, nothing can be accepted', () => {
  const submissions = [{ form: 'onhold' as const, submission: anOnHoldSubmission(UNVERIFIED) }];
  expect(flags(null, { payments: [], messages: [], submissions })).toEqual([
    'On-hold form. Unverified: no order with this number',
  ]);
});
