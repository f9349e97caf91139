import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { anOrder, ordersPage, rowOf } from '../test/lists.ts';
import { mountAdmin } from '../test/mount-admin.tsx';

test('an order has its labels', async () => {
  mountAdmin('#/orders', {
    'GET /api/json/orders': ordersPage([anOrder({ missingForms: ['voice'], paymentMode: 'demo' })]),
  });
  const row = await rowOf('ORD-10001');
  for (const text of [
    'Ada Marlow',
    'AI Voice Agent',
    'Hosted by GoHighLevel',
    '$0.00',
    'One-time payment',
    'Missing the AI Voice Agent form',
    'Demo',
    'New',
  ])
    expect(row.textContent).toContain(text);
  expect(within(row).getByText('completed').dataset['paid']).toBe('');
});

test('an unconfirmed payment is marked, and shows its reason', async () => {
  const reviewReason = 'The browser reported a payment, but this order has none.';
  mountAdmin('#/orders', {
    'GET /api/json/orders': ordersPage([anOrder({ paymentStatus: 'pending', reviewReason })]),
  });
  const row = await rowOf('ORD-10001');
  expect(within(row).getByText('pending').dataset['paid']).toBe('not');
  expect(within(row).getByText('Review').dataset['tip']).toBe(reviewReason);
});

test('without live updates, a new order appears after Refresh, and by itself after 30 seconds', async () => {
  const { server, user } = mountAdmin('#/orders', { 'GET /api/json/orders': ordersPage([]) });
  await screen.findByText('No orders found');
  expect(screen.getByText('Refreshing every 30 seconds')).toBeTruthy();
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    server.answer({ 'GET /api/json/orders': ordersPage([anOrder()]) });
    await user.click(screen.getByRole('button', { name: 'Refresh' }));
    await rowOf('ORD-10001');
    server.answer({ 'GET /api/json/orders': ordersPage([anOrder(), anOrder({ orderNumber: 'ORD-10002' })]) });
    await vi.advanceTimersByTimeAsync(31_000);
    await waitFor(() => expect(screen.getByRole('link', { name: 'ORD-10002' })).toBeTruthy());
  } finally {
    vi.useRealTimers();
  }
});
