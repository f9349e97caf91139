import { expect, test } from 'vitest';
import { AUTH_STATUS_KEY } from '../base/session.queries.ts';
import { asOfLabel, oldestAsOf } from './offline-banner.tsx';

const cached: Record<string, string> = {
  '/api/json/orders?q=tea': '2026-11-21T10:12:00.000Z',
  '/api/json/overview': '2026-11-20T08:00:00.000Z',
  [AUTH_STATUS_KEY[0]]: '2026-11-01T08:00:00.000Z',
};
const client = { asOf: (path: string) => cached[path] };

test('the oldest shown data counts, the login does not', () => {
  const orders = ['/api/json/orders', { q: 'tea' }] as const;
  expect(oldestAsOf([orders, AUTH_STATUS_KEY], client)).toBe('2026-11-21T10:12:00.000Z');
  expect(oldestAsOf([orders, ['/api/json/overview']], client)).toBe('2026-11-20T08:00:00.000Z');
});

test('fresh or hidden data does not count', () => {
  expect(oldestAsOf([['/api/json/orders'], AUTH_STATUS_KEY], client)).toBeUndefined();
  expect(oldestAsOf([], client)).toBeUndefined();
});

/** In the time zone of the test. */
const at = (day: number, hours: number, minutes: number) => new Date(2026, 10, day, hours, minutes);

test('data from today shows its time, older data also its day', () => {
  expect(asOfLabel(at(21, 10, 12).toISOString(), at(21, 23, 59))).toBe('10:12 AM');
  expect(asOfLabel(at(20, 22, 5).toISOString(), at(21, 0, 1))).toBe('Nov 20, 2026, 10:05 PM');
});
