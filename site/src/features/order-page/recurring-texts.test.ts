import { expect, test } from 'vitest';
import { CustomerRecurring } from '@northlight/shared/contracts/recurring.ts';
import { whole, type Partly } from '@northlight/shared/contracts/test/whole.ts';
import { isSafeUrl } from './recurring-payment.tsx';
import { actionLabel, actionsOf, cancelText, chargeText, factsOf, stateText } from './recurring-texts.ts';

const PAID = {
  dueAt: '2026-12-21T10:00:00.000Z',
  paidAt: '2026-12-21T10:00:01.000Z',
  amountCents: 3_000,
  state: 'paid' as const,
  attempts: 1,
};
const FAILED = { ...PAID, dueAt: '2027-01-21T10:00:00.000Z', paidAt: null, state: 'failed' as const };
const NEXT = '2027-01-21T10:00:00.000Z';

const recurringWith = (changes: Partly<CustomerRecurring> = {}) =>
  whole(CustomerRecurring, {
    timeZone: 'America/New_York',
    state: 'active',
    period: 'month',
    amountCents: 3_000,
    nextChargeAt: NEXT,
    card: 'Visa ending in 4242',
    charges: [PAID],
    ...changes,
  });
const ENDING = recurringWith({ nextChargeAt: null, cancelAt: NEXT, resumesAt: NEXT });
const PAST_DUE = recurringWith({ state: 'past-due', canPay: true, charges: [PAID, FAILED] });
const CANCELED = recurringWith({ state: 'canceled', nextChargeAt: null });

test('the state is a sentence', () => {
  expect(stateText(recurringWith())).toBe('Active. We’ll charge $30 on January 21, 2027.');
  expect(stateText(ENDING)).toBe(
    'Canceled. Your recurring payment ends on January 21, 2027. You won’t be charged again. If you undo this, your next payment is on January 21, 2027.',
  );
  expect(stateText(PAST_DUE)).toBe(
    'Your $30 payment due January 21, 2027, didn’t go through. Please pay now or update your payment method.',
  );
  expect(stateText(recurringWith({ state: 'paused', nextChargeAt: null }))).toMatch(/^Paused\./);
  expect(stateText(CANCELED)).toBe('Canceled. You won’t be charged again.');
  expect(stateText(recurringWith({ state: 'ended', nextChargeAt: null }))).toMatch(/^Ended because/);
});

test('the button to pay names what is open, which an older price can differ from', () => {
  expect(actionLabel('pay', PAST_DUE)).toBe('Pay $30.00 now');
  const raised = { ...PAST_DUE, amountCents: 3_500 };
  expect(actionLabel('pay', raised)).toBe('Pay $30.00 now');
  expect(actionLabel('pay', { ...raised, charges: [PAID] })).toBe('Pay $35.00 now');
});

test('the facts name the price, the next date or the end, and the card', () => {
  expect(factsOf(recurringWith())).toEqual([
    ['Price', '$30 a month'],
    ['Next payment', 'January 21, 2027'],
    ['Payment method', 'Visa ending in 4242'],
  ]);
  expect(factsOf(ENDING)[1]).toEqual(['Ends on', 'January 21, 2027']);
  expect(factsOf(recurringWith({ state: 'canceled', nextChargeAt: null, card: null }))).toEqual([
    ['Price', '$30 a month'],
  ]);
});

test('each state has its actions, and canceling says what follows', () => {
  expect(actionsOf(recurringWith())).toEqual(['update-card', 'cancel']);
  expect(cancelText(recurringWith())).toBe(
    'If you cancel, your recurring payment ends on January 21, 2027. You won’t be charged again.',
  );
  expect(actionsOf(ENDING)).toEqual(['undo-cancel', 'update-card']);
  expect(cancelText(ENDING)).toBe('');
  expect(actionsOf(PAST_DUE)).toEqual(['pay', 'update-card', 'cancel']);
  expect(cancelText(PAST_DUE)).toBe(
    'If you cancel, your recurring payment ends right away. You won’t be charged again.',
  );
  expect(stateText({ ...PAST_DUE, canPay: false })).toMatch(/Please update your payment method\.$/);
  expect(stateText(recurringWith({ state: 'pending' }))).toBe(
    'Not started yet. Your first payment of $30 is scheduled for January 21, 2027.',
  );
  expect(actionsOf(recurringWith({ state: 'pending' }))).toEqual(['cancel']);
  expect(actionsOf(CANCELED)).toEqual([]);
});

test('a payment that was late has its own date', () => {
  expect(chargeText(PAID, 'America/New_York')).toBe('Paid');
  expect(chargeText({ ...PAID, paidAt: '2026-12-24T03:00:00.000Z' }, 'America/New_York')).toBe(
    'Paid on December 23, 2026',
  );
  expect(chargeText(FAILED, 'America/New_York')).toBe('Didn’t go through');
});

test('only https pages and pages of this shop are opened', () => {
  const origin = 'http://localhost:3000';
  const safe = ['https://billing.stripe.com/x', '/recurring-payment?order=1', `${origin}/x`];
  for (const url of safe) expect(isSafeUrl(url, origin), url).toBe(true);
  const unsafe = ['javascript:alert(1)', 'http://elsewhere.example', 'data:text/html,x', 'https://'];
  for (const url of unsafe) expect(isSafeUrl(url, origin), url).toBe(false);
});
