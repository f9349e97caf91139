import { expect, test } from 'vitest';
import { flagWords as wordsOf, hostingWords } from './submissions.ts';

test('flags have labels', () => {
  const flagWords = (facts: Omit<Parameters<typeof wordsOf>[0], 'isOutsideOrder'>) =>
    wordsOf({ isOutsideOrder: false, ...facts });
  expect(flagWords({ orderMatch: 'same-email', quarantineReason: null })).toEqual([]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: null })).toEqual([]);
  expect(flagWords({ orderMatch: 'other-email', quarantineReason: null })).toEqual([
    'Unverified: the email doesn’t match the order',
  ]);
  expect(flagWords({ orderMatch: 'unknown-order', quarantineReason: 'too-fast' })).toEqual([
    'Quarantine: sent in under two seconds',
    'Unverified: no order with this number',
  ]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: 'honeypot' })).toEqual([
    'Quarantine: likely spam (filled out a hidden field)',
  ]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: 'too-many' })).toEqual([
    'Quarantine: too many forms from one network address',
  ]);
});

test('a form that is not part of its order, or of one that nobody paid, is flagged', () => {
  expect(wordsOf({ orderMatch: 'unpaid-order', quarantineReason: 'too-fast', isOutsideOrder: true })).toEqual(
    [
      'Quarantine: sent in under two seconds',
      'Unverified: the order hasn’t been paid',
      'Not part of this order',
    ],
  );
  for (const orderMatch of ['same-email', 'order-link', 'accepted'] as const)
    expect(wordsOf({ orderMatch, quarantineReason: null, isOutsideOrder: false })).toEqual([]);
});

test('the label of the hosting choice', () => {
  expect(hostingWords('hosted')).toBe('Hosted on Replit');
  expect(hostingWords('self-hosted')).toBe('Self-hosted');
});
