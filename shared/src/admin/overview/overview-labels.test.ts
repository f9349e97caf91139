import { expect, test } from 'vitest';
import type { Backup, Waiting } from '../../contracts/overview.ts';
import {
  backupWords,
  givenUpWords,
  emailCounts,
  todoSentence,
  TODO_NAMES,
  shareWords,
} from './overview-labels.ts';
import { ageWords } from '../list/times.tsx';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const waiting = (since: string): Waiting => ({ orderNumber: 'ORD-10001', title: 'Ada', detail: '', since });

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

test('open items are a sentence with a number and the age of the oldest', () => {
  const items = [waiting('2026-11-19T11:00:00.000Z'), waiting('2026-11-21T11:00:00.000Z')];
  expect(todoSentence('missingForms', { count: 3, items }, NOW)).toBe(
    '3 paid orders missing forms (oldest: 2 days)',
  );
  expect(todoSentence('quarantine', { count: 12_345, items }, NOW)).toBe(
    '12,345 forms in quarantine (oldest: 2 days)',
  );
  expect(todoSentence('missingForms', { count: 1, items: items.slice(0, 1) }, NOW)).toBe(
    '1 paid order missing a form (2 days)',
  );
});

test('nothing open says nothing', () => {
  for (const name of TODO_NAMES) expect(todoSentence(name, { count: 0, items: [] }, NOW)).toBeNull();
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
    'It should run every hour. The log may say why.',
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
