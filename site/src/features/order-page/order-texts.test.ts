import { expect, test } from 'vitest';
import { PROMISE_KINDS } from '@northlight/shared/contracts/deliveries.ts';
import { SERVICE_IDS } from '@northlight/shared/catalog/ids.ts';
import { promiseText } from './order-texts.ts';

const ZONE = 'America/New_York';
const DUE = '2026-11-24T15:15:00Z';
const words = (id: (typeof SERVICE_IDS)[number], promise: (typeof PROMISE_KINDS)[number], now: string) =>
  promiseText({ id, promise, dueAt: DUE }, ZONE, new Date(now)).replaceAll('\u202f', ' ');

test('a promise is said with what was promised, and when', () => {
  const before = '2026-11-20T15:00:00Z';
  expect(words('onhold', 'contact', before)).toBe('We’ll contact you by Tuesday 10:15 AM Eastern.');
  expect(words('onhold', 'delivery', before)).toBe('Your audio will be ready by Tuesday 10:15 AM Eastern.');
  expect(words('website', 'launch', before)).toBe('Your website will be live by Tuesday 10:15 AM Eastern.');
  expect(words('voice', 'delivery', '2026-11-24T14:00:00Z')).toBe(
    'Your voice agent will be ready by today, 10:15 AM Eastern.',
  );
});

test('a promise that is over is never said as one for the future', () => {
  const after = [
    '2026-11-24T15:15:01Z',
    '2026-11-24T22:00:00Z',
    '2026-11-25T09:00:00Z',
    '2027-02-01T09:00:00Z',
  ];
  for (const id of SERVICE_IDS)
    for (const promise of PROMISE_KINDS)
      for (const now of after) {
        expect(words(id, promise, now)).toMatch(/ was due .* We’re late, and sorry\.$/);
        expect(words(id, promise, now)).not.toMatch(/will|’ll/);
      }
  expect(words('onhold', 'delivery', '2026-11-25T09:00:00Z')).toBe(
    'Your audio was due on Tuesday, November 24, 10:15 AM Eastern. We’re late, and sorry.',
  );
  expect(words('onhold', 'contact', '2026-11-24T22:00:00Z')).toBe(
    'Our reply was due today, 10:15 AM Eastern. We’re late, and sorry.',
  );
});
