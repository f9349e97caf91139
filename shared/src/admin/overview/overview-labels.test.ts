import { expect, test } from 'vitest';
import type { Waiting } from '../../contracts/admin/overview.ts';
import { ageWords, givenUpWords, mailWords, todoSentence, TODO_NAMES } from './overview-labels.ts';

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
])('since %s is %s', (since, words) => {
  expect(ageWords(since, NOW)).toBe(words);
});

test('what waits is a sentence with a number and the age of the oldest', () => {
  const items = [waiting('2026-11-19T11:00:00.000Z'), waiting('2026-11-21T11:00:00.000Z')];
  expect(todoSentence('missingForms', { count: 3, items }, NOW)).toBe(
    '3 paid orders wait for their form; the oldest for 2 days',
  );
  expect(todoSentence('quarantine', { count: 12_345, items }, NOW)).toBe(
    '12,345 forms are in quarantine; the oldest for 2 days',
  );
  expect(todoSentence('missingForms', { count: 1, items: items.slice(0, 1) }, NOW)).toBe(
    '1 paid order waits for its form, for 2 days',
  );
});

test('what does not wait says nothing', () => {
  for (const name of TODO_NAMES) expect(todoSentence(name, { count: 0, items: [] }, NOW)).toBeNull();
});

test.each([
  [{ due: 0, planned: 0 }, null],
  [{ due: 1, planned: 0 }, '1 mail leaves in a moment.'],
  [{ due: 0, planned: 1 }, '1 mail is planned.'],
  [{ due: 0, planned: 14 }, '14 mails are planned.'],
  [{ due: 1_200, planned: 1 }, '1,200 mails leave in a moment, 1 is planned.'],
  [{ due: 2, planned: 14 }, '2 mails leave in a moment, 14 are planned.'],
])('the mails that wait are said in words: %j', (mails, words) => {
  expect(mailWords({ ...mails, givenUp: 0 })).toBe(words);
});

test('the button for what was given up says how many', () => {
  expect([1, 1_200].map(givenUpWords)).toEqual([
    'Send the one that was given up again',
    'Send the 1,200 that were given up again',
  ]);
});
