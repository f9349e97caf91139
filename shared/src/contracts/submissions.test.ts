import { expect, test } from 'vitest';
import { flagWords, hostingWords } from './submissions.ts';

const TOO_FAST = 'Quarantine: sent in under two seconds';

test.each([
  ['same-email', null, []],
  ['order-link', null, []],
  ['accepted', null, []],
  ['request', null, []],
  ['other-email', null, ['Unverified: the email doesn’t match the order']],
  ['unknown-order', 'too-fast', [TOO_FAST, 'Unverified: no order with this number']],
  ['request', 'honeypot', ['Quarantine: likely spam (filled out a hidden field)']],
  ['request', 'too-many', ['Quarantine: too many forms from one network address']],
] as const)('the flags of %s and %s', (orderMatch, quarantineReason, flags) => {
  expect(flagWords({ orderMatch, quarantineReason, isOutsideOrder: false })).toEqual(flags);
});

test('a form that is not part of its order, or of one that nobody paid, is flagged', () => {
  const facts = { orderMatch: 'unpaid-order', quarantineReason: 'too-fast', isOutsideOrder: true } as const;
  const unpaid = 'Unverified: the order hasn’t been paid';
  expect(flagWords(facts)).toEqual([TOO_FAST, unpaid, 'Not part of this order']);
});

test('the label of the hosting choice', () => {
  expect(hostingWords('hosted')).toBe('Hosted on Replit');
  expect(hostingWords('self-hosted')).toBe('Self-hosted');
});
