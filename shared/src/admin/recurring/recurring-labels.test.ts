import { expect, test } from 'vitest';
import { CaseAgreement } from '../../contracts/recurring.ts';
import { whole } from '../../contracts/test/whole.ts';
import { actionsFor, chargeDetails, priceWords, resumeWords } from './recurring-labels.tsx';

const AGREEMENT = whole(CaseAgreement, { state: 'active', period: 'year', amountCents: 30_000 });
const actions = (changes: Partial<CaseAgreement>) => actionsFor({ ...AGREEMENT, ...changes });

test('each state has its actions', () => {
  const active = ['change-amount', 'offer-amount', 'cancel-later', 'cancel-now'];
  // A pause could swallow the whole year.
  expect(actions({ state: 'active', period: 'year' })).toEqual(active);
  expect(actions({ state: 'active', period: 'month' })).toEqual(['pause', ...active]);
  expect(actions({ state: 'past-due' })).toEqual(['change-amount', 'offer-amount', 'cancel-now']);
  expect(actions({ state: 'paused' })).toEqual(['resume', 'cancel-later', 'cancel-now']);
  expect(actions({ state: 'pending' })).toEqual(['cancel-now']);
  expect(actions({ state: 'pending', problem: 'No saved card.' })).toEqual(['start', 'cancel-now']);
  expect(actions({ cancelAt: '2027-11-21T10:00:00.000Z' })).toEqual(['undo-cancel', 'cancel-now']);
  expect(actions({ state: 'canceled' })).toEqual([]);
  expect(actions({ state: 'ended' })).toEqual([]);
});

test('an agreement that continues after a refund can be continued or canceled', () => {
  expect(actions({ paidBack: 'refunded' })[0]).toBe('keep');
  expect(actions({ state: 'past-due', paidBack: 'charged_back' })).toContain('keep');
  expect(actions({ state: 'pending', paidBack: 'refunded' })).toEqual(['start', 'cancel-now']);
});

test('before it continues, it says when the next charge comes, unless PayPal decides that', () => {
  expect(resumeWords({ resumesAt: '2027-01-22T01:00:00.000Z' }, 'America/New_York')).toBe(
    'The next charge is on January 21, 2027.',
  );
  expect(resumeWords({ resumesAt: null }, 'America/New_York')).toContain('PayPal sets the date');
});

test('the price, and what else there is to say about a charge', () => {
  expect(priceWords(AGREEMENT)).toBe('$300.00 per year');
  expect(chargeDetails({ state: 'paid', attempts: 1, refundedCents: 0 })).toBe('');
  expect(chargeDetails({ state: 'paid', attempts: 3, refundedCents: 1_000 })).toBe(
    '3 attempts, $10.00 refunded',
  );
  expect(chargeDetails({ state: 'refunded', attempts: 1, refundedCents: 3_000 })).toBe('');
});
