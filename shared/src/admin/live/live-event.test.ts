import { expect, test } from 'vitest';
import { concernedPaths, noticeWords, readLiveEvent } from './live-event.ts';

const order = { kind: 'order', orderNumber: 'ORD-10001', title: 'Ada Marlow' } as const;

test('a valid event is parsed, others are ignored', () => {
  expect(readLiveEvent(JSON.stringify(order))).toEqual(order);
  for (const data of [
    '',
    'null',
    '[]',
    '{',
    '{"kind":"order"}',
    '{"kind":"change","orderNumber":7}',
    '{"kind":"x","orderNumber":"","title":""}',
  ]) {
    expect(readLiveEvent(data)).toBeNull();
  }
});

test('a change refreshes every list and its order page; one without an order, no order page', () => {
  const change = { kind: 'change', orderNumber: 'ORD-10001' } as const;
  expect(readLiveEvent(JSON.stringify(change))).toEqual(change);
  expect(concernedPaths(change)).toContain('/api/json/cases/ORD-10001');
  expect(concernedPaths(change)).toContain('/api/json/on-hold-submissions');
  expect(concernedPaths({ ...change, orderNumber: 'Q-1001' })).toContain('/api/json/quotes/Q-1001');
  const withoutOrder = concernedPaths({ ...change, orderNumber: null });
  expect(withoutOrder.join()).not.toContain('cases');
  expect(withoutOrder).toContain('/api/json/shop');
  expect(withoutOrder).toContain('/api/admin/auth-status');
});

test('the notification', () => {
  expect(noticeWords(order)).toBe('New order ORD-10001: Ada Marlow');
  expect(noticeWords({ ...order, kind: 'submission' })).toBe('New form ORD-10001: Ada Marlow');
});

test('an order refreshes orders, its page and the overview; a form also the form lists', () => {
  const ofOrder = [
    '/api/json/overview',
    '/api/json/figures',
    '/api/json/orders',
    '/api/json/recurring',
    '/api/json/quotes',
    '/api/json/cases/ORD-10001',
  ];
  expect(concernedPaths(order)).toEqual(ofOrder);
  expect(concernedPaths({ ...order, kind: 'submission' })).toEqual([
    ...ofOrder,
    '/api/json/form-submissions',
    '/api/json/voice-agent-submissions',
    '/api/json/on-hold-submissions',
  ]);
});
