import { expect, test } from 'vitest';
import { CameFrom, cameFromWords, CountStep } from './funnel.ts';

const from = (typed: object) => CameFrom.parse(typed);

test('labels are short, lower case and readable, and an email address is dropped', () => {
  expect(from({ source: ' News\u0000\u202eletter ', campaign: 'x'.repeat(100) })).toEqual({
    source: 'news letter',
    medium: '',
    campaign: 'x'.repeat(60),
    referrer: '',
    promo: '',
  });
  expect(from({ source: 'ada@example.com' }).source).toBe('');
  expect(CameFrom.safeParse({ source: 'x'.repeat(2_001) }).success).toBe(false);
});

test('what the administrator reads', () => {
  expect(cameFromWords(from({}))).toBe('Direct');
  expect(cameFromWords(from({ referrer: 'google.com' }))).toBe('From google.com');
  expect(cameFromWords(from({ source: 'news', campaign: 'may', referrer: 'mail.example' }))).toBe(
    'news / may',
  );
  expect(cameFromWords(from({ promo: 'save50', referrer: 'blog.example' }))).toBe(
    'From blog.example, Link with SAVE50',
  );
});

test('a browser cannot count payments', () => {
  const step = { isFirst: true, services: [], cameFrom: {} };
  expect(CountStep.safeParse({ ...step, step: 'seen' }).success).toBe(true);
  expect(CountStep.safeParse({ ...step, step: 'paid' }).success).toBe(false);
});
