import { expect, test } from 'vitest';
import type { Backup } from '../../contracts/overview.ts';
import { backupWords, givenUpWords, emailCounts, countWords, shareWords } from './overview-labels.ts';
import { ageWords } from '../list/times.tsx';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');

test.each([
  ['2026-11-21T12:00:00.000Z', 'less than a minute'],
  ['2026-11-21T12:00:30.000Z', 'less than a minute'],
  ['2026-11-21T11:59:00.001Z', 'less than a minute'],
  ['2026-11-21T11:59:00.000Z', '1 minute'],
  ['2026-11-21T11:00:00.001Z', '59 minutes'],
  ['2026-11-21T10:00:00.001Z', '1 hour'],
  ['2026-11-20T12:00:00.001Z', '23 hours'],
  ['2026-11-20T12:00:00.000Z', '1 day'],
  ['2025-11-21T12:00:00.000Z', '365 days'],
])('since %s is %s', (since, text) => {
  expect(ageWords(since, NOW)).toBe(text);
});

test('each part of the day’s line counts what is so', () => {
  expect([countWords('late', 1), countWords('late', 7)]).toEqual(['1 late', '7 late']);
  expect(countWords('quarantine', 12_345)).toBe('12,345 forms in quarantine');
  expect(countWords('missingForms', 1)).toBe('1 order missing a form');
  expect([countWords('paymentsToCollect', 5), countWords('paymentsToCollect', 5, '903.88')]).toEqual([
    '5 payments to collect',
    '$903.88 to collect',
  ]);
});

test.each([
  [{ due: 0, planned: 0 }, null],
  [{ due: 1, planned: 0 }, '1 email sending soon.'],
  [{ due: 0, planned: 1 }, '1 email scheduled.'],
  [{ due: 0, planned: 14 }, '14 emails scheduled.'],
  [{ due: 1_200, planned: 1 }, '1,200 emails sending soon, 1 scheduled.'],
  [{ due: 2, planned: 14 }, '2 emails sending soon, 14 scheduled.'],
])('waiting emails are described: %j', (counts, text) => {
  expect(emailCounts({ ...counts, givenUp: 0 })).toBe(text);
});

test('the button for failed emails shows how many', () => {
  expect([1, 1_200].map(givenUpWords)).toEqual(['Resend 1 failed email', 'Resend 1,200 failed emails']);
});

const FINE: Backup = {
  lastSuccess: '2026-11-21T11:48:00.000Z',
  failure: null,
  isLate: false,
  needsAttention: false,
};

test.each<[Backup, string | null, string]>([
  [FINE, null, 'Last backup 12 minutes ago.'],
  [{ ...FINE, lastSuccess: null }, null, 'The first backup is being made.'],
  [
    { ...FINE, failure: 'The disk is full.', needsAttention: true },
    'Backups are failing (last success: 12 minutes ago)',
    'The disk is full.',
  ],
  [
    { ...FINE, lastSuccess: null, failure: 'The disk is full.', needsAttention: true },
    'Backups are failing (none yet)',
    'The disk is full.',
  ],
  [
    { ...FINE, lastSuccess: '2026-11-21T08:59:00.000Z', isLate: true, needsAttention: true },
    'The last backup was 3 hours ago',
    'It should run every hour. Ask whoever runs the server.',
  ],
])('backups are described: %j', (backup, title, text) => {
  expect(backupWords(backup, NOW)).toEqual({ title, text });
});

test('the change from one step to the next', () => {
  expect(shareWords(58, 100)).toBe('−42%');
  expect(shareWords(100, 100)).toBe('0%');
  expect(shareWords(3, 2)).toBe('+50%');
  expect(shareWords(3, 0)).toBe('');
});
