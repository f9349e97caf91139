import { expect, test } from 'vitest';
import { flagWords, hostingWords } from './submission-words.ts';

test('what is flagged is said in words', () => {
  expect(flagWords({ orderMatch: 'same-email', quarantineReason: null })).toEqual([]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: null })).toEqual([]);
  expect(flagWords({ orderMatch: 'other-email', quarantineReason: null })).toEqual([
    'Unverified: the e-mail is not the order’s',
  ]);
  expect(flagWords({ orderMatch: 'unknown-order', quarantineReason: 'too-fast' })).toEqual([
    'Quarantine: sent within two seconds',
    'Unverified: no order has this number',
  ]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: 'honeypot' })).toEqual([
    'Quarantine: filled in a hidden field',
  ]);
  expect(flagWords({ orderMatch: 'request', quarantineReason: 'too-many' })).toEqual([
    'Quarantine: many forms from one address',
  ]);
});

test('where a website is hosted', () => {
  expect(hostingWords('hosted')).toBe('Hosted on Replit');
  expect(hostingWords('self-hosted')).toBe('Self-hosted');
});
